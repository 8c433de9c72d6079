// A relay in front of an exchange that remembers the secrets which pass it: tokens and login signatures.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Secret } from './secret-scan.ts'

export interface OverheardExchange {
  readonly baseUrl: string
  /** What passed so far. Of a token the signature alone, which no other token has. */
  secrets(): Secret[]
  stop(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}

/** What the exchange looks at; the rest is between one connection and the next. */
function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const names = ['authorization', 'content-type', 'accept', 'user-agent'] as const
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const])),
  )
}

/** Starts a relay to `target` on a free port of this computer. */
export async function overhear(target: string): Promise<OverheardExchange> {
  const tokens = new Set<string>()
  const signatures = new Set<string>()
  const listen = (text: string): void => {
    for (const [, signature = ''] of text.matchAll(/eyJ[\w-]+\.[\w-]+\.([\w-]{20,})/g)) tokens.add(signature)
    for (const [signature] of text.matchAll(/0x[0-9a-fA-F]{130}/g)) signatures.add(signature)
  }

  const server = createServer((request, response) => {
    async function relay(): Promise<void> {
      const body = await readBody(request)
      listen(JSON.stringify(request.headers) + body)
      const answer = await fetch(new URL(request.url ?? '/', target), {
        method: request.method ?? 'GET',
        headers: passedOn(request),
        ...(body === '' ? {} : { body }),
      })
      const text = await answer.text()
      listen(text)
      response.writeHead(answer.status, {
        'Content-Type': answer.headers.get('content-type') ?? 'text/plain',
      })
      response.end(text)
    }
    relay().catch(() => {
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    secrets: () => [
      ...[...tokens].map((text, index): Secret => ({ name: `token ${index}`, kind: 'text', text })),
      ...[...signatures].map((hex, index): Secret => ({
        name: `login signature ${index}`,
        kind: 'key',
        hex,
      })),
    ],
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
