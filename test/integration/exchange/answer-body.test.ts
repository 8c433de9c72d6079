// The body of an answer is read within its limits, over real connections.
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/async/clock.ts'
import { createExchangeClient, type ExchangeClient } from '../../../src-main/exchange/client.ts'
import type { Fetch } from '../../../src-main/exchange/http.ts'
import { failureOf } from '../../fixtures/test-client.ts'

const limitBytes = 10_000
let server: Server
let client: ExchangeClient
let answer: (response: ServerResponse) => void

function clientWith(fetch: Fetch): ExchangeClient {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return createExchangeClient({
    baseUrl: `http://127.0.0.1:${address.port}`,
    fetch,
    clock: systemClock,
    userAgent: 'Starkdesk/0.1.0 (test)',
    limits: { maxBodyBytes: limitBytes },
  })
}

beforeEach(async () => {
  server = createServer((_request, response) => answer(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = clientWith(globalThis.fetch)
})

afterEach(async () => {
  client.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const trades = (signal?: AbortSignal) =>
  client.listMarketTrades({ market: 'ethusdc' }, { signal, retries: 0 })
const envelopeOf = (message: string): string => JSON.stringify({ status: 'success', message, payload: [] })
const tooLarge = { code: 'contractViolation', data: { field: 'body', reason: 'tooLarge' } }

describe('the body of an answer', { timeout: 30_000 }, () => {
  test('is measured after it was unpacked', async () => {
    answer = (response) => {
      const packed = gzipSync(envelopeOf(' '.repeat(limitBytes)))
      expect(packed.length).toBeLessThan(limitBytes)
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
    }
    expect(await failureOf(trades())).toMatchObject(tooLarge)
  })

  test('that has no end is given up at the limit, and its connection closed', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    answer = (response) => {
      closed = once(response, 'close')
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '.repeat(1000)), 1)
      response.once('close', () => clearInterval(timer))
    }
    expect(await failureOf(trades())).toMatchObject(tooLarge)
    await closed
  })

  test('keeps characters that are cut in two by the parts that it comes in', async () => {
    const name = 'Zoë 東京 🙂'
    const bytes = Buffer.from(JSON.stringify({ status: 'error', message: name, payload: '' }))
    answer = (response) => {
      response.writeHead(400)
      const sendFrom = (index: number): void => {
        if (index >= bytes.length) response.end()
        else response.write(bytes.subarray(index, index + 1), () => setImmediate(sendFrom, index + 1))
      }
      sendFrom(0)
    }
    expect((await failureOf(trades())).data['message']).toBe(name)
  })

  test('is not waited for after the call is given up, even where the transport does not heed that', async () => {
    client.close()
    client = clientWith((url, { signal: _unheeded, ...init }) => globalThis.fetch(url, init))
    const giveUp = new AbortController()
    answer = (response) => {
      response.writeHead(200)
      response.write('{')
      // The head has to be there first: what is given up here is the reading of the body.
      setTimeout(() => giveUp.abort(), 50)
    }
    expect(await failureOf(trades(giveUp.signal))).toMatchObject({ code: 'cancelled' })
  })

  test('is not read on after the call is given up, even where the transport does not heed that', async () => {
    client.close()
    const giveUp = new AbortController()
    let readAfterwards = 0
    let letGoOn: () => void = () => undefined
    const goOn = new Promise<void>((resolve) => {
      letGoOn = resolve
    })
    client = clientWith(async (url, { signal: _unheeded, ...init }) => {
      const response = await globalThis.fetch(url, init)
      let count = 0
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            count += 1
            if (count === 2) {
              setImmediate(() => giveUp.abort())
              await goOn
            }
            if (count > 2) readAfterwards += 1
            controller.enqueue(Uint8Array.of(0x20))
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(body, response)
    })
    answer = (response) => response.writeHead(200).end()
    expect(await failureOf(trades(giveUp.signal))).toMatchObject({ code: 'cancelled' })
    letGoOn()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(readAfterwards).toBe(0)
  })
})
