// Owns: the last look at what leaves: whatever looks like a secret or like the user in any text, by shape and by what is known.
// Must not: be the first line: what may leave at all is decided by content.ts.
import { redactText } from './redact.ts'

/** What stands where something was taken out. */
export const removed = '[removed]'

/** What belongs to the user and is known. */
export interface PrivateFacts {
  /** The home folder: becomes `~`. */
  readonly home: string
  /** Names, addresses, ids, labels: a text that has one as a word of its own loses it. */
  readonly texts: readonly string[]
}

/** A single character is found in every other sentence. */
const shortestPrivate = 2
/** Shorter numbers, such as of a customer, are found in every version and line number, and say nothing by themselves. */
const shortestNumber = 6
/** Made by us of a clock: a number of the user's in it is chance. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Shapes beside those of redactText, which is stricter about what stands under a name. */
const shapes: readonly RegExp[] = [
  /(?:0x)?[0-9a-f]{40,}/gi,
  /eyJ[\w-]{6,}(?:\.[\w-]*){0,2}/g,
  // From where a word begins: else each of its characters would be tried as the first.
  /(?<![^\s@"'<>()\\])[^\s@"'<>()\\]+@[^\s@"'<>()\\]+\.[^\s@"'<>()\\]+/g,
  /(?:file:\/\/)?(?:\/(?:home|Users|root)|\b[A-Za-z]:[\\/]+Users)(?:[\\/]+[^"\s]*)?/gi,
]

const escapeText = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** Finds the texts as whole words, in any case; null where there are none. */
function finderOf(texts: readonly string[]): RegExp | null {
  const sought = [...new Set(texts.map((text) => text.trim()))]
    .filter((text) => text.length >= (/^\d+$/.test(text) ? shortestNumber : shortestPrivate))
    // Longest first: one may be part of another.
    .sort((one, other) => other.length - one.length)
    .map((text) => String.raw`(?<![\p{L}\p{N}])${escapeText(text)}(?![\p{L}\p{N}])`)
  return sought.length === 0 ? null : new RegExp(sought.join('|'), 'giu')
}

export interface Gate {
  /** The text without what may not leave. */
  clean(text: string): string
  /** True where a whole file still has something that may not leave. */
  isLeaky(text: string): boolean
}

export function createGate({ home, texts }: PrivateFacts): Gate {
  const finder = finderOf(texts)
  const withoutHome = (text: string): string => (home.length > 1 ? text.replaceAll(home, '~') : text)

  function withoutShapes(text: string): string {
    return shapes.reduce((rest, shape) => rest.replace(shape, removed), redactText(text))
  }

  return {
    clean(text) {
      if (isoTime.test(text)) return text
      const ours = withoutShapes(withoutHome(text))
      return finder === null ? ours : ours.replace(finder, removed)
    },
    // Names are left to `clean`: a whole file has words of our own that an account may be called too.
    isLeaky: (text) => withoutShapes(withoutHome(text)) !== text,
  }
}
