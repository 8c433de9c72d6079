// Balances of the practice exchange, by both rules, around real orders, fills and transfers.
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { createBalanceReader } from '../../../src-main/portfolio/balances/balance-reader.ts'
import { createPortfolio } from '../../../src-main/portfolio/portfolio.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import { channels } from '../../../src-preload/contract/contract.ts'
import type { Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { makeTestClient, movableClock, startMs } from '../../fixtures/test-client.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { inUse, makeSession, makeStore } from '../world.ts'

const { signal } = new AbortController()
const numberOf = (figure: Figure): number => (figure.state === 'unknown' ? NaN : Number(figure.amount))

async function makeWorld(balanceIncludesLocked: boolean, orders = 0) {
  const clock = movableClock(startMs)
  const practice = await startPracticeExchange({
    ...{ host: '127.0.0.1', seed: 7, orders, clock, genesisMs: startMs, balanceIncludesLocked },
  })
  onTestFinished(() => practice.close())
  const [alice, bob] = practice.users
  if (alice === undefined || bob === undefined) throw new Error('no practice users')
  const clients = [alice, bob].map((user) => {
    const { client } = makeTestClient(practice.baseUrl, { privateKey: user.ethereumPrivateKey, clock })
    onTestFinished(() => client.close())
    return client
  })
  const [client, other] = clients
  if (client === undefined || other === undefined) throw new Error('no clients')
  const store = await makeStore()
  const session = { ...makeSession(practice.baseUrl, clock), client }
  const faults: unknown[] = []
  const options = { store, clock, session, onFault: (error: unknown) => faults.push(error) }
  const reader = createBalanceReader(options)
  const portfolio = createPortfolio({
    ...{ store, journal: openJournalHere(), clock, getTimeZone: () => 'UTC', onChanged: () => undefined },
    current: inUse(session),
  })
  const read = async () => {
    clock.moveTo(clock.now() + 10_000)
    await reader.refresh(signal)
    return channels['portfolio:getBalances'].output.parse(await portfolio.getBalances())
  }
  async function place(by: 0 | 1, side: 'buy' | 'sell', volume: string, price: string): Promise<number> {
    const [user, sender] = by === 0 ? [alice, client] : [bob, other]
    if (user === undefined || sender === undefined) throw new Error('no trader')
    const draft = { market: 'ethusdc', type: 'limit', side, volume, price } as const
    const toSign = await sender.prepareOrder(draft)
    const { id } = await sender.createOrder({
      ...toSign,
      signature: signMsgHash(toSign.msgHash, user.starkPrivateKey),
    })
    return id
  }
  /** Sends USDC from the account to the other user. */
  async function send(amount: string): Promise<void> {
    if (alice === undefined || bob === undefined || client === undefined) throw new Error('no sender')
    const { organizationKey, apiKey, starkPrivateKey } = alice
    const start = {
      destinationAddress: bob.ethereumAddress,
      reference: '1234567890',
      currency: 'usdc' as const,
      amount,
    }
    const toSign = await client.initiateTransfer({ organizationKey, apiKey, ...start })
    const signature = signMsgHash(toSign.msgHash, starkPrivateKey)
    await client.processTransfer({ organizationKey, apiKey, ...toSign, signature })
  }
  return { client, place, read, send, faults }
}

describe.each([
  ['excludes', false],
  ['includes', true],
] as const)('an exchange whose balance %s what is locked', (basis, isIncluded) => {
  it('is found out by an order that is placed, and the sums stay the same', async () => {
    const { client, place, read, faults } = await makeWorld(isIncluded)
    const before = await read()
    expect(before.basis).toBe('unknown')
    const usdcBefore = before.balances.find(({ currency }) => currency === 'usdc')
    expect(usdcBefore).toMatchObject({ locked: expect.stringMatching(/^0(\.0+)?$/) as unknown })
    expect(usdcBefore?.total).toEqual(usdcBefore?.free)

    const id = await place(0, 'buy', '0.5', '500')
    const during = await eventually(async () => {
      const found = await read()
      expect(found.basis).toBe(basis)
      return found
    })
    const usdc = during.balances.find(({ currency }) => currency === 'usdc')
    expect(usdc?.total).toEqual(usdcBefore?.total)
    expect(Number(usdc?.locked)).toBe(250)
    if (usdc === undefined || usdcBefore === undefined) throw new Error('no USDC')
    expect(numberOf(usdcBefore.free) - numberOf(usdc.free)).toBe(250)

    await client.cancelOrder(id)
    await eventually(async () => {
      const after = (await read()).balances.find(({ currency }) => currency === 'usdc')
      expect(after?.free).toEqual(usdcBefore.free)
    })
    expect((await read()).basis).toBe(basis)
    expect(faults).toEqual([])
  })

  it('is not mistaken for the other kind when an order fills, and when a transfer goes beside an order', async () => {
    const { client, place, read, send, faults } = await makeWorld(isIncluded)
    const { asks } = await client.getOrderBook({ market: 'ethusdc' })
    const price = asks[0]?.price ?? ''
    const id = await place(0, 'sell', '0.5', price)
    await eventually(async () => expect((await read()).basis).toBe(basis))
    await place(1, 'buy', '0.5', price)
    await eventually(async () => {
      expect((await client.getOrder(id)).order.state).toBe('done')
      expect((await read()).basis).toBe(basis)
    })
    // Locks and sends as much between two readings, which looks like an order at the other kind of exchange.
    await place(0, 'buy', '0.5', '500')
    await send('250')
    await eventually(async () => {
      const usdc = (await read()).balances.find(({ currency }) => currency === 'usdc')
      expect(Number(usdc?.locked)).toBe(250)
    })
    expect((await read()).basis).toBe(basis)
    expect(faults).toEqual([])
  })

  it('is found out by profit and loss where an order is open already', async () => {
    const { place, read, faults } = await makeWorld(isIncluded)
    await place(0, 'buy', '0.5', '500')
    await eventually(async () => expect((await read()).basis).toBe(basis))
    expect(faults).toEqual([])
  })
})
