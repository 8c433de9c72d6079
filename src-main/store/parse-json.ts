// JSON of a setting, which a person or a fault may have damaged.

/** Null for no text, or for one that is not JSON: the setting counts as not set. */
export function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
