// What a signature takes besides its order is found by the balances afterwards: at once or later, and after the account was left.
import { describe, expect, it } from 'vitest'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { sampleIntent as sampleTransfer } from '../../unit/store/sample-transfers.ts'
import { account } from '../world.ts'
import { resting, startTrading } from './trading-world.ts'

const answer = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

interface BalanceAnswer {
  readonly payload: readonly { readonly currency: string; readonly balance: string }[]
}

/** A world whose exchange can fail to tell balances, and can take USDC. */
async function start() {
  const there = { isBroken: false, taken: 0, reads: 0 }
  const world = await startTrading({
    async fetch(url, init) {
      if (!url.includes('/user/balance/')) return fetch(url, init)
      there.reads += 1
      if (there.isBroken) return answer(500, { status: 'error', message: 'no', payload: {} })
      const response = await fetch(url, init)
      const body = (await response.json()) as BalanceAnswer
      const payload = body.payload.map((row) =>
        row.currency === 'usdc' ? { ...row, balance: String(Number(row.balance) - there.taken) } : row,
      )
      return answer(200, { ...body, payload })
    },
  })
  const isLocked = async (): Promise<boolean> => (await world.trading.getSession()).signingLocked
  return {
    ...world,
    there,
    isLocked,
    untilLocked: () => eventually(async () => expect(await isLocked()).toBe(true)),
    differences: async () =>
      (await world.listAlarms()).flatMap((alarm) => ('difference' in alarm ? [alarm.difference] : [])),
    /** Resolves once the balances have been read so often more. */
    untilRead: async (count: number): Promise<void> => {
      const until = there.reads + count
      await eventually(() => expect(there.reads).toBeGreaterThanOrEqual(until))
    },
  }
}

const gone = (amount: string) => [{ kind: 'balance', currency: 'usdc', amount }]

describe('a balance that went down', () => {
  it('right after the signature locks signing, with what is gone', async () => {
    const { there, place, startSession, trading, untilLocked, differences } = await start()
    await startSession()
    await place(resting)
    there.taken = 500
    await untilLocked()
    expect(await differences()).toMatchObject(gone('500'))
    expect(await trading.getSession()).toMatchObject({ session: null, lastEnd: { reason: 'difference' } })
  }, 60_000)

  it('some looks later locks it as well', async () => {
    const { there, place, untilRead, untilLocked, differences } = await start()
    await place(resting)
    await untilRead(2)
    there.taken = 500
    await untilLocked()
    expect(await differences()).toMatchObject(gone('500'))
  }, 60_000)

  it('after an order that the exchange refused locks it too: the hash may have been of something else', async () => {
    const { there, place, journal, untilLocked, differences } = await start()
    const placed = await place({ ...resting, amount: '1000000' })
    expect(placed.state).toBe('refused')
    expect(await journal.getPlacedOrder(placed.id)).not.toMatchObject({ signature: null })
    there.taken = 0.5
    await untilLocked()
    expect(await differences()).toMatchObject(gone('0.5'))
  }, 60_000)

  it('while another account was in use is found when the first comes back', async () => {
    const { there, place, services, store, untilRead, untilLocked, differences } = await start()
    const ethereumAddress = derivePracticeUsers(7)[1]?.ethereumAddress ?? ''
    const other = { ...account, networkKind: 'practice', baseUrl: null, ethereumAddress } as const
    await store.putAccount({ ...other, id: 'b', label: 'B' })
    await place(resting)
    await untilRead(1)
    await services.accounts.activate({ id: 'b' })
    there.taken = 500
    await services.accounts.activate({ id: account.id })
    await services.accounts.signIn()
    await untilLocked()
    expect(await differences()).toMatchObject(gone('500'))
  }, 60_000)
})

describe('balances that cannot be read before an order', () => {
  it('are a warning of its question, and what leaves after the first reading is found', async () => {
    const { there, place, asked, untilRead, untilLocked, differences } = await start()
    there.isBroken = true
    expect(await place(resting)).toMatchObject({ state: 'accepted' })
    expect(asked.orders).toMatchObject([{ warnings: ['noBalances'], outside: null }])
    there.isBroken = false
    await untilRead(2)
    there.taken = 500
    await untilLocked()
    expect(await differences()).toMatchObject(gone('500'))
  }, 90_000)

  it('let no session cover it: it asks, and says why', async () => {
    const { there, place, asked, startSession } = await start()
    there.isBroken = true
    await startSession()
    await place(resting)
    expect(asked.orders).toMatchObject([{ warnings: ['noBalances'], outside: { limit: 'noBalances' } }])
  })
})

it('a transfer that stays in processing explains its amount once', async () => {
  const { there, place, journal, isLocked, untilRead, untilLocked, differences } = await start()
  const senderAddress = derivePracticeUsers(7)[0]?.ethereumAddress ?? ''
  const intent = sampleTransfer(3, { senderAddress, amount: '50' })
  const { id } = await journal.createTransfer(intent, '')
  await journal.moveTransfer(id, ['intended'], 'initiating', {}, 2)
  await journal.moveTransfer(id, ['initiating'], 'initiated', { msgHash: '0x77', nonce: 1 }, 3)
  await journal.moveTransfer(id, ['initiated'], 'signed', { signature: { r: '0x1', s: '0x2' } }, 4)
  await journal.moveTransfer(id, ['signed'], 'processing', {}, 5)
  await place(resting)
  there.taken = 50
  await untilRead(3)
  expect(await isLocked()).toBe(false)
  there.taken = 100
  await untilLocked()
  expect(await differences()).toMatchObject(gone('50'))
}, 90_000)

it('an order that the exchange accepted and does not have locks signing', async () => {
  const { trading, place, listAlarms } = await startTrading({
    fetch: (url, init) =>
      /\/sapi\/v1\/orders\/(?:detail|\d+)/.test(url)
        ? Promise.resolve(answer(404, { status: 'error', message: 'Order not found', payload: {} }))
        : fetch(url, init),
  })
  const placed = await place(resting)
  await eventually(async () => expect((await trading.getSession()).signingLocked).toBe(true))
  expect(await listAlarms()).toMatchObject([
    { kind: 'signingLocked', difference: { kind: 'noOrder', orderId: placed.orderId } },
  ])
}, 60_000)
