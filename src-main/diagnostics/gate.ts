// Final check of outgoing text: removes secrets and the user's data by shape and by known values.
// A second line of defense: content.ts decides what may be included at all.
import { redactText } from './redact.ts'

/** Replaces removed text. */
export const removed = '[removed]'

/** Known private data of the user. */
export interface PrivateFacts {
  /** The home folder; replaced with `~`. */
  readonly home: string
  /** Names, addresses, IDs, labels; removed where they occur as whole words. */
  readonly texts: readonly string[]
}

/** Single characters would match almost everywhere. */
const minPrivateLength = 2
/** Shorter numbers, such as customer numbers, would match version and line numbers, and reveal nothing alone. */
const minNumberLength = 6
/** Timestamps that we generate; a private number within one is a coincidence. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Additional shapes to those of redactText, which is stricter about named values. */
const shapes: readonly RegExp[] = [
  /(?:0x)?[0-9a-f]{40,}/gi,
  /eyJ[\w-]{6,}(?:\.[\w-]*){0,2}/g,
  // Starts at a word boundary, to avoid trying every character as the start.
  /(?<![^\s@"'<>()\\])[^\s@"'<>()\\]+@[^\s@"'<>()\\]+\.[^\s@"'<>()\\]+/g,
  /(?:file:\/\/)?(?:\/(?:home|Users|root)|\b[A-Za-z]:[\\/]+Users)(?:[\\/]+[^"\s]*)?/gi,
]

const escapeText = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** Matches the texts as whole words, ignoring case; null if there are none. */
function finderOf(texts: readonly string[]): RegExp | null {
  const sought = [...new Set(texts.map((text) => text.trim()))]
    .filter((text) => text.length >= (/^\d+$/.test(text) ? minNumberLength : minPrivateLength))
    // Longest first, since one text may contain another.
    .sort((one, other) => other.length - one.length)
    .map((text) => String.raw`(?<![\p{L}\p{N}])${escapeText(text)}(?![\p{L}\p{N}])`)
  return sought.length === 0 ? null : new RegExp(sought.join('|'), 'giu')
}

export function createGate({ home, texts }: PrivateFacts) {
  const finder = finderOf(texts)
  const withoutHome = (text: string): string => (home.length > 1 ? text.replaceAll(home, '~') : text)

  function withoutShapes(text: string): string {
    return shapes.reduce((rest, shape) => rest.replace(shape, removed), redactText(text))
  }

  return {
    /** The text without private parts. */
    clean(text: string): string {
      if (isoTime.test(text)) return text
      const ours = withoutShapes(withoutHome(text))
      return finder === null ? ours : ours.replace(finder, removed)
    },
    // Names are left to `clean`: an account's name may equal one of our own words.
    /** True if a complete file still contains something private. */
    isLeaky: (text: string): boolean => withoutShapes(withoutHome(text)) !== text,
  }
}

export type Gate = ReturnType<typeof createGate>
