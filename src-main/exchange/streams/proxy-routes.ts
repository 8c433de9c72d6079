// Reads what the system's proxy settings say about an address. Pure.
// Source: Electron, docs/api/session.md, resolveProxy: a PAC result such as `PROXY a:80; SOCKS5 b:1080; DIRECT`.

export type Route =
  | { readonly kind: 'direct' }
  /** An HTTP proxy that is asked to connect through; `isSecure` where it is itself spoken to over TLS. */
  | { readonly kind: 'proxy'; readonly isSecure: boolean; readonly host: string; readonly port: number }

const defaultPorts: Readonly<Record<string, number>> = { PROXY: 80, HTTP: 80, HTTPS: 443 }

function readRoute(entry: string): Route | null {
  const [word = '', address = ''] = entry.trim().split(/\s+/)
  const kind = word.toUpperCase()
  if (kind === 'DIRECT') return { kind: 'direct' }
  const defaultPort = defaultPorts[kind]
  if (defaultPort === undefined) return null
  const url = URL.parse(`http://${address}`)
  if (url === null || url.hostname === '' || url.pathname !== '/' || url.search !== '') return null
  const port = url.port === '' ? defaultPort : Number(url.port)
  return { kind: 'proxy', isSecure: kind === 'HTTPS', host: url.hostname.replace(/^\[|\]$/g, ''), port }
}

/**
 * The routes to try, one an attempt, up to the first that streams cannot follow, such as SOCKS: going past it would leave the
 * way that REST goes. Empty where that is the first.
 * @param result - as resolveProxy tells it
 */
export function readRoutes(result: string): readonly Route[] {
  const routes: Route[] = []
  for (const entry of result.split(';')) {
    if (entry.trim() === '') continue
    const route = readRoute(entry)
    if (route === null) return routes
    routes.push(route)
  }
  return routes
}
