// Owns: what may not stand in a log: secrets by their shape and by the name they stand under, taken out of any value.
// Must not: touch disk or electron, know a service, or be the reason to hand a secret to the log.
import { LangEn } from 'ethers/wordlists'

/** What stands where a secret was. */
export const redacted = '[redacted]'

/** Deeper than any fact; what lies below is left out whole. */
const maxDepth = 12
/** A shorter value under a secret's name is not looked for elsewhere: it would be found in every other word. */
const shortestSought = 4

/** Words of a name that make its value a secret. */
const secretName =
  /pass(?:word|phrase)|phrase|mnemonic|privatekey|secret|token|jwt|apikey|organi[sz]ationkey|authorization/
/** The name is such a word itself, and no fact about one: `refreshToken`, but not `tokensAsked`. */
const secretNameEnd = new RegExp(`(?:${secretName.source})s?$`)

/** Keys, signatures, hashes, and what holds one. Addresses (40 digits) and UUIDs are shorter. */
const longHex = /(?:0x)?[0-9a-f]{48,}/gi
/** What a token is made of, its dots included; shorter runs hold none. */
const tokenRun = /[\w.-]{10,}/g
/** How a token begins: `{"` in Base64. */
const tokenStart = 'eyJ'
/** Of its first part, its beginning included. */
const shortestTokenPart = 9
const authorizationHeader = /(authorization["']?\s{0,4}[:=]\s{0,4}["']?)(?:[a-z]+\s{1,4})?[^\s"',;]+/gi
const bearer = /\b(jwt|bearer)\s{1,4}[\w.~+/=-]{16,}/gi
/** `password: x`, `"apiKey":"x"`, `refresh_token=x` in a text. What follows is a value unless it says that there is none. */
const namedValue = new RegExp(
  [
    String.raw`((?:pass(?:word|phrase)|phrase|mnemonic|private[_-]?key|secret|token|jwt|api[_-]?key|organi[sz]ation[_-]?key)s?`,
    // Backslashes: JSON within JSON.
    String.raw`\\*["']?\s{0,4}[:=]\s{0,4})(?!(?:true|false|null|undefined)\b|\[redacted\])`,
    // Each character is looked at once or twice, however many backslashes there are: a service may send what it likes.
    String.raw`(\\+"(?:[^\\]|\\+(?!["\\]))*(?:\\+"|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s,;&})\]"']+)`,
  ].join(''),
  'gis',
)

/** A value with more secrets in it is not searched for each of them: nothing of its texts is written. */
const mostSought = 64

/** Fewest words of a seed phrase. Source: BIP-39. */
const fewestWords = 12
/** What may stand between two words of a phrase: white space, commas, `2. `. Longer gaps end a run. */
const longestGap = 6

let wordSet: ReadonlySet<string> | undefined

/** The 2048 words of the English list, decoded at first use. */
function phraseWords(): ReadonlySet<string> {
  const list = LangEn.wordlist()
  wordSet ??= new Set(Array.from({ length: 2048 }, (_, index) => list.getWord(index)))
  return wordSet
}

interface Word {
  readonly start: number
  readonly end: number
}

/** Where words of the list follow each other closely, from first to last of them. */
function findRuns(text: string): Word[][] {
  const matches = [...text.matchAll(/\p{L}+/gu)]
  // Most texts are far too short, and the list takes a moment to decode.
  if (matches.length < fewestWords - 2) return []
  const words = phraseWords()
  const runs: Word[][] = []
  let run: Word[] = []
  const close = (): void => {
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const match of matches) {
    const word = { start: match.index, end: match.index + match[0].length }
    const last = run.at(-1)
    if (last && word.start - last.end > longestGap) close()
    // Longer is no word of the list, whatever its letters.
    if (match[0].length <= 16 && words.has(match[0].normalize('NFKD').toLowerCase())) run.push(word)
    else close()
  }
  close()
  return runs
}

/**
 * Takes seed phrases out. A run that is one or two words short has lost them to the text around it (`phrase=abandon`, or
 * letters right before the first word), so its neighbours go with it.
 */
function redactPhrases(text: string): string {
  let result = ''
  let copied = 0
  for (const run of findRuns(text)) {
    const first = run[0]
    const last = run.at(-1)
    if (!first || !last || run.length < fewestWords - 2) continue
    let { start } = first
    let { end } = last
    if (run.length < fewestWords) {
      start -=
        /[\p{L}\p{N}]*[^\p{L}\p{N}]{0,6}$/u.exec(text.slice(Math.max(0, start - 64), start))?.[0].length ?? 0
      end += /^[^\p{L}\p{N}]{0,6}[\p{L}\p{N}]*/u.exec(text.slice(end, end + 64))?.[0].length ?? 0
    }
    result += text.slice(copied, Math.max(copied, start)) + redacted
    copied = end
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/**
 * Takes tokens out of a run of what they are made of: whole ones, and those that were cut off within their payload. In steps in
 * proportion to the run's length: a pattern would look from each beginning to the run's end.
 */
function cutTokens(run: string): string {
  let result = ''
  let copied = 0
  let from = 0
  for (;;) {
    const start = run.indexOf(tokenStart, from)
    const dot = start === -1 ? -1 : run.indexOf('.', start)
    if (dot === -1) return result + run.slice(copied)
    from = dot + 1
    if (dot - start < shortestTokenPart) continue
    const second = run.indexOf('.', from)
    const third = second === -1 ? -1 : run.indexOf('.', second + 1)
    from = third === -1 ? run.length : third
    result += run.slice(copied, start) + redacted
    copied = from
  }
}

/**
 * Takes everything out of a text that looks like a secret; see the file's tests for the shapes. The work is in proportion to the
 * text's length, whatever stands in it.
 */
export function redactText(text: string): string {
  return redactPhrases(text)
    .replace(authorizationHeader, `$1${redacted}`)
    .replace(bearer, `$1 ${redacted}`)
    .replace(tokenRun, cutTokens)
    .replace(longHex, redacted)
    .replace(namedValue, `$1${redacted}`)
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

/** True when what stands under a name is a secret: any value of `password`, texts of `tokenText`, but no `isTokenKept`. */
function isSecret(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return false
  const plain = plainName(name)
  return secretNameEnd.test(plain) || (typeof value !== 'number' && secretName.test(plain))
}

/** An object's own entries; those of an error include what is not enumerable. */
function entriesOf(value: object): [string, unknown][] {
  if (value instanceof Map) {
    return [...(value as ReadonlyMap<unknown, unknown>)].map(([key, entry]) => [String(key), entry])
  }
  const hidden = value instanceof Error ? (['name', 'message', 'stack', 'cause'] as const) : []
  const named = hidden.flatMap((key): [string, unknown][] => {
    const entry = (value as Error)[key]
    return entry === undefined ? [] : [[key, entry]]
  })
  return [...named, ...Object.entries(value).filter(([key]) => !hidden.some((name) => name === key))]
}

/** Every text under a secret's name, at any depth. */
function collectTexts(
  value: unknown,
  isNamed: boolean,
  found: Set<string>,
  seen: Set<object>,
  depth = 0,
): void {
  if (typeof value === 'string') {
    if (isNamed && value.length >= shortestSought) found.add(value)
    return
  }
  if (typeof value !== 'object' || value === null || depth > maxDepth || seen.has(value)) return
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return
  seen.add(value)
  const entries = Array.isArray(value)
    ? value.map((entry: unknown): [string, unknown] => ['', entry])
    : entriesOf(value)
  for (const [key, entry] of entries) {
    collectTexts(entry, isNamed || isSecret(key, entry), found, seen, depth + 1)
  }
}

/**
 * A copy of a value that can be written as JSON and holds no secret: neither a text that looks like one, nor the value of a
 * name like `password`, nor that value again elsewhere in it (a message made from the data, a stack). Bytes are never
 * written. Errors keep name, message, stack, cause and data.
 */
export function redact(value: unknown): unknown {
  const found = new Set<string>()
  collectTexts(value, false, found, new Set())
  // Longest first: one may be part of another.
  const sought = [...found]
    // What stands in for a secret would be found in itself, again and again.
    .filter((text) => !redacted.includes(text))
    .sort((one, other) => other.length - one.length)
  const above = new Set<object>()

  function clean(text: string): string {
    if (sought.length > mostSought) return redacted
    return redactText(sought.reduce((rest, secret) => rest.replaceAll(secret, redacted), text))
  }

  function copy(part: unknown, depth: number): unknown {
    if (typeof part === 'string') return clean(part)
    if (typeof part === 'bigint') return clean(part.toString())
    if (typeof part !== 'object' || part === null) return part
    if (part instanceof Date) return Number.isNaN(part.getTime()) ? null : part.toISOString()
    if (ArrayBuffer.isView(part) || part instanceof ArrayBuffer) return `[${part.byteLength} bytes]`
    if (depth > maxDepth || above.has(part)) return '[…]'
    above.add(part)
    const result = Array.isArray(part) ? copyList(part, depth) : copyObject(part, depth)
    above.delete(part)
    return result
  }

  function copyList(list: readonly unknown[], depth: number): unknown {
    const texts = list.filter((entry) => typeof entry === 'string')
    // A phrase as a list of its words.
    if (texts.length >= fewestWords && findRuns(texts.join(' ')).some((run) => run.length >= fewestWords)) {
      return redacted
    }
    return list.map((entry) => copy(entry, depth + 1))
  }

  function copyObject(part: object, depth: number): unknown {
    return Object.fromEntries(
      entriesOf(part).map(([key, entry]) => [
        clean(key),
        isSecret(key, entry) ? redacted : copy(entry, depth + 1),
      ]),
    )
  }

  return copy(value, 0)
}
