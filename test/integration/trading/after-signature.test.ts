// What the exchange does with a signature is looked at afterwards: a difference locks signing until a person has looked.
import { describe, expect, it } from 'vitest'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { resting, standardLimits, startTrading } from './trading-world.ts'

describe('after a signature', () => {
  it('nothing happens where the exchange did what was meant', async () => {
    const { trading, place, startSession } = await startTrading()
    await startSession()
    await place(resting)
    await place({ ...resting, price: '101' })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await trading.getSession()).toMatchObject({ signingLocked: false, lastEnd: null })
  })

  it.each([
    ['createOtherSide', 'side'],
    ['createOtherAmount', 'amount'],
    ['createOtherType', 'type'],
    ['createOtherPrice', 'price'],
  ] as const)('%s ends the session and locks signing until a person has looked', async (fault, field) => {
    const { services, trading, place, startSession, asked, person, told, listAlarms, listPlaced } =
      await startTrading({ faults: { [fault]: 1 } })
    await startSession()
    await place(resting)
    await eventually(async () =>
      expect(await trading.getSession()).toMatchObject({
        session: null,
        lastEnd: { reason: 'difference' },
        signingLocked: true,
      }),
    )
    // One event, told once: neither that the order differs nor that the session ended is told beside it.
    expect(await listAlarms()).toMatchObject([
      { kind: 'signingLocked', difference: { kind: 'otherOrder', fields: [field] } },
    ])
    await eventually(() => expect(told.last('trading:sessionChanged')).toMatchObject({ signingLocked: true }))
    const count = (await listPlaced()).length
    const locked = { field: 'trading', reason: 'signingLocked' }
    expect((await failureOf(place(resting))).data).toEqual(locked)
    expect(
      (await failureOf(trading.startSession({ limits: { ...standardLimits, markets: ['ethusdc'] } }))).data,
    ).toEqual(locked)
    expect(await listPlaced()).toHaveLength(count)
    person.changes = 'no'
    expect((await failureOf(trading.reviewDifference())).code).toBe('userDeclined')
    expect(asked.changes).toMatchObject([{ what: 'reviewDifference', difference: { kind: 'otherOrder' } }])
    expect((await trading.getSession()).signingLocked).toBe(true)
    person.changes = 'yes'
    await trading.reviewDifference()
    expect((await trading.getSession()).signingLocked).toBe(false)
    expect((await failureOf(trading.reviewDifference())).code).toBe('notFound')
    expect(services.connection.getState().status).toBe('online')
  })
})

describe('the trigger of a stop, which only lists tell,', () => {
  const stop = { ...resting, type: 'stop_limit', side: 'sell', price: '99', stopPrice: '100' } as const

  it('is compared as well: another one locks signing', async () => {
    const { trading, place, listAlarms } = await startTrading({ faults: { createOtherTrigger: 1 } })
    expect(await place(stop)).toMatchObject({ state: 'accepted', differences: [] })
    await eventually(async () => expect((await trading.getSession()).signingLocked).toBe(true))
    expect(await listAlarms()).toMatchObject([
      { kind: 'signingLocked', difference: { kind: 'otherOrder', fields: ['stopPrice'] } },
    ])
  })

  it('locks nothing where it is the one that was meant, and is waited for where the list lags', async () => {
    const { trading, place, listAlarms } = await startTrading({ listLagSeconds: 4 })
    expect(await place(stop)).toMatchObject({ state: 'accepted' })
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    expect((await trading.getSession()).signingLocked).toBe(false)
    expect(await listAlarms()).toEqual([])
  }, 20_000)
})
