import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createMoneyFetch, type MoneySession } from '../../../src-main/app/money-fetch.ts'
import type { MoneyFetch } from '../../../src-main/exchange/http.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { session } from '../../electron-stand-in/api/session.ts'

/** A server that tells which connection each request came on. Paths under `/slow` answer when `letGo` is called. */
async function serve() {
  const connectionOf: number[] = []
  const held: (() => void)[] = []
  const numbers = new WeakMap<object, number>()
  let connections = 0
  const server: Server = createServer((request, response) => {
    connectionOf.push(numbers.get(request.socket) ?? 0)
    response.writeHead(200, { 'content-type': 'text/plain' })
    if (request.url === '/slow') {
      response.write('first half')
      held.push(() => response.end(', second half'))
    } else response.end('done')
  })
  server.on('connection', (socket) => numbers.set(socket, (connections += 1)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    connectionOf,
    letGo: () => {
      for (const end of held.splice(0)) end()
    },
  }
}

let server: Awaited<ReturnType<typeof serve>>
/** The stand-in's session: it keeps connections open, as Electron's does, unless they are closed. */
let transfers: MoneySession

beforeEach(async () => {
  server = await serve()
  transfers = session.fromPartition('money-fetch test')
  onTestFinished(() => transfers.closeAllConnections())
})

const noteSending = (): void => undefined

/** One request as sendRequest makes it: read to its end, and then given up. */
async function send(fetch: MoneyFetch, path: string): Promise<string> {
  const done = new AbortController()
  try {
    const response = await fetch(
      `${server.url}${path}`,
      { method: 'POST', body: '{}', signal: done.signal },
      noteSending,
    )
    return await response.text()
  } finally {
    done.abort(new AppError('cancelled'))
  }
}

describe('a request that moves money', () => {
  it('goes out on a connection that was never used before', async () => {
    const fetch = createMoneyFetch(transfers)
    for (const expected of [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]]) {
      await send(fetch, '/')
      expect(server.connectionOf).toEqual(expected)
      // Long enough for a connection to become free for the next.
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  })

  it('would have shared one without that', async () => {
    const fetch = (url: string, init: RequestInit): Promise<Response> => transfers.fetch(url, init)
    const isOneShared = async (): Promise<boolean> => {
      await send(fetch, '/')
      return new Set(server.connectionOf).size < server.connectionOf.length
    }
    await expect.poll(isOneShared, { timeout: 30_000 }).toBe(true)
  })

  it('waits until the one before it has been read to its end, whose connection it would close', async () => {
    const fetch = createMoneyFetch(transfers)
    const first = send(fetch, '/slow')
    await expect.poll(() => server.connectionOf).toEqual([1])
    const second = send(fetch, '/')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(server.connectionOf).toEqual([1])
    server.letGo()
    expect(await first).toBe('first half, second half')
    expect(await second).toBe('done')
    expect(server.connectionOf).toEqual([1, 2])
  })

  it('is never sent where it was given up while it waited, and says so', async () => {
    const fetch = createMoneyFetch(transfers)
    const first = send(fetch, '/slow')
    await expect.poll(() => server.connectionOf).toEqual([1])
    const stop = new AbortController()
    let isSent = false
    const onSending = (): void => {
      isSent = true
    }
    const second = fetch(`${server.url}/`, { method: 'POST', signal: stop.signal }, onSending)
    stop.abort(new AppError('cancelled'))
    server.letGo()
    await first
    expect(await failureOf(second)).toMatchObject({ code: 'cancelled' })
    expect(isSent).toBe(false)
    expect(await send(fetch, '/')).toBe('done')
    expect(server.connectionOf).toEqual([1, 2])
  })

  it('does not hold up the next one when it fails', async () => {
    const fetch = createMoneyFetch(transfers)
    const nobody = fetch(
      'http://127.0.0.1:1/',
      { method: 'POST', signal: new AbortController().signal },
      noteSending,
    )
    await expect(nobody).rejects.toThrow()
    expect(await send(fetch, '/')).toBe('done')
  })

  it('is not sent where the old connections cannot be closed', async () => {
    const broken: MoneySession = {
      fetch: (url, init) => transfers.fetch(url, init),
      closeAllConnections: () => Promise.reject(new Error('no')),
    }
    await expect(send(createMoneyFetch(broken), '/')).rejects.toThrow('no')
    expect(server.connectionOf).toEqual([])
  })
})
