// A trading session is granted in the secure window, by main's record, and ends with what it was granted for.
import { describe, expect, it } from 'vitest'
import { eventually } from '../../fixtures/eventually.ts'
import { noOrderBusiness } from '../../fixtures/no-order-business.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { resting, standardLimits, startTrading } from './trading-world.ts'

describe('a trading session', () => {
  it('is asked for with main’s own record, and runs after a yes', async () => {
    const { trading, startSession, asked, told } = await startTrading()
    const session = await startSession()
    expect(asked.sessions).toHaveLength(1)
    // 1,000 × (1% + the fee of the practice exchange, which is the highest of its orders).
    const [question] = asked.sessions
    expect(question).toMatchObject({ network: 'practice', limits: standardLimits, replaces: false })
    expect(Number(question?.largestLoss)).toBe(10 * (1 + Number(question?.feePercent)))
    expect(Number(question?.feePercent)).toBeGreaterThanOrEqual(0.1)
    expect(session).toMatchObject({
      limits: standardLimits,
      largestLoss: question?.largestLoss,
      left: { sum: '1000', signatures: 20 },
    })
    expect(session.endsAtMs - session.startedAtMs).toBe(15 * 60_000)
    expect(await trading.getSession()).toEqual({ session, lastEnd: null, signingLocked: false })
    await eventually(() => expect(told.last('trading:sessionChanged')).toMatchObject({ session }))
  })

  it('is none after a no, and none with limits that nobody may grant', async () => {
    const { trading, startSession, asked } = await startTrading({ sessions: 'no' })
    expect((await failureOf(startSession())).code).toBe('userDeclined')
    expect((await trading.getSession()).session).toBeNull()
    const failure = await failureOf(startSession({ largestSum: '250001' }))
    expect(failure.data).toEqual({ field: 'largestSum', reason: 'aboveLargest', largest: '250000' })
    expect(asked.sessions).toHaveLength(1)
  })

  it('is asked for again for every other limit, and the one that runs goes on after a no', async () => {
    const { trading, startSession, asked, person } = await startTrading()
    const first = await startSession()
    person.sessions = 'no'
    await failureOf(startSession({ largestSum: '2000' }))
    expect(asked.sessions[1]).toMatchObject({ replaces: true, limits: { largestSum: '2000' } })
    expect((await trading.getSession()).session).toEqual(first)
  })

  it('ends by hand, with the account, and when nobody is there', async () => {
    const { services, trading, startSession, system } = await startTrading()
    await startSession()
    trading.endSession()
    expect(await trading.getSession()).toMatchObject({ session: null, lastEnd: { reason: 'byHand' } })
    await startSession()
    system.idleSeconds = 300
    expect(await trading.getSession()).toMatchObject({ session: null, lastEnd: { reason: 'idle' } })
    system.idleSeconds = 0
    await startSession()
    await services.accounts.connectPractice({ user: 1 })
    expect(await trading.getSession()).toMatchObject({ session: null, lastEnd: { reason: 'accountChanged' } })
  })
})

describe('a session that runs', () => {
  it('is named before everything is removed, and ends with a yes', async () => {
    const { services, trading, startSession, place, listAlarms } = await startTrading()
    await startSession()
    await place(resting)
    await eventually(async () =>
      expect(await services.removal.getFacts()).toMatchObject({ isSessionRunning: true, openOrders: 1 }),
    )
    await services.removal.removeAll({ typed: 'Remove everything' })
    expect(await trading.getSession()).toMatchObject({ session: null, lastEnd: { reason: 'byHand' } })
    expect((await listAlarms()).filter(({ kind }) => kind === 'sessionEnded')).toEqual([])
  }, 30_000)

  it('is named for its own account and for all, with what is open', async () => {
    const { services, startSession, place } = await startTrading()
    const { accountId } = await startSession()
    await place(resting)
    const business = { undecidedOrders: 0, openOrders: 1, isSessionRunning: true }
    await eventually(async () => expect(await services.readOrderBusiness(accountId)).toEqual(business))
    expect(await services.readOrderBusiness(null)).toEqual(business)
    expect(await services.readOrderBusiness('another')).toEqual(noOrderBusiness)
  }, 30_000)

  it('is not told of where a person has granted another one in its place', async () => {
    const { trading, startSession, listAlarms } = await startTrading()
    await startSession()
    await startSession()
    expect(await trading.getSession()).toMatchObject({ lastEnd: { reason: 'replaced' } })
    expect(await listAlarms()).toEqual([])
  }, 30_000)

  it('is told at the next start where the app was quit', async () => {
    const { services, startSession, store } = await startTrading()
    await startSession()
    await services.close()
    // What the next start notes first.
    const kept = await store.noteNotices(Date.now())
    expect(kept.map(({ facts }) => JSON.parse(facts) as unknown)).toMatchObject([
      { kind: 'sessionEnded', reason: 'quit' },
    ])
  }, 30_000)
})

describe('fixed price bounds', () => {
  it('are narrowed without a question, and widened after a yes only', async () => {
    const { trading, asked, person } = await startTrading()
    const market = 'ethusdc'
    await trading.setBounds({ market, lowest: '900', highest: '2000', triggerPercent: null })
    await trading.setBounds({ market, lowest: '950', highest: '2000', triggerPercent: null })
    expect(asked.changes).toEqual([])
    person.changes = 'no'
    const failure = await failureOf(
      trading.setBounds({ market, lowest: '950', highest: null, triggerPercent: null }),
    )
    expect(failure.code).toBe('userDeclined')
    expect(asked.changes).toMatchObject([
      { what: 'widenBounds', market, now: { highest: '2000' }, asked: { highest: null } },
    ])
    expect(await trading.getBounds({ market })).toEqual({
      lowest: '950',
      highest: '2000',
      triggerPercent: null,
    })
    expect(await trading.getBounds({ market: 'btcusdc' })).toEqual({
      lowest: null,
      highest: null,
      triggerPercent: null,
    })
    person.changes = 'yes'
    await trading.setBounds({ market, lowest: null, highest: null, triggerPercent: null })
    expect(await trading.getBounds({ market })).toEqual({ lowest: null, highest: null, triggerPercent: null })
  })

  it('are none that allow nothing', async () => {
    const { trading } = await startTrading()
    const refused = async (lowest: string, highest: string) =>
      (await failureOf(trading.setBounds({ market: 'ethusdc', lowest, highest, triggerPercent: null }))).data[
        'reason'
      ]
    expect([await refused('2', '1'), await refused('0', '1')]).toEqual(['crossed', 'notPositive'])
  })

  it('has stops ask beyond 20%, or beyond what a person changed it to', async () => {
    const { trading, place, asked, startSession } = await startTrading()
    const market = 'ethusdc'
    const setTrigger = (triggerPercent: string | null) =>
      trading.setBounds({ market, lowest: null, highest: null, triggerPercent })
    expect((await failureOf(setTrigger('100.1'))).data).toMatchObject({ reason: 'tooLarge', largest: '100' })
    expect((await failureOf(setTrigger('0'))).data).toMatchObject({ reason: 'notPositive' })
    await place(resting)
    const last = asked.orders.pop()?.prices.last
    await startSession()
    const stopPrice = String(Math.floor(Number(last) * 0.75))
    const stop = { ...resting, type: 'stop_limit', side: 'sell', price: stopPrice, stopPrice } as const
    expect(await place({ ...stop, amount: '0.01' })).toMatchObject({ state: 'accepted' })
    expect(asked.orders).toMatchObject([{ warnings: ['farTrigger'], outside: { limit: 'trigger' } }])
    await setTrigger('30')
    expect(asked.changes).toMatchObject([{ what: 'widenBounds', now: { triggerPercent: null } }])
    expect(await place({ ...stop, amount: '0.01' })).toMatchObject({ state: 'accepted' })
    expect(asked.orders).toHaveLength(1)
    // Nearer needs no yes.
    await setTrigger('10')
    expect(asked.changes).toHaveLength(1)
    expect(await place({ ...stop, amount: '0.01' })).toMatchObject({ state: 'accepted' })
    expect(asked.orders).toHaveLength(2)
  }, 30_000)
})
