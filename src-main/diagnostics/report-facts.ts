// Cleans an error's facts for text that leaves this computer; removes anything that is not certainly safe.
import type { ErrorData } from '../../src-preload/domain/errors.ts'
import { redact, redacted } from './redact.ts'

/** Formats facts as `name=value`, without anything that identifies a person or grants access. */
export type FactCleaner = (data: ErrorData) => string

/** Single characters would match almost everywhere. */
const minPrivateLength = 2
/** The exchange's messages are truncated to this length (envelope.ts), so a secret at the end may be unrecognizable. */
const cutLength = 300
/** Characters dropped at the end of a truncated message, which may be part of a name or key. */
const cutTail = 64

/** In this order: shapes recognized with certainty first, random-looking text last. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/[^\s@"'<>()]+@[^\s@"'<>()]+/g, '[e-mail]'],
  // With or without its end, since file names may contain spaces.
  [/(?:file:\/\/)?(?:\/(?:home|Users)|\b[A-Za-z]:\\+Users)[\\/]+.*/gs, '[path]'],
  [/\b(?!127\.)\d{1,3}(?:\.\d{1,3}){3}\b/g, '[IP address]'],
  [/\b(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}\b/gi, '[IP address]'],
  // Complete or abbreviated.
  [/0x[0-9a-f]*\s?(?:…|\.{2,})\s?[0-9a-f]*/gi, '[address]'],
  [/\b(?:0x)?[0-9a-f]{40}\b/gi, '[address]'],
  [/0x[0-9a-f]{6,}/gi, '[hex]'],
  [/(\w*reference\w*["']?\s*[:=#]\s*["']?)[^\s"',;]+/gi, '$1[reference]'],
  [/(\w*reference\w*\s+["']?)(?=[^\s"',;]*\d)[^\s"',;]+/gi, '$1[reference]'],
  // Base64 contains slashes; so does an API path, which may end in a reference.
  [/(?=[\w~+/=-]*\d)[\w~+/=-]{24,}/g, redacted],
  // Keys, tokens, references, customer numbers: long, with a digit or mixed capitals.
  [/(?=[\w~+=-]*\d)[\w~+=-]{10,}/g, redacted],
  [/(?=(?:\w*?[a-z][A-Z]){3})\w{12,}/g, redacted],
]

/** Matches the texts as whole words, ignoring case; null if there are none. */
function finderOf(texts: readonly string[]): RegExp | null {
  const sought = [...new Set(texts.map((text) => text.trim()))]
    .filter((text) => text.length >= minPrivateLength)
    // Longest first, since one text may contain another.
    .sort((one, other) => other.length - one.length)
    .map((text) => {
      const escaped = text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
      // A path may directly follow a host; a name is a separate word.
      const isWord = /^[\p{L}\p{N}]/u.test(text)
      return isWord ? String.raw`(?<![\p{L}\p{N}])${escaped}(?!\p{L})` : escaped
    })
  return sought.length === 0 ? null : new RegExp(sought.join('|'), 'giu')
}

/** @param privateTexts - the user's known private data: names, addresses, folders */
export function createFactCleaner(privateTexts: readonly string[]): FactCleaner {
  const finder = finderOf(privateTexts)

  function clean(text: string, isCutOff: boolean): string {
    const anonymous = finder === null ? text : text.replace(finder, '[private]')
    const safe = shapes.reduce((rest, [shape, word]) => rest.replace(shape, word), anonymous)
    return isCutOff ? safe.slice(0, -cutTail).replace(/\S*$/, '…') : safe
  }

  return (data) =>
    Object.entries(redact(data) as ErrorData)
      .map(([name, value]) => {
        if (typeof value !== 'string') return `${name}=${String(value)}`
        // The original length: redaction may have shortened it.
        const isCutOff = String(data[name]).length >= cutLength
        // Limited to the length of a message: the patterns are quadratic in the text's length.
        return `${name}=${JSON.stringify(clean(value.slice(0, cutLength), isCutOff))}`
      })
      .join(' ')
}
