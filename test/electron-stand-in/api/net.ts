// Owns `net`: fetch for files, custom schemes and the network, made by Node, with the faults that Electron's has.
// It must not pass through the browser: webRequest hooks see only what pages ask for.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type Electron from 'electron'
import { failByName } from '../strict.ts'
import { request } from './net-request.ts'
import { defaultProtocol } from './protocol.ts'

const contentTypes: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain',
}

async function fetchFile(url: string): Promise<Response> {
  const file = fileURLToPath(url)
  const data = await readFile(file).catch((cause: unknown) => {
    throw new Error('net::ERR_FILE_NOT_FOUND', { cause })
  })
  const type = contentTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream'
  return new Response(data, { headers: { 'content-type': type } })
}

/** Statuses that Chromium takes for a redirect where there is a Location. Source: net/http/http_response_headers.cc, IsRedirect. */
const redirectStatuses = [301, 302, 303, 307, 308]

/** What Electron's `ClientRequest` fails with instead of handing over the answer. Source: lib/common/api/net-client-request.ts. */
const redirectFaults = {
  manual: 'Redirect was cancelled',
  error: "Attempted to redirect, but redirect policy was 'error'",
}

/** Electron's init, and Node's own: the connections to send on. */
export type FetchInit = RequestInit & { bypassCustomProtocolHandlers?: boolean; dispatcher?: unknown }

async function fetchNetwork(input: string | Request, init: FetchInit | undefined): Promise<Response> {
  const policy = init?.redirect ?? (typeof input === 'string' ? 'follow' : input.redirect)
  if (policy === 'follow') return await fetch(input, init)
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (redirectStatuses.includes(response.status) && response.headers.has('location')) {
    await response.body?.cancel()
    throw new Error(redirectFaults[policy])
  }
  return response
}

/** `net.fetch`. */
export async function fetchAnything(input: string | Request, init?: FetchInit): Promise<Response> {
  const url = typeof input === 'string' ? input : input.url
  if (url.startsWith('file:')) return await fetchFile(url)
  const handler = init?.bypassCustomProtocolHandlers ? undefined : defaultProtocol.handlerFor(url)
  if (handler) return await handler(new Request(input, init))
  return await fetchNetwork(input, init)
}

export const net = failByName('net', {
  fetch: fetchAnything,
  request,
  isOnline: () => true,
  online: true,
} satisfies Pick<Electron.Net, 'isOnline' | 'online' | 'fetch'> & { request: typeof request })
