// What of a transfer may be seen on the wire and afterwards: the amount as it was meant, and no secret in any error.
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import type { Fault } from './fault.ts'
import { gotFrom, initiatePath, processPath, useFaultyExchange } from './faulty-exchange.ts'
import { initiateAndSign, initiateLine, makeStart, processLine } from './money-support.ts'

const world = useFaultyExchange()

describe('an amount goes out as a JSON number with exactly its digits:', { timeout: 30_000 }, () => {
  test.each([
    '999999999999.000001',
    '999999999999.999999',
    '123456789012.123456',
    '0.000001',
    '0.100000',
    '1.10',
    '100',
    '9007199254740993.1',
  ])('%s', async (amount) => {
    const { client } = await world.signedIn()
    // Whether the exchange has so much is not the question: it is not asked.
    world.proxy.play({
      path: initiatePath,
      fault: { kind: 'status', status: 400, body: { status: 'error' } },
    })
    expect(await gotFrom(client.initiateTransfer(makeStart(world, { amount })))).toMatchObject({
      code: 'rejectedByExchange',
    })
    const [sent] = world.proxy.requests
    expect(sent?.bodyText).toContain(`"amount":${amount},`)
    expect(world.proxy.sent()).toEqual([initiateLine])
  })

  test('and the exchange books what was meant', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world, { amount: '1234.500001' })
    await client.initiateTransfer(start)
    expect(await client.getTransfer(start.reference)).toMatchObject({
      isKnown: true,
      transfer: { amount: expect.stringMatching(/^1234\.5000010*$/) as string },
    })
    expect(world.proxy.sent()).toEqual([
      initiateLine,
      `GET /sapi/v1/internal_transfers/v2/${start.reference} #1`,
    ])
  })
})

/** Everything of an error that a log, a page or a debugger could show. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const data = error instanceof AppError ? JSON.stringify(error.data) : ''
  return [error.message, error.stack ?? '', data, textOf(error.cause)].join('\n')
}

describe(
  'no secret of a transfer comes back in its error, where the service echoes all of it',
  { timeout: 30_000 },
  () => {
    test.each<[string, Fault & { kind: 'echo' }]>([
      ['in the sentence of a refusal', { kind: 'echo', status: 400, as: 'message' }],
      ['in the sentence of a refusal under 200', { kind: 'echo', status: 200, as: 'message' }],
      ['in the sentence of a refused token', { kind: 'echo', status: 401, as: 'message' }],
      ['in the sentence of a fault', { kind: 'echo', status: 500, as: 'message' }],
      ['in the page of a fault', { kind: 'echo', status: 500, as: 'page' }],
      ['in a page under 200', { kind: 'echo', status: 200, as: 'page' }],
      ['in the fields of an answer', { kind: 'echo', status: 200, as: 'field' }],
      ['in the fields of a refusal', { kind: 'echo', status: 422, as: 'field' }],
    ])('%s', async (_where, fault) => {
      const { client, wallet } = await world.signedIn()
      const start = makeStart(world)
      const signed = await initiateAndSign(client, start, world.user(0))
      world.forget()
      world.proxy.play({ path: processPath, fault })
      const text = textOf(await failureOf(client.processTransfer(signed)))
      const { bodyText } = world.proxy.requests[0] ?? { bodyText: '' }
      const { r, s } = signed.signature
      for (const secret of [start.organizationKey, start.apiKey, r, s, signed.msgHash]) {
        expect(bodyText).toContain(secret)
        expect(text).not.toContain(secret)
        expect(text).not.toContain(secret.slice(2, 20))
      }
      expect(text).not.toMatch(/eyJ/)
      expect(text).not.toContain(wallet.stored)
      expect(world.proxy.sent().filter((line) => line.includes('process'))).toEqual([processLine])
    })
  },
)
