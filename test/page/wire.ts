// What a page and its test tell each other as text. Both functions run in the page too: they use nothing from outside themselves.

/** JSON, with Float64Array and Uint8Array as they were; a property without a value is left out. */
export function encode(message: unknown): string {
  const number = (value: number): number | string =>
    Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? '-0' : String(value)
  return JSON.stringify(message, (_key, value: unknown) => {
    if (value instanceof Float64Array) return { $floats: Array.from(value, number) }
    if (value instanceof Uint8Array) return { $bytes: [...value] }
    return value
  })
}

/** The message of {@link encode}. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const { $floats, $bytes } = value as { $floats?: (number | string)[]; $bytes?: number[] }
    if ($floats !== undefined) return Float64Array.from($floats, Number)
    return $bytes === undefined ? value : Uint8Array.from($bytes)
  })
}
