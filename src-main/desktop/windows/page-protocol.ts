// Serves app://starkdesk/ and app://confirm/, the origins of the two pages, with their Content-Security-Policy.
// Serves only files inside the renderer's folder, and never one page under the other's origin.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { Protocol } from 'electron'

const SCHEME = 'app'

/** The document, relative to the renderer's folder, that each host serves as /index.html. */
const documents = { starkdesk: 'index.html', confirm: 'confirm/index.html' } as const
type PageHost = keyof typeof documents

export const pageOrigin = `${SCHEME}://starkdesk`
export const pageUrl = `${pageOrigin}/index.html`

/** Origin of the secure window. A separate origin shares no storage, workers or channels with the main page. */
export const confirmOrigin = `${SCHEME}://confirm`
export const confirmUrl = `${confirmOrigin}/index.html`

/** Blocks all external sources and targets. Inline styles are allowed because charts and tables position elements with them. */
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
  // Trusted Types: only Svelte's templates may create markup, and the default policy allows only the empty text.
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html default',
].join('; ')

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

export type PageKind = 'main' | 'confirm' | 'print'

/** Schemes that each kind of page may load, besides the development server. The Content-Security-Policy is stricter. */
const allowedSchemes: Readonly<Record<PageKind, readonly string[]>> = {
  main: ['app:', 'data:', 'blob:'],
  confirm: ['app:', 'data:', 'blob:'],
  print: ['data:'],
}

/**
 * True when a page may load this address.
 *
 * @param developmentUrl - the development server's address, allowed in development only, with its developer tools
 */
export function mayLoad(kind: PageKind, address: string, developmentUrl: string | null): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (allowedSchemes[kind].includes(url.protocol)) return true
  if (developmentUrl === null || kind === 'print') return false
  return url.protocol === 'devtools:' || url.host === new URL(developmentUrl).host
}

/** Call before the app is ready. */
export function declareScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** The path of a URL, or null if it cannot be decoded. */
function readPath(url: URL): string | null {
  try {
    return decodeURIComponent(url.pathname)
  } catch {
    // A malformed escape names no file.
    return null
  }
}

/**
 * The file for a page address, or null if this host does not serve it. Each host serves one document; both serve the scripts,
 * styles and fonts in assets/.
 */
export function resolvePageFile(folder: string, host: PageHost, address: string): string | null {
  const url = URL.parse(address)
  if (url?.protocol !== `${SCHEME}:` || url.host !== host) return null
  const path = readPath(url)
  if (path === null) return null
  if (path === '/index.html') return join(folder, documents[host])
  const assets = join(folder, 'assets')
  const file = normalize(join(folder, path))
  const isAsset = file.startsWith(assets + sep) && Object.hasOwn(contentTypes, extname(file))
  return isAsset && extname(file) !== '.html' ? file : null
}

/** Serves one host's files to the pages of one session. */
export function servePage(protocol: Pick<Protocol, 'handle'>, folder: string, host: PageHost): void {
  protocol.handle(SCHEME, async (request) => {
    const file = resolvePageFile(folder, host, request.url)
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
