// Parses JSON and keeps every digit of chosen numbers.
import { roundFloatNoiseText } from '../decimal-text.ts'

/** The reviver's third argument for primitive values since ES2026: their source text. */
interface ReviverContext {
  readonly source?: string
}

/** For each set of keys, a pattern of one of them with a number. */
const numberPatterns = new WeakMap<ReadonlySet<string>, RegExp>()

function numberPatternOf(keys: ReadonlySet<string>): RegExp {
  const known = numberPatterns.get(keys)
  if (known !== undefined) return known
  const made = new RegExp(`"(?:${[...keys].join('|')})"\\s*:\\s*[-\\d]`)
  numberPatterns.set(keys, made)
  return made
}

/**
 * Parses JSON. A number under one of `exactKeys` becomes its source text (a string), so that no float comes between the
 * service and an amount of money; other numbers stay numbers.
 * Throws SyntaxError if the text is not JSON.
 *
 * @param exactKeys - names without characters that patterns or JSON escape
 * @param noisyKeys - the subset of `exactKeys` whose numbers the service takes from floats: beyond 15 significant digits they
 *   carry noise (0.008400000000000001), which is rounded away
 */
export function parseJson(
  text: string,
  exactKeys?: ReadonlySet<string>,
  noisyKeys?: ReadonlySet<string>,
): unknown {
  // A reviver costs several times plain parsing, so answers without money in numbers skip it. A key that is written in escapes
  // is not found, so its number stays one, which no schema of money accepts.
  if (exactKeys === undefined || !numberPatternOf(exactKeys).test(text)) return JSON.parse(text)
  return JSON.parse(text, (key: string, value: unknown, context?: ReviverContext): unknown => {
    if (typeof value !== 'number' || !exactKeys.has(key)) return value
    const source = context?.source
    return noisyKeys?.has(key) === true && source !== undefined ? roundFloatNoiseText(source) : source
  })
}
