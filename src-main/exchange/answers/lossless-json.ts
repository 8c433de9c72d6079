// Owns: parsing JSON so that chosen numbers keep every digit that was sent. Must not: judge shapes (schemas do).
import { withoutNoiseText } from '../decimal-text.ts'

/** What a reviver is told about primitive values since ES2026: the text that they were parsed from. */
interface ReviverContext {
  readonly source?: string
}

/**
 * Parses JSON. A number under one of `exactKeys` becomes the text that it was written as (a string), so that no float
 * comes between the service and an amount of money; other numbers stay numbers.
 * Throws SyntaxError where the text is not JSON.
 *
 * @param noisyKeys - those of `exactKeys` whose numbers the service takes from floats: of more than 15 significant digits the
 *   rest is noise (0.008400000000000001), and is rounded away
 */
export function parseJson(
  text: string,
  exactKeys?: ReadonlySet<string>,
  noisyKeys?: ReadonlySet<string>,
): unknown {
  // Reviving costs several times plain parsing, so answers without money in numbers skip it.
  if (exactKeys === undefined) return JSON.parse(text)
  return JSON.parse(text, (key: string, value: unknown, context?: ReviverContext): unknown => {
    if (typeof value !== 'number' || !exactKeys.has(key)) return value
    const source = context?.source
    return noisyKeys?.has(key) === true && source !== undefined ? withoutNoiseText(source) : source
  })
}
