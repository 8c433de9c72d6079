// Removes secrets from any value before logging, by their shape and by the names of their fields.
// Not a license to pass secrets to the log.
import { LangEn } from 'ethers/wordlists'

/** Replaces a secret. */
export const redacted = '[redacted]'

/** Deeper than any fact; deeper content is dropped. */
const maxDepth = 12
/** A shorter secret value is not searched for elsewhere, because it would match parts of ordinary words. */
const minSoughtLength = 4

/** Words in a name that mark its value as secret. */
const secretName =
  /pass(?:word|phrase)|phrase|mnemonic|privatekey|secret|token|jwt|apikey|organi[sz]ationkey|authorization/
/** The name ends with such a word: `refreshToken`, but not `tokensAsked`. */
const secretNameEnd = new RegExp(`(?:${secretName.source})s?$`)

/** Keys, signatures and hashes. Addresses (40 digits) and UUIDs are shorter. */
const longHex = /(?:0x)?[0-9a-f]{48,}/gi
/** Characters of a token, dots included; shorter runs contain none. */
const tokenRun = /[\w.-]{10,}/g
/** Start of a token: `{"` in Base64. */
const tokenStart = 'eyJ'
/** Length of its first part, including the start. */
const minTokenPart = 9
const authorizationHeader = /(authorization["']?\s{0,4}[:=]\s{0,4}["']?)(?:[a-z]+\s{1,4})?[^\s"',;]+/gi
const bearer = /\b(jwt|bearer)\s{1,4}[\w.~+/=-]{16,}/gi
/** `password: x`, `"apiKey":"x"`, `refresh_token=x` in a text. The value follows, unless it states that there is none. */
const namedValue = new RegExp(
  [
    String.raw`((?:pass(?:word|phrase)|phrase|mnemonic|private[_-]?key|secret|token|jwt|api[_-]?key|organi[sz]ation[_-]?key)s?`,
    // Backslashes: JSON within JSON.
    String.raw`\\*["']?\s{0,4}[:=]\s{0,4})(?!(?:true|false|null|undefined)\b|\[redacted\])`,
    // Each character is visited once or twice, regardless of backslashes, because exchange responses are untrusted.
    String.raw`(\\+"(?:[^\\]|\\+(?!["\\]))*(?:\\+"|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s,;&})\]"']+)`,
  ].join(''),
  'gis',
)

/** Above this many secrets a value's texts are dropped instead of searched for each. */
const maxSought = 64

/** Minimum words of a seed phrase. Source: BIP-39. */
const minWords = 12
/** Maximum separator between two words of a phrase: white space, commas, `2. `. Longer gaps end a run. */
const maxGap = 6

let wordSet: ReadonlySet<string> | undefined

/** The 2048 words of the English list, decoded on first use. */
function phraseWords(): ReadonlySet<string> {
  const list = LangEn.wordlist()
  wordSet ??= new Set(Array.from({ length: 2048 }, (_, index) => list.getWord(index)))
  return wordSet
}

interface Word {
  readonly start: number
  readonly end: number
}

/** Runs of list words that follow each other closely. */
function findRuns(text: string): Word[][] {
  const matches = [...text.matchAll(/\p{L}+/gu)]
  // Most texts are too short; decoding the list takes a moment.
  if (matches.length < minWords - 2) return []
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
    if (last && word.start - last.end > maxGap) close()
    // No list word is longer.
    if (match[0].length <= 16 && words.has(match[0].normalize('NFKD').toLowerCase())) run.push(word)
    else close()
  }
  close()
  return runs
}

/**
 * Removes seed phrases. A run that is one or two words short has lost them to adjacent text (`phrase=abandon`, or letters
 * right before the first word), so its neighbors are removed too.
 */
function redactPhrases(text: string): string {
  let result = ''
  let copied = 0
  for (const run of findRuns(text)) {
    const first = run[0]
    const last = run.at(-1)
    if (!first || !last || run.length < minWords - 2) continue
    let { start } = first
    let { end } = last
    if (run.length < minWords) {
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
 * Removes tokens from a run of token characters: complete ones, and those truncated within their payload. Linear in the run's
 * length, unlike a pattern that would scan from each start to the end.
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
    if (dot - start < minTokenPart) continue
    const second = run.indexOf('.', from)
    const third = second === -1 ? -1 : run.indexOf('.', second + 1)
    from = third === -1 ? run.length : third
    result += run.slice(copied, start) + redacted
    copied = from
  }
}

/** Removes everything that looks like a secret from a text; see the tests for the shapes. Linear in the text's length. */
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

/** True when the value of a name is secret: any value of `password`, texts of `tokenText`, but not `isTokenKept`. */
function isSecret(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return false
  const plain = plainName(name)
  return secretNameEnd.test(plain) || (typeof value !== 'number' && secretName.test(plain))
}

/** An object's own entries; for errors including non-enumerable ones. */
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

/** Collects every text under a secret's name, at any depth. */
function collectTexts(
  value: unknown,
  isNamed: boolean,
  found: Set<string>,
  seen: Set<object>,
  depth = 0,
): void {
  if (typeof value === 'string') {
    if (isNamed && value.length >= minSoughtLength) found.add(value)
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
 * A copy of a value that can be written as JSON and contains no secret: no text that looks like one, no value of a name like
 * `password`, and no repetition of that value elsewhere (in a message or a stack). Bytes are never written. Errors keep name,
 * message, stack, cause and data.
 */
export function redact(value: unknown): unknown {
  const found = new Set<string>()
  collectTexts(value, false, found, new Set())
  // Longest first, since one text may contain another.
  const sought = [...found]
    // The placeholder would otherwise match itself.
    .filter((text) => !redacted.includes(text))
    .sort((one, other) => other.length - one.length)
  const above = new Set<object>()

  function clean(text: string): string {
    if (sought.length > maxSought) return redacted
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
    // A phrase as a list of words.
    if (texts.length >= minWords && findRuns(texts.join(' ')).some((run) => run.length >= minWords)) {
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
