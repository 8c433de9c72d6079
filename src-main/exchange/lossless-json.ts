// Owns: parsing JSON so that chosen numbers keep every digit that was sent. Must not: judge shapes (schemas do).

/** What a reviver is told about primitive values since ES2026: the text that they were parsed from. */
interface ReviverContext {
  readonly source?: string
}

/**
 * Parses JSON. A number under one of `exactKeys` becomes the text that it was written as (a string), so that no float
 * comes between the service and an amount of money; other numbers stay numbers.
 * Throws SyntaxError where the text is not JSON.
 */
export function parseJson(text: string, exactKeys?: ReadonlySet<string>): unknown {
  // Reviving costs several times plain parsing, so answers without money in numbers skip it.
  if (exactKeys === undefined) return JSON.parse(text)
  return JSON.parse(text, (key: string, value: unknown, context?: ReviverContext): unknown =>
    typeof value === 'number' && exactKeys.has(key) ? context?.source : value,
  )
}
