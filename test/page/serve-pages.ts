// The files of the app's two pages, served to a browser without main.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join, relative } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'
import { isBuilt } from '../../scripts/build.ts'
import { appFolder } from '../../scripts/paths.ts'
import { contentSecurityPolicy } from '../../src-main/desktop/windows/page-protocol.ts'

const root = join(import.meta.dirname, '../..')

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
}

/** The files of both pages by path, as the build makes them: those of the app where they are of the present sources. */
async function buildPages(): Promise<Map<string, string | Uint8Array>> {
  if (isBuilt()) return readBuilt(join(appFolder, 'renderer'))
  const folder = join(root, 'src-renderer')
  // Without this it would be built for development, because a test runs: with much that is held for tracing faults.
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [svelte({ configFile: join(root, 'svelte.config.js') })],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: [join(folder, 'index.html'), join(folder, 'confirm/index.html')] },
    },
  }).finally(() => (process.env['NODE_ENV'] = before))
  const outputs = Array.isArray(result) ? result : [result]
  const files = new Map<string, string | Uint8Array>()
  for (const output of outputs) {
    if (!('output' in output)) throw new Error('the build watches instead of ending')
    for (const file of output.output) {
      files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
    }
  }
  return files
}

function readBuilt(folder: string): Map<string, Uint8Array> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [`/${relative(folder, file).replaceAll('\\', '/')}`, readFileSync(file)]
    }),
  )
}

/** Serves the files on loopback, which is as safe a place as the app's own: everything that the page uses is there. */
export async function servePages(): Promise<{ server: Server; address: string }> {
  const files = await buildPages()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    const path = pathname === '/' ? '/index.html' : pathname
    const body = files.get(path)
    // A browser with tabs asks for it by itself, and tells the console when there is none.
    if (pathname === '/favicon.ico') response.writeHead(204).end()
    else if (body === undefined) response.writeHead(404).end()
    else
      response
        .writeHead(200, {
          'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
          'cache-control': 'max-age=3600',
          // What the app gives them, so that a page which breaks it is seen here.
          'content-security-policy': contentSecurityPolicy,
        })
        .end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the page has no address')
  return { server, address: `http://127.0.0.1:${bound.port}` }
}
