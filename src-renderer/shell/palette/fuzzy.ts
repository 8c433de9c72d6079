// Fuzzy matching of typed words against a title. Pure.

/** Matched part of a title, [start, end) in its own letters. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Match {
  /** Higher is better; comparable between titles for the same text. */
  readonly score: number
  readonly spans: readonly Span[]
}

/** Longer texts are cut. */
const maxTypedLetters = 64
const maxLetters = 120

const atWordStart = 10
const goingOn = 8
const insideWord = -2
const skipped = -1.5
const atTextStart = 6
const wholeWord = 2
const wholeText = 20
/** A word whose letters score lower than this on average matches only by chance. */
const minAverageScore = 4.5

interface Letters {
  /** Letters and digits in lower case without accents. */
  readonly text: string
  /** Position of each letter in the title. */
  readonly places: readonly number[]
  readonly isStart: readonly boolean[]
}

const marks = /\p{M}/gu
const isLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Letters that can be typed: separators are dropped, so "ethusdc" matches ETH/USDC. */
function readLetters(title: string): Letters {
  let text = ''
  const places: number[] = []
  const isStart: boolean[] = []
  let isAfterGap = true
  for (const [place, letter] of Array.from(title).slice(0, maxLetters).entries()) {
    if (!isLetter(letter)) {
      isAfterGap = true
      continue
    }
    for (const plain of letter.normalize('NFD').replaceAll(marks, '').toLowerCase()) {
      text += plain
      places.push(place)
      isStart.push(isAfterGap)
      isAfterGap = false
    }
  }
  return { text, places, isStart }
}

interface Fit {
  readonly score: number
  /** Indices into the letters, ascending. */
  readonly at: readonly number[]
}

/** Best in-order match of a word's letters; null when there is none, or only by chance. */
function fitWord(word: string, { text, isStart }: Letters): Fit | null {
  const length = text.length
  if (word.length > length) return null
  // best[j]: best score of the typed letters so far, the last one at j. from[i][j]: position of the previous letter.
  let best: number[] = []
  const from: Int32Array[] = []
  for (let i = 0; i < word.length; i++) {
    const next = new Array<number>(length).fill(-Infinity)
    const came = new Int32Array(length).fill(-1)
    let reach = -Infinity
    let reachAt = -1
    for (let j = i; j < length; j++) {
      if (i > 0 && j > 1) {
        // A skipped letter costs a little, whichever letter came before.
        reach += skipped
        const before = best[j - 2] ?? -Infinity
        if (before + skipped > reach) [reach, reachAt] = [before + skipped, j - 2]
      }
      if (text[j] !== word[i]) continue
      const fresh = (isStart[j] === true ? atWordStart : insideWord) + (j === 0 ? atTextStart : 0)
      if (i === 0) {
        next[j] = fresh
        continue
      }
      const on = (best[j - 1] ?? -Infinity) + Math.max(goingOn, isStart[j] === true ? atWordStart : 0)
      const jump = reach + fresh
      next[j] = Math.max(on, jump)
      came[j] = on >= jump ? j - 1 : reachAt
    }
    best = next
    from.push(came)
  }
  let end = -1
  for (let j = 0; j < length; j++) {
    const isWordEnd = j + 1 === length || isStart[j + 1] === true
    if (isWordEnd) best[j] = (best[j] ?? -Infinity) + wholeWord
    if (end === -1 || (best[j] ?? -Infinity) > (best[end] ?? -Infinity)) end = j
  }
  const score = best[end] ?? -Infinity
  if (score < minAverageScore * word.length) return null
  const at: number[] = []
  for (let i = word.length - 1, j = end; i >= 0; i--) {
    at.unshift(j)
    j = from[i]?.[j] ?? -1
  }
  return { score, at }
}

function joinSpans(places: readonly number[]): Span[] {
  const spans: Span[] = []
  for (const place of [...new Set(places)].sort((one, other) => one - other)) {
    const last = spans.at(-1)
    if (last?.end === place) spans[spans.length - 1] = { start: last.start, end: place + 1 }
    else spans.push({ start: place, end: place + 1 })
  }
  return spans
}

/** Whether each word begins a word of the text, or a run of words: "usdc" and "ethusdc" begin ones of ETH/USDC. */
export function beginsWords(words: readonly string[], text: string): boolean {
  const { text: letters, isStart } = readLetters(text)
  return words.every((word) => {
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1))
      if (isStart[at]) return true
    return false
  })
}

/** Splits typed text into searchable words. */
export function readWords(typed: string): string[] {
  return typed
    .slice(0, maxTypedLetters)
    .split(/\s+/)
    .map((word) => readLetters(word).text)
    .filter((word) => word !== '')
}

/**
 * Matches a title against words of `readWords`: each must occur with its letters in order. A whole title scores above its
 * beginning, the start of a word above its inside, and consecutive letters above scattered ones. Of equal matches the
 * shorter title wins. Null when a word is missing.
 */
export function matchTitle(words: readonly string[], title: string): Match | null {
  const letters = readLetters(title)
  const fits = words.map((word) => fitWord(word, letters))
  let score = words.join('') === letters.text && words.length > 0 ? wholeText : 0
  const places: number[] = []
  for (const fit of fits) {
    if (fit === null) return null
    score += fit.score
    for (const at of fit.at) places.push(letters.places[at] ?? 0)
  }
  return { score: score - letters.text.length / 20, spans: joinSpans(places) }
}
