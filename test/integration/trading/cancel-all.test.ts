// Canceling everything: from main's menu without a question, from the page with one, until the exchange lists nothing.
import { describe, expect, it, vi } from 'vitest'
import { MAX_NAMED_LEFT } from '../../../src-preload/contract/trading/trading-cancel.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { resting, startTrading } from './canceling-world.ts'

type World = Awaited<ReturnType<typeof startTrading>>

async function placeMany(world: World, counts: Readonly<Record<string, number>>): Promise<void> {
  for (const [market, count] of Object.entries(counts)) {
    for (let done = 0; done < count; done += 1) {
      const [price, amount] =
        market === 'linkusdc' ? [`1.${String(done + 10)}`, '0.1'] : [String(100 + done), '0.001']
      await world.placeElsewhere(market, price, amount)
    }
  }
}

const untilDone = (world: World, timeout = 50_000): Promise<void> =>
  vi.waitFor(() => expect(world.trading.getCancelAll().phase).toBe('done'), { timeout, interval: 20 })

describe('the kill switch', () => {
  it('ends 250 orders in three markets, at most 100 a call, while the exchange answers 429', async () => {
    const requests: string[] = []
    const world = await startTrading({ onRequest: (request) => requests.push(request) })
    await placeMany(world, { ethusdc: 220, btcusdc: 15, linkusdc: 15 })
    expect((await world.listOpen()).length).toBeGreaterThanOrEqual(250)
    await vi.waitFor(
      async () => expect((await world.store.listOpenOrders('a', 1_000)).length).toBeGreaterThanOrEqual(250),
      { timeout: 100_000, interval: 200 },
    )
    world.shares.tooMany = 0.2
    world.shares.tooManyBare = 0.1
    world.trading.killSwitch()
    await untilDone(world, 150_000)
    world.shares.tooMany = world.shares.tooManyBare = 0
    expect(world.trading.getCancelAll()).toMatchObject({ note: 'noneOpen', left: [], leftCount: 0 })
    expect(world.trading.getCancelAll().canceled).toBeGreaterThanOrEqual(250)
    expect(await world.listOpen()).toEqual([])
    expect(requests.filter((request) => request.includes('bulkcancel')).length).toBeGreaterThanOrEqual(5)
    expect(world.changes).toEqual([])
    expect(Math.max(...world.canceling.map(({ left }) => left.length))).toBeLessThanOrEqual(MAX_NAMED_LEFT)
  }, 300_000)

  it('does the same while the app is locked', async () => {
    const world = await startTrading()
    await placeMany(world, { ethusdc: 4, btcusdc: 3, linkusdc: 3 })
    await world.services.security.setPassword()
    world.services.security.lock()
    expect((await world.services.accounts.getState()).session).toBe('appLocked')
    world.trading.killSwitch()
    await untilDone(world)
    expect(await world.listOpen()).toEqual([])
    expect((await world.services.accounts.getState()).session).toBe('appLocked')
    // Nothing else goes on meanwhile.
    await expect(world.services.accounts.signIn()).rejects.toMatchObject({ code: 'vaultLocked' })
    await world.services.security.unlock()
    await eventually(async () => expect((await world.services.accounts.getState()).session).toBe('signedIn'))
  }, 120_000)

  it('does nothing while locked where the tokens are forgotten, says so, and goes on after the unlock', async () => {
    const world = await startTrading()
    await world.placeElsewhere('ethusdc', '100')
    await world.services.security.setPassword()
    await world.services.security.setOptions({ forgetTokensWhenLocked: true })
    world.services.security.lock()
    world.trading.killSwitch()
    await eventually(() => expect(world.trading.getCancelAll().phase).toBe('waitingForConnection'))
    expect(world.trading.getCancelAll().failure).toMatchObject({ code: 'vaultLocked' })
    expect(await world.listOpen()).not.toEqual([])
    await world.services.security.unlock()
    await untilDone(world)
    expect(await world.listOpen()).toEqual([])
  }, 60_000)

  it('refuses new orders first, ends the one that waits for an answer, and cancels the create that is answered late', async () => {
    const world = await startTrading({ faults: { slowSeconds: 3 } })
    let wasAsked = (): void => undefined
    const before = (await world.listOpen()).length
    world.shares.createSlow = 1
    const slow = world.place(resting)
    await eventually(async () => expect(await world.listOpen()).toHaveLength(before + 1))
    world.shares.createSlow = 0
    const isAsked = new Promise<void>((resolve) => {
      wasAsked = resolve
    })
    // A question that nobody answers.
    world.onQuestion(() => {
      wasAsked()
      return new Promise(() => undefined)
    })
    const waiting = world.place({ ...resting, price: '101' })
    void waiting.catch(() => undefined)
    await isAsked
    world.trading.killSwitch()
    await expect(world.place({ ...resting, price: '102' })).rejects.toMatchObject({
      data: { field: 'trading', reason: 'cancelingAll' },
    })
    expect(await slow).toMatchObject({ state: 'accepted' })
    await untilDone(world)
    expect(await world.listOpen()).toEqual([])
    // Afterwards orders are placed again.
    world.onQuestion(() => Promise.resolve())
    expect(await world.place({ ...resting, price: '103' })).toMatchObject({ state: 'accepted' })
  }, 60_000)

  it('a press right after a stop cancels again, while the stopped one still waits for a create', async () => {
    const world = await startTrading({ faults: { slowSeconds: 6 } })
    const before = (await world.listOpen()).length
    world.shares.createSlow = 1
    const slow = world.place(resting)
    await eventually(async () => expect(await world.listOpen()).toHaveLength(before + 1))
    world.shares.createSlow = 0
    world.trading.killSwitch()
    await eventually(async () => expect(await world.listOpen()).toEqual([]))
    world.trading.stopKillSwitch()
    world.trading.killSwitch()
    expect(await slow).toMatchObject({ state: 'accepted' })
    await eventually(() => expect(world.trading.isCancelingAll()).toBe(false))
    expect(world.trading.getCancelAll()).toMatchObject({ phase: 'done', note: 'noneOpen' })
    expect(await world.listOpen()).toEqual([])
  }, 60_000)

  it('cancels an order that is accepted after the last listing as soon as it turns up, and tells of it', async () => {
    const world = await startTrading({ faults: { lateSeconds: 6 } })
    world.shares.createLate = 1
    const placed = await world.place(resting)
    expect(placed.state).toBe('unknown')
    world.trading.killSwitch()
    await untilDone(world)
    expect(world.trading.getCancelAll().mayStillAppear).toEqual([placed.id])
    expect(await world.listOpen()).toEqual([])
    await eventually(async () =>
      expect(await world.listPlaced()).toMatchObject([{ state: 'probablyPlaced' }]),
    )
    await eventually(async () => {
      expect(world.trading.getCancelAll().mayStillAppear).toEqual([])
      expect(await world.listOpen()).toEqual([])
    })
  }, 90_000)

  it('says offline how many may be open, and goes on as soon as there is a connection', async () => {
    const world = await startTrading()
    await placeMany(world, { ethusdc: 3 })
    await eventually(async () => {
      const cached = await world.store.listOpenOrders('a', 100)
      expect(cached.length).toBeGreaterThanOrEqual(3)
    })
    world.setLine(true)
    world.trading.killSwitch()
    await eventually(() => {
      expect(world.trading.getCancelAll().phase).toBe('waitingForConnection')
      expect(world.trading.getCancelAll().leftCount).toBeGreaterThanOrEqual(3)
    })
    world.setLine(false)
    await untilDone(world)
    expect(await world.listOpen()).toEqual([])
  }, 90_000)

  it('ends where a person stops it, and names what is left', async () => {
    const world = await startTrading()
    await placeMany(world, { ethusdc: 2 })
    world.shares.tooMany = 1
    world.trading.killSwitch()
    await eventually(() => expect(world.trading.getCancelAll().failure).not.toBeNull())
    world.trading.stopKillSwitch()
    await untilDone(world)
    expect(world.trading.getCancelAll()).toMatchObject({ note: 'stopped', failure: { code: 'rateLimited' } })
    world.shares.tooMany = 0
  }, 60_000)
})

describe('the page', () => {
  it('that is told no does not hide the kill switch that was pressed meanwhile', async () => {
    const world = await startTrading()
    await world.placeElsewhere('ethusdc', '100')
    world.cutOff('/user/bulkcancel/')
    world.answers.change = 'no'
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<undefined>()
    world.onChangeQuestion(() => isAnswered)
    const asked = world.trading.cancelAll()
    world.trading.killSwitch()
    answer(undefined)
    await expect(asked).rejects.toMatchObject({ code: 'userDeclined' })
    expect(world.trading.isCancelingAll()).toBe(true)
    world.cutOff(null)
    await untilDone(world)
  }, 60_000)

  it('is asked about, and a no cancels nothing', async () => {
    const world = await startTrading()
    await placeMany(world, { ethusdc: 1 })
    const open = await world.listOpen()
    world.answers.change = 'no'
    await expect(world.trading.cancelAll()).rejects.toMatchObject({ code: 'userDeclined' })
    expect(world.changes).toMatchObject([{ what: 'cancelAll', network: 'practice' }])
    expect(world.trading.getCancelAll().phase).toBe('idle')
    expect(await world.listOpen()).toHaveLength(open.length)
    world.answers.change = 'yes'
    expect(await world.trading.cancelAll()).toMatchObject({ phase: 'running' })
    await untilDone(world)
    expect(await world.listOpen()).toEqual([])
    expect(world.told.last('trading:cancelAllChanged')).toMatchObject({ phase: 'done', note: 'noneOpen' })
  }, 60_000)
})
