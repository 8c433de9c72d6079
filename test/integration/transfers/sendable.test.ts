// What an account can send, by balances of the practice exchange, and that nothing above it is written down.
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { writeBalances, writeBasis } from '../../../src-main/portfolio/balances/stored-balances.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import { createSendable, sendableOf } from '../../../src-main/transfers/sendable.ts'
import { failureOf, makeTestClient, movableClock, startMs } from '../../fixtures/test-client.ts'
import { makeSession, makeStore } from '../world.ts'

const clock = movableClock(startMs)

async function makeWorld(balanceIncludesLocked = false) {
  const practice = await startPracticeExchange({
    ...{ host: '127.0.0.1', seed: 7, orders: 0, clock, genesisMs: startMs, balanceIncludesLocked },
  })
  const [alice] = practice.users
  if (alice === undefined) throw new Error('no practice user')
  const { client } = makeTestClient(practice.baseUrl, { privateKey: alice.ethereumPrivateKey, clock })
  const store = await makeStore()
  const session = { ...makeSession(practice.baseUrl, clock), client }
  const faults: unknown[] = []
  const sendable = createSendable({ store, report: (error) => faults.push(error) })
  onTestFinished(async () => {
    client.close()
    await practice.close()
  })
  const { rows } = await client.listBalances({ currency: 'usdc' })
  const usdc = rows[0]
  if (usdc === undefined) throw new Error('no USDC')
  const lock = async (): Promise<void> => {
    const toSign = await client.prepareOrder({
      ...{ market: 'ethusdc', type: 'limit', side: 'buy', volume: '0.5', price: '500' },
    })
    await client.createOrder({ ...toSign, signature: signMsgHash(toSign.msgHash, alice.starkPrivateKey) })
  }
  return { practice, client, store, session, sendable, faults, usdc, lock }
}

const less = (amount: string, by: number): string => (Number(amount) - by).toFixed(6)

describe('more than can be sent', () => {
  it('is refused with what is free, and all that is free is not', async () => {
    const { session, sendable, usdc, faults } = await makeWorld()
    expect((await failureOf(sendable.check(session, '999999999999'))).data).toEqual({
      ...{ field: 'amount', reason: 'overFree', balance: String(Number(usdc.balance)) },
    })
    await sendable.check(session, less(usdc.balance, 0))
    expect(faults).toEqual([])
  })

  it('excludes what an open order holds, where it is known that the balance includes it', async () => {
    const { session, sendable, store, usdc, lock } = await makeWorld(true)
    await lock()
    // Not known: no more than the balance can be free.
    await sendable.check(session, less(usdc.balance, 100))
    const over = (Number(usdc.balance) + 1).toFixed(6)
    expect((await failureOf(sendable.check(session, over))).data).toMatchObject({ reason: 'overBalance' })
    await writeBasis(store, session.network, 'includes')
    expect((await failureOf(sendable.check(session, less(usdc.balance, 100)))).data).toMatchObject({
      reason: 'overFree',
    })
    await sendable.check(session, less(usdc.balance, 250))
  })

  it('is not refused where balances cannot be read, and the reason is logged', async () => {
    const { practice, session, sendable, faults } = await makeWorld()
    await practice.close()
    await sendable.check(session, '999999999999')
    expect(faults).toHaveLength(1)
  })
})

test('the wizard is told of the last reading, with its age', async () => {
  const { session, sendable, store } = await makeWorld()
  expect(await sendable.read(session)).toBeNull()
  const rows = [{ currency: 'usdc', balance: '100', locked: '40' }]
  await writeBalances(store, session.account.id, { rows, asOfMs: 5 })
  expect(await sendable.read(session)).toEqual({ amount: '100', kind: 'atMost', asOfMs: 5 })
  await writeBasis(store, session.network, 'includes')
  expect(await sendable.read(session)).toEqual({ amount: '60', kind: 'free', asOfMs: 5 })
  expect(sendableOf([], 'includes', 5)).toBeNull()
})
