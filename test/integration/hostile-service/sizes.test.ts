// The largest honest answer of every endpoint is read, and nothing larger, longer or with more rows; over real HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerSizes } from '../../../src-main/exchange/answers/answer-sizes.ts'
import { readInline } from '../../../src-main/exchange/answers/answer-reader.ts'
import { endpointNames, type EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { type AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { asks, createRawCall } from './asks.ts'
import { honestAnswer, honestRows, honestText, largestHonest, payloadOf, textOf } from './largest.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.stop())

function answer(endpoint: EndpointName, text: string): Promise<unknown> {
  server.play(() => ({ text }))
  return asks[endpoint](createRawCall(server.baseUrl, readInline))
}

/** Of what moves money nobody knows then what was done. */
const reasonOf = ({ data }: AppError): unknown => data['reason']

const sizes = endpointNames.map((endpoint) => ({ endpoint }))
const lists = sizes.filter(({ endpoint }) => honestRows[endpoint] !== undefined)

describe('an answer', () => {
  test.each(sizes)('of $endpoint is read where it is the largest honest one', async ({ endpoint }) => {
    const text = largestHonest(endpoint)
    const { largestValidBytes, maxBytes } = answerSizes[endpoint]
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(largestValidBytes)
    expect(largestValidBytes).toBeLessThan(maxBytes)
    await answer(endpoint, text)
  })

  test.each(sizes)(
    'of $endpoint that is larger than any honest one is refused unread',
    async ({ endpoint }) => {
      const most = endpoint === 'health' ? 16_384 : 2 * 1_024 * 1_024
      const failure = await failureOf(answer(endpoint, honestText(endpoint) + ' '.repeat(most)))
      expect(['contractViolation', 'outcomeUnknown']).toContain(failure.code)
      expect(reasonOf(failure)).toBe('tooLarge')
    },
  )

  test.each(lists)('of $endpoint with more rows than the interface has is refused', async ({ endpoint }) => {
    const rows = (honestRows[endpoint] ?? 0) + 1
    const failure = await failureOf(answer(endpoint, textOf(endpoint, payloadOf(endpoint, rows))))
    expect(failure).toMatchObject({ code: 'contractViolation', data: { reason: 'too many rows' } })
  })
})

describe('a list', () => {
  const call = () => createRawCall(server.baseUrl, readInline)
  const play = (endpoint: EndpointName, rows: number): void => {
    server.play(() => ({ text: textOf(endpoint, payloadOf(endpoint, rows)) }))
  }
  const tooMany = { code: 'contractViolation', data: { field: 'payload', reason: 'too many rows' } }

  test('of trades with one more than was asked for is refused, and with as many is read', async () => {
    const { listMarketTrades } = await import('../../../src-main/exchange/endpoints/market.ts')
    play('market.trades', 101)
    expect(await failureOf(listMarketTrades(call(), { market: 'ethusdc' }))).toMatchObject(tooMany)
    expect(await failureOf(listMarketTrades(call(), { market: 'ethusdc', limit: 5 }))).toMatchObject(tooMany)
    const { rows } = await listMarketTrades(call(), { market: 'ethusdc', limit: 101 })
    expect(rows).toHaveLength(101)
  })

  test('of candles with one more than was asked for is refused, but for a range that has as many', async () => {
    const { listCandles } = await import('../../../src-main/exchange/endpoints/market.ts')
    const query = { market: 'ethusdc', period: 1 } as const
    play('market.candles', 31)
    expect(await failureOf(listCandles(call(), query))).toMatchObject(tooMany)
    const range = { ...query, limit: 5, startMs: 0 }
    expect(await failureOf(listCandles(call(), { ...range, endMs: 29 * 60_000 }))).toMatchObject(tooMany)
    const { timesMs } = await listCandles(call(), { ...range, endMs: 30 * 60_000 })
    expect(timesMs).toHaveLength(31)
  })

  test('of orders with one more than was asked for is refused', async () => {
    const { listOrders } = await import('../../../src-main/exchange/endpoints/orders/orders.ts')
    play('orders.list', 51)
    expect(await failureOf(listOrders(call(), {}))).toMatchObject(tooMany)
    expect(await failureOf(listOrders(call(), { limit: 50 }))).toMatchObject(tooMany)
    expect((await listOrders(call(), { limit: 51 })).orders).toHaveLength(51)
  })
})

/** Every way to put a text in the place of one text of an answer. */
function* damagedBy(value: unknown, text: string): Generator {
  if (typeof value === 'string') yield text
  else if (Array.isArray(value)) {
    for (const [index, part] of value.entries())
      for (const damaged of damagedBy(part, text)) yield value.with(index, damaged)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value))
      for (const damaged of damagedBy(part, text)) yield { ...value, [key]: damaged }
  }
}

/** The longest text anywhere in a value, and in what an error says. */
function longestIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0
  return Math.max(0, ...Object.values(value).map(longestIn))
}

describe('a text of an answer', () => {
  test.each(sizes)('of $endpoint is never kept, shown or told at any length', async ({ endpoint }) => {
    for (const text of ['x'.repeat(10_000), `0x${'1'.repeat(10_000)}`, '1'.repeat(10_000)]) {
      for (const damaged of damagedBy(honestAnswer(endpoint), text)) {
        const read = await answer(endpoint, JSON.stringify(damaged)).catch((error: unknown) => {
          if (isAppError(error)) return { ...error.data, message: error.message }
          throw error
        })
        expect(longestIn(read)).toBeLessThan(1_000)
      }
    }
  })
})
