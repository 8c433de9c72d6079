// Owns: app://starkdesk/ and app://confirm/, the origins of our two pages, what else they may load, and their Content-Security-Policy.
// Must not: serve a file outside of the renderer's folder, or one page under the other's origin.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { Protocol } from 'electron'

const SCHEME = 'app'

/** Which document, within the renderer's folder, each host serves as its /index.html. */
const documents = { starkdesk: 'index.html', confirm: 'confirm/index.html' } as const
type PageHost = keyof typeof documents

export const pageOrigin = `${SCHEME}://starkdesk`
export const pageUrl = `${pageOrigin}/index.html`

/** The confirmation window's own: another origin shares neither storage nor workers nor channels with the main page. */
export const confirmOrigin = `${SCHEME}://confirm`
export const confirmUrl = `${confirmOrigin}/index.html`

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
  // No text becomes markup or a script but by Svelte's own templates, and by a policy that lets the empty text through.
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

/** What each kind of page may load, beside what the development server serves. The content security policy allows less. */
const allowedSchemes: Readonly<Record<PageKind, readonly string[]>> = {
  main: ['app:', 'data:', 'blob:'],
  confirm: ['app:', 'data:', 'blob:'],
  print: ['data:'],
}

/**
 * True when a page may load this address.
 *
 * @param developmentUrl - the development server's address, which counts in development only, with its developer tools
 */
export function mayLoad(kind: PageKind, address: string, developmentUrl: string | null): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (allowedSchemes[kind].includes(url.protocol)) return true
  if (developmentUrl === null || kind === 'print') return false
  return url.protocol === 'devtools:' || url.host === new URL(developmentUrl).host
}

/** Must be called before the app is ready. */
export function declareScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** The path that an address names, or null where it cannot be read. */
function readPath(url: URL): string | null {
  try {
    return decodeURIComponent(url.pathname)
  } catch {
    // A broken escape names no file of ours.
    return null
  }
}

/**
 * The file that a page address names, or null when it is none of this host. A host has one document of its own; scripts,
 * styles and fonts lie in assets/, which both hosts read.
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

/** Serves the files that one host may show to the pages of one session, and nothing else. */
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
