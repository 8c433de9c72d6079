// Owns: app://starkdesk/, the page's own origin, and its Content-Security-Policy.
// Must not: serve a file outside of the renderer's folder.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { Protocol } from 'electron'

const SCHEME = 'app'
const HOST = 'starkdesk'
export const pageOrigin = `${SCHEME}://${HOST}`
export const pageUrl = `${pageOrigin}/index.html`

/** Nothing from elsewhere, nothing to elsewhere. Styles may be inline: the charts and tables place things by style. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Must be called before the app is ready. */
export function declareScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** The file that a page address names, or null when it is none of ours. */
export function resolvePageFile(folder: string, address: string): string | null {
  const url = URL.parse(address)
  if (url?.protocol !== `${SCHEME}:` || url.host !== HOST) return null
  let path: string
  try {
    path = decodeURIComponent(url.pathname)
  } catch {
    // A broken escape names no file of ours.
    return null
  }
  const file = normalize(join(folder, path))
  return file.startsWith(folder + sep) && extname(file) in contentTypes ? file : null
}

/** Serves the renderer's built files, and nothing else. */
export function servePage(protocol: Pick<Protocol, 'handle'>, folder: string): void {
  protocol.handle(SCHEME, async (request) => {
    const file = resolvePageFile(folder, request.url)
    if (file === null) return new Response('Not found', { status: 404 })
    try {
      return new Response(new Uint8Array(await readFile(file)), {
        headers: {
          'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-cache',
        },
      })
    } catch {
      return new Response('Not found', { status: 404 })
    }
  })
}
