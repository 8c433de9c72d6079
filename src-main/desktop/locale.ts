// Owns: which region's way of writing figures is the system's. Pure. Must not: translate: texts are English.

/** A region that this runtime can write figures for, or null. */
function canonical(name: string): string | null {
  try {
    return Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0] ?? null
  } catch {
    // Not a name of a language: some systems have `C` and `POSIX`.
    return null
  }
}

/**
 * The system's region first, which is how its user wants figures; then the languages it prefers. Not the language of
 * Chromium's own texts, which is one that happens to be packaged.
 */
export function figureLocaleOf(systemLocale: string, preferredLanguages: readonly string[]): string | null {
  for (const name of [systemLocale, ...preferredLanguages]) {
    const found = name === '' ? null : canonical(name)
    if (found !== null && Intl.NumberFormat.supportedLocalesOf(found).length > 0) return found
  }
  return null
}
