// Orders that were sent without an answer are found by what they are, as a set, and never by less than all.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BEFORE_SEND_MS, matchUnknown } from '../../../src-main/trading/match-unknown.ts'
import { sampleOrder, sampleUnknown } from './sample-orders.ts'

const none: ReadonlySet<number> = new Set()
const pairs = (matches: ReturnType<typeof matchUnknown>): [nonce: number | null, order: number][] =>
  matches.map(({ placed, order }) => [placed.nonce, order.id])

describe('an order without an answer', () => {
  it('is the one with equal numbers, however they are written', () => {
    expect(pairs(matchUnknown([sampleUnknown(500)], [sampleOrder(501)], none))).toEqual([[500, 501]])
  })

  it.each([
    ['market', { market: 'btcusdc' }],
    ['side', { side: 'sell' as const }],
    ['type', { type: 'limit_maker' }],
    ['price', { price: '1222.53' }],
    ['amount', { originVolume: '0.18' }],
  ])('is none with another %s', (_what, changes) => {
    expect(matchUnknown([sampleUnknown(500)], [sampleOrder(501, changes)], none)).toEqual([])
  })

  it('is none that another intent has for certain', () => {
    expect(matchUnknown([sampleUnknown(500)], [sampleOrder(501)], new Set([501]))).toEqual([])
  })

  it('may have been created up to two minutes before it was sent, by the clocks, and not earlier', () => {
    const found = (createdAtMs: number) =>
      matchUnknown([sampleUnknown(500)], [sampleOrder(7, { createdAtMs })], none).length
    expect([found(500_000 - BEFORE_SEND_MS), found(500_000 - BEFORE_SEND_MS - 1)]).toEqual([1, 0])
  })

  it('is late when it was created more than two minutes after', () => {
    const isLate = (createdAtMs: number) =>
      matchUnknown([sampleUnknown(500)], [sampleOrder(7, { createdAtMs })], none)[0]?.isLate
    expect([isLate(620_000), isLate(620_001)]).toEqual([false, true])
  })

  it('is compared by the fields that both have', () => {
    const stop = sampleUnknown(500, { type: 'stop_limit', stopPrice: '1230' })
    const told = sampleOrder(501, { type: 'stop_limit', stopPrice: null })
    expect(matchUnknown([stop], [told], none)).toHaveLength(1)
    expect(matchUnknown([stop], [{ ...told, stopPrice: '1231' }], none)).toEqual([])
  })
})

describe('an equal order that was placed elsewhere', () => {
  it('is not taken for one that is nearer in time', () => {
    const orders = [sampleOrder(400), sampleOrder(501), sampleOrder(560)]
    expect(pairs(matchUnknown([sampleUnknown(500)], orders, none))).toEqual([[500, 501]])
  })
})

describe('a refused order that was sent', () => {
  const refused = sampleUnknown(500, { state: 'refused' })

  it('is found where a transport had sent it twice, and told as late', () => {
    expect(matchUnknown([refused], [sampleOrder(501)], none)).toMatchObject([
      { placed: { nonce: 500 }, order: { id: 501 }, isLate: true },
    ])
  })

  it('is not an order of later, which somebody placed after the refusal', () => {
    expect(matchUnknown([refused], [sampleOrder(621)], none)).toEqual([])
  })

  it('gets only what orders of unknown outcome leave, and does not hold them up', () => {
    const unknown = sampleUnknown(510)
    expect(pairs(matchUnknown([refused, unknown], [sampleOrder(501)], none))).toEqual([[510, 501]])
    expect(pairs(matchUnknown([refused, unknown], [sampleOrder(501), sampleOrder(511)], none))).toEqual([
      [510, 511],
      [500, 501],
    ])
  })
})

describe('several alike', () => {
  const alike = [sampleUnknown(500), sampleUnknown(510), sampleUnknown(520)]

  it('are all found where there are as many orders, in the order of time', () => {
    const orders = [sampleOrder(521), sampleOrder(501), sampleOrder(511)]
    expect(pairs(matchUnknown(alike, orders, none)).toSorted()).toEqual([
      [500, 501],
      [510, 511],
      [520, 521],
    ])
  })

  it('are none of them claimed where there are fewer', () => {
    expect(matchUnknown(alike, [sampleOrder(501), sampleOrder(511)], none)).toEqual([])
  })

  it('leave an order to the one that is on the wire, whose answer will say which is its own', () => {
    const sending = sampleUnknown(510, { state: 'sending' })
    expect(pairs(matchUnknown([sampleUnknown(500), sending], [sampleOrder(511)], none))).toEqual([])
    const both = [sampleOrder(501), sampleOrder(511)]
    expect(pairs(matchUnknown([sampleUnknown(500), sending], both, none))).toEqual([[500, 501]])
  })

  it('get no order that is older than their own sending allows', () => {
    const late = sampleUnknown(5_000)
    const orders = [sampleOrder(501), sampleOrder(1_000)]
    expect(matchUnknown([sampleUnknown(500), late], orders, none)).toEqual([])
    expect(pairs(matchUnknown([sampleUnknown(500), late], [...orders, sampleOrder(5_001)], none))).toEqual([
      [5_000, 5_001],
      [500, 501],
    ])
  })

  it('give each order to one intent at most, whatever there is', () => {
    const seconds = fc.integer({ min: 400, max: 700 })
    fc.assert(
      fc.property(
        fc.uniqueArray(seconds, { maxLength: 6 }),
        fc.uniqueArray(seconds, { maxLength: 8 }),
        (sent, created) => {
          const matches = matchUnknown(
            sent.map((at) => sampleUnknown(at)),
            created.map((at) => sampleOrder(at)),
            none,
          )
          expect(new Set(matches.map(({ order }) => order.id)).size).toBe(matches.length)
          expect(new Set(matches.map(({ placed }) => placed.id)).size).toBe(matches.length)
          // Alike: all or none.
          expect([0, sent.length]).toContain(matches.length)
        },
      ),
    )
  })
})
