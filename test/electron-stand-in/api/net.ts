// Owns `net`: fetch for files, custom schemes and the network, made by Node.
// It must not pass through the browser: webRequest hooks see only what pages ask for.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type Electron from 'electron'
import { failByName } from '../strict.ts'
import { handlerFor } from './protocol.ts'

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

/** `net.fetch`. */
export async function fetchAnything(
  input: string | Request,
  init?: RequestInit & { bypassCustomProtocolHandlers?: boolean },
): Promise<Response> {
  const url = typeof input === 'string' ? input : input.url
  if (url.startsWith('file:')) return await fetchFile(url)
  const handler = init?.bypassCustomProtocolHandlers ? undefined : handlerFor(url)
  if (handler) return await handler(new Request(input, init))
  return await fetch(input, init)
}

export const net = failByName('net', {
  fetch: fetchAnything,
  isOnline: () => true,
  online: true,
} satisfies Pick<Electron.Net, 'isOnline' | 'online' | 'fetch'>)
