// Owns: what of an error's facts may be in a text that leaves this computer. Must not: let through what it is not sure of;
// too little in a report costs a question, too much cannot be taken back.
import type { ErrorData } from '../../src-preload/domain/errors.ts'
import { redact, redacted } from './redact.ts'

/** Writes facts as `name=value`, without what identifies a person or opens anything. */
export type FactCleaner = (data: ErrorData) => string

/** A single character is found in any sentence. */
const shortestPrivate = 2
/** Messages of the service are cut off at this length (envelope.ts): a secret may have lost the half that shows what it is. */
const cutLength = 300
/** So much is left out at the end of what was cut off: room for a name or key that is not whole any more. */
const cutTail = 64

/** In this order: what is recognised by its shape first, what only looks random last. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/[^\s@"'<>()]+@[^\s@"'<>()]+/g, '[e-mail]'],
  // With or without its end, whose name may have spaces.
  [/(?:file:\/\/)?(?:\/(?:home|Users)|\b[A-Za-z]:\\+Users)[\\/]+.*/gs, '[path]'],
  [/\b(?!127\.)\d{1,3}(?:\.\d{1,3}){3}\b/g, '[IP address]'],
  [/\b(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}\b/gi, '[IP address]'],
  // Whole, or shortened for the eye.
  [/0x[0-9a-f]*\s?(?:…|\.{2,})\s?[0-9a-f]*/gi, '[address]'],
  [/\b(?:0x)?[0-9a-f]{40}\b/gi, '[address]'],
  [/0x[0-9a-f]{6,}/gi, '[hex]'],
  [/(\w*reference\w*["']?\s*[:=#]\s*["']?)[^\s"',;]+/gi, '$1[reference]'],
  [/(\w*reference\w*\s+["']?)(?=[^\s"',;]*\d)[^\s"',;]+/gi, '$1[reference]'],
  // Base64 has slashes; so has a path of the service, which may end in a reference.
  [/(?=[\w~+/=-]*\d)[\w~+/=-]{24,}/g, redacted],
  // Keys, tokens, references, numbers of customers: long, and with a digit, or with capitals all over.
  [/(?=[\w~+=-]*\d)[\w~+=-]{10,}/g, redacted],
  [/(?=(?:\w*?[a-z][A-Z]){3})\w{12,}/g, redacted],
]

/** Finds the texts as whole words, in any case; null where there are none. */
function finderOf(texts: readonly string[]): RegExp | null {
  const sought = [...new Set(texts.map((text) => text.trim()))]
    .filter((text) => text.length >= shortestPrivate)
    // Longest first: one may be part of another.
    .sort((one, other) => other.length - one.length)
    .map((text) => {
      const escaped = text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
      // A path may stand right behind a host; a name is a word of its own.
      const isWord = /^[\p{L}\p{N}]/u.test(text)
      return isWord ? String.raw`(?<![\p{L}\p{N}])${escaped}(?!\p{L})` : escaped
    })
  return sought.length === 0 ? null : new RegExp(sought.join('|'), 'giu')
}

/** @param privateTexts - what belongs to the user and is known: names, addresses, folders */
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
        // As it came: without the secrets that are gone already it may be shorter.
        const isCutOff = String(data[name]).length >= cutLength
        // No more than a message may have: the patterns take time with the square of a long text.
        return `${name}=${JSON.stringify(clean(value.slice(0, cutLength), isCutOff))}`
      })
      .join(' ')
}
