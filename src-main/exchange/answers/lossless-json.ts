// Parses JSON and keeps every digit of chosen numbers.
import { roundFloatNoiseText } from '../decimal-text.ts'

/** The reviver's third argument for primitive values since ES2026: their source text. */
interface ReviverContext {
  readonly source?: string
}

/** Deeper than any schema of the service; a deeper number stays one, which no schema of money accepts. */
const MAX_DEPTH = 8

/** Whether a number stands under one of `keys`. */
function hasNumberUnder(keys: ReadonlySet<string>, value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return false
  if (Array.isArray(value)) {
    for (const part of value) if (hasNumberUnder(keys, part, depth + 1)) return true
    return false
  }
  for (const key in value) {
    const part: unknown = value[key as keyof typeof value]
    if (typeof part === 'number' ? keys.has(key) : hasNumberUnder(keys, part, depth + 1)) return true
  }
  return false
}

/**
 * Parses JSON. A number under one of `exactKeys` becomes its source text (a string), so that no float comes between the
 * service and an amount of money; other numbers stay numbers.
 * Throws SyntaxError if the text is not JSON.
 *
 * @param noisyKeys - the subset of `exactKeys` whose numbers the service takes from floats: beyond 15 significant digits they
 *   carry noise (0.008400000000000001), which is rounded away
 */
export function parseJson(
  text: string,
  exactKeys?: ReadonlySet<string>,
  noisyKeys?: ReadonlySet<string>,
): unknown {
  const plain: unknown = JSON.parse(text)
  // A reviver costs several times plain parsing, so answers without money in numbers skip it.
  if (exactKeys === undefined || !hasNumberUnder(exactKeys, plain)) return plain
  return JSON.parse(text, (key: string, value: unknown, context?: ReviverContext): unknown => {
    if (typeof value !== 'number' || !exactKeys.has(key)) return value
    const source = context?.source
    return noisyKeys?.has(key) === true && source !== undefined ? roundFloatNoiseText(source) : source
  })
}
