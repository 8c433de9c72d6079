// Picks the locale for formatting numbers from the system's settings. Pure.

/** The canonical locale name, or null if this runtime cannot format numbers for it. */
function canonical(name: string): string | null {
  try {
    return Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0] ?? null
  } catch {
    // Not a language tag: some systems report `C` or `POSIX`.
    return null
  }
}

/**
 * Prefers the system's regional locale, then its preferred languages. Ignores the language of Chromium's own texts, which
 * depends on packaging.
 */
export function figureLocaleOf(systemLocale: string, preferredLanguages: readonly string[]): string | null {
  for (const name of [systemLocale, ...preferredLanguages]) {
    const found = name === '' ? null : canonical(name)
    if (found !== null && Intl.NumberFormat.supportedLocalesOf(found).length > 0) return found
  }
  return null
}
