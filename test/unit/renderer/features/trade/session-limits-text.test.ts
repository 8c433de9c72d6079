// The limits of a trading session as they are typed: what is asked for is what stands in the fields, or a fault is at its field.
import { describe, expect, it } from 'vitest'
import {
  defaultSessionLimits,
  sessionEndReasons,
} from '../../../../../src-preload/domain/accounts/session-limits.ts'
import {
  describeEnd,
  formatTimeLeft,
  readLimits,
  typedOf,
} from '../../../../../src-renderer/features/trade/session/session-limits-text.ts'

const standard = defaultSessionLimits('ethusdc')
if (standard === null) throw new Error('no limits for ETH/USDC')
const typed = typedOf(standard)
const read = (change: Partial<typeof typed>, markets: readonly string[] = ['ethusdc']) =>
  readLimits({ ...typed, ...change }, markets, 'usdc')
const faultsOf = (...given: Parameters<typeof read>) => {
  const reading = read(...given)
  return reading.ok ? {} : reading.faults
}

describe('the limits of a session', () => {
  it('are the defaults where nothing is changed', () => {
    expect(read({})).toEqual({ ok: true, limits: standard })
  })

  it('are taken as they are typed, exactly', () => {
    const reading = read({ largestOrder: ' 12.50 ', bandPercent: '0.25', minutes: '60' })
    expect(reading.ok && reading.limits).toMatchObject({
      largestOrder: '12.50',
      bandPercent: '0.25',
      minutes: 60,
    })
  })

  it.each([
    [{ largestOrder: '' }, 'largestOrder'],
    [{ largestSum: '1,000' }, 'largestSum'],
    [{ largestOrder: '1e3' }, 'largestOrder'],
    [{ minutes: '1.5' }, 'minutes'],
    [{ signatures: '0' }, 'signatures'],
    [{ minutes: '100000' }, 'minutes'],
    [{ bandPercent: '50' }, 'bandPercent'],
    [{ largestOrder: '2000' }, 'largestOrder'],
  ])('with %o have their fault at %s', (change, field) => {
    expect(Object.keys(faultsOf(change))).toEqual([field])
  })

  it('need a market, and one quote currency', () => {
    expect(Object.keys(faultsOf({}, []))).toEqual(['markets'])
    expect(Object.keys(faultsOf({}, ['ethusdc', 'ethbtc']))).toEqual(['markets'])
  })
})

it('the time that is left is in minutes and seconds, and hours where there are some', () => {
  expect([0, 999, 61_000, 3_725_000, -5].map(formatTimeLeft)).toEqual([
    '0:00',
    '0:01',
    '1:01',
    '1:02:05',
    '0:00',
  ])
})

it('each end has words of its own', () => {
  expect(new Set(sessionEndReasons.map(describeEnd)).size).toBe(sessionEndReasons.length)
})
