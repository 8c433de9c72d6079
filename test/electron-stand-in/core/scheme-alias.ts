// Owns the two names of a custom-scheme URL: app://host/path for the app, https://host.app.standin.invalid/path for the
// browser, which refuses to navigate to schemes it does not know. Pure text; it must not ask anybody.

export const aliasSuffix = '.standin.invalid'

const anyUrl = /^([a-z][a-z0-9+-]*):\/\/([^/?#]*)([^]*)$/i
const aliasUrl = /^https:\/\/(.*)\.([a-z][a-z0-9+-]*)\.standin\.invalid(?::443)?([/?#][^]*)?$/i

/** Custom schemes that the app has registered or handles. */
export const customSchemes = new Set<string>()

/** The URL under which the browser knows a page; other URLs are returned unchanged. */
export function toBrowserUrl(url: string): string {
  const [, scheme, host, rest] = anyUrl.exec(url) ?? []
  if (scheme === undefined || !customSchemes.has(scheme.toLowerCase())) return url
  const tail = rest ?? ''
  return `https://${host || '-'}.${scheme}${aliasSuffix}${tail.startsWith('/') ? tail : `/${tail}`}`
}

/** The URL that the app knows, from the browser's. */
export function toAppUrl(url: string): string {
  const [, host, scheme, rest] = aliasUrl.exec(url) ?? []
  if (scheme === undefined) return url
  return `${scheme}://${host === '-' ? '' : (host ?? '')}${rest ?? '/'}`
}

/** Origin as Electron reports it: `app://host`, `https://example.org`, `file://`, or 'null'. */
export function originOf(url: string): string {
  const appUrl = toAppUrl(url)
  try {
    const parsed = new URL(appUrl)
    if (parsed.origin !== 'null') return parsed.origin
    return customSchemes.has(parsed.protocol.slice(0, -1)) ? `${parsed.protocol}//${parsed.host}` : 'null'
  } catch {
    // Not a URL at all (an empty page): no origin.
    return 'null'
  }
}

/** A URL as the browser's network layer reports it: normalised and without its fragment. */
export function withoutFragment(url: string): string {
  try {
    const parsed = new URL(url)
    parsed.hash = ''
    return parsed.href
  } catch {
    // Not a URL: it can only equal itself.
    return url
  }
}

/** Renames the `app:` sources of a Content-Security-Policy to the alias hosts. */
export function toBrowserPolicy(policy: string): string {
  const named = policy.replace(
    /(^|[\s;])([a-z][a-z0-9+-]*:\/\/[^\s;]+)/gi,
    (whole, before: string, url: string) => {
      const renamed = toBrowserUrl(url)
      return renamed === url ? whole : before + renamed.replace(/\/$/, '')
    },
  )
  return named.replace(
    /(^|[\s;])([a-z][a-z0-9+-]*):(?=[\s;]|$)/gi,
    (whole, before: string, scheme: string) =>
      customSchemes.has(scheme.toLowerCase()) ? `${before}https://*.${scheme}${aliasSuffix}` : whole,
  )
}
