// A real server on loopback that keeps every request as it came over the wire, digit for digit, and refuses all but the sign-in.
import { createServer } from 'node:http'
import { fixtureText } from '../../../../fixtures/fixtures.ts'

export interface WireRequest {
  readonly method: string
  /** Path and query, still encoded. */
  readonly target: string
  readonly authorization: string | undefined
  readonly body: string
}

export interface WireRecorder {
  readonly baseUrl: string
  readonly requests: WireRequest[]
  stop(): Promise<void>
}

function answerTo(target: string): { readonly status: number; readonly text: string } {
  if (target === '/sapi/v2/auth/nonce/') return { status: 200, text: fixtureText('nonce') }
  if (target === '/sapi/v2/auth/login/') return { status: 200, text: fixtureText('login') }
  return { status: 400, text: '{"status":"error","message":"no","payload":""}' }
}

export async function startWireRecorder(): Promise<WireRecorder> {
  const requests: WireRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: target = '' } = request
      const body = Buffer.concat(chunks).toString('utf8')
      requests.push({ method, target, authorization: request.headers.authorization, body })
      const { status, text } = answerTo(target)
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    baseUrl: `http://127.0.0.1:${String(address.port)}`,
    requests,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
