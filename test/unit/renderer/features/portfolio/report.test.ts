// The periods of a report by the calendar of a zone, its figures as shown, and what is said of what it lacks.
import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'
import { setCurrentZone } from '../../../../../src-renderer/text/format/current-zone.svelte.ts'
import {
  nameRange,
  rangeOf,
  reportPeriods,
  stepRange,
  writeDay,
} from '../../../../../src-renderer/features/portfolio/report/report-range.ts'
import { modelReport } from '../../../../../src-renderer/features/portfolio/report/report-model.ts'
import { describeMissing } from '../../../../../src-renderer/features/portfolio/report/report-text.ts'
import { makeReport } from './make-pnl.ts'

const utc = openZone('UTC')
const hourMs = 3_600_000
afterEach(() => setCurrentZone(utc))

describe('the period of a report', () => {
  const at = Date.UTC(2026, 10, 22, 15)

  it('is the day, week, month, quarter or year of the zone in which a time lies; weeks begin on Monday', () => {
    expect(rangeOf('day', at, utc)).toEqual({ fromMs: Date.UTC(2026, 10, 22), toMs: Date.UTC(2026, 10, 23) })
    expect(rangeOf('week', at, utc)).toEqual({ fromMs: Date.UTC(2026, 10, 16), toMs: Date.UTC(2026, 10, 23) })
    expect(rangeOf('month', at, utc)).toEqual({ fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 11, 1) })
    expect(rangeOf('year', at, utc)).toEqual({ fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2027, 0, 1) })
    expect(rangeOf('quarter', at, utc)).toEqual({ fromMs: Date.UTC(2026, 9, 1), toMs: Date.UTC(2027, 0, 1) })
    expect(rangeOf('all', at, utc)).toEqual({ fromMs: 0, toMs: Date.UTC(2027, 0, 1) })
    const tokyo = rangeOf('day', at, openZone('Asia/Tokyo'))
    expect(tokyo.fromMs).toBe(Date.UTC(2026, 10, 22, 15))
  })

  it('has 23 and 25 hours where clocks change', () => {
    const berlin = openZone('Europe/Berlin')
    const length = (timeMs: number): number => {
      const { fromMs, toMs } = rangeOf('day', timeMs, berlin)
      return (toMs - fromMs) / hourMs
    }
    expect(length(Date.UTC(2026, 2, 29, 12))).toBe(23)
    expect(length(Date.UTC(2026, 9, 25, 12))).toBe(25)
  })

  it('follows the one before without a gap or an overlap, in any zone and any year', () => {
    const zones = ['UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/Sao_Paulo', 'Asia/Kolkata'].map(openZone)
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...reportPeriods.filter((period) => period !== 'all')),
        fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
        (zone, period, timeMs) => {
          const range = rangeOf(period, timeMs, zone)
          expect(range.fromMs <= timeMs && timeMs < range.toMs).toBe(true)
          const next = stepRange(period, range, 1, zone)
          expect(next?.fromMs).toBe(range.toMs)
          if (next !== null) expect(stepRange(period, next, -1, zone)).toEqual(range)
        },
      ),
    )
  })

  it('does not go back before 1970', () => {
    expect(stepRange('year', rangeOf('year', 5, utc), -1, utc)).toBeNull()
    for (const direction of [-1, 1] as const)
      expect(stepRange('all', rangeOf('all', at, utc), direction, utc)).toBeNull()
  })

  it('is named as people name it', () => {
    const name = (period: (typeof reportPeriods)[number]): string =>
      nameRange(period, rangeOf(period, at, utc), utc)
    expect(reportPeriods.map(name)).toEqual([
      ...['22 Nov 2026', '16 Nov to 22 Nov 2026', 'November 2026', 'Q4 2026', '2026', 'All time'],
    ])
    const own = { fromMs: Date.UTC(2025, 11, 30), toMs: Date.UTC(2026, 0, 3) }
    expect(nameRange(null, own, utc)).toBe('30 Dec 2025 to 2 Jan 2026')
    expect(writeDay(own.fromMs, utc)).toBe('2025-12-30')
  })
})

describe('what a report lacks', () => {
  const later = Date.UTC(2027, 0, 1)

  it('is nothing where all is known', () => {
    expect(describeMissing(makeReport(), later)).toEqual([])
  })

  it('is said of what is not known, and of fills that are still missing', () => {
    const report = makeReport({
      knownFromMs: Date.UTC(2026, 10, 10),
      ordersWithoutFills: 1200,
      earlierOrdersWithoutFills: 1,
    })
    expect(describeMissing(report, Date.UTC(2026, 11, 3))).toEqual([
      'Known from 10 Nov 00:00 UTC.',
      '1,200 orders of this period: fills are still missing and not counted.',
      '1 earlier order: fills are still missing.',
    ])
  })

  it('is said of a period under way, not begun, or of which nothing has been read', () => {
    const knownUntilMs = Date.UTC(2026, 10, 20, 12)
    const nowMs = knownUntilMs + 60_000
    const say = (changes: Parameters<typeof makeReport>[0], atMs = nowMs): readonly string[] =>
      describeMissing(makeReport(changes), atMs)
    expect(say({ knownUntilMs })).toEqual(['Known until 12:00:00 UTC.'])
    expect(say({ knownUntilMs, knownFromMs: Date.UTC(2026, 10, 10) })).toEqual([
      'Known from 10 Nov 00:00 UTC until 12:00:00 UTC.',
    ])
    expect(say({ knownUntilMs: null })).toEqual(['This account’s orders are not loaded yet.'])
    expect(say({ knownUntilMs: Date.UTC(2026, 9, 20) }, Date.UTC(2026, 9, 21))).toEqual([
      'This period has not started yet.',
    ])
  })
})

describe('the figures of a report', () => {
  const fault = { reason: 'notChecked' } as const
  const unknown = { state: 'unknown' } as const

  it('are main’s own, the newest day first and none without a trade', () => {
    const [day, ...others] = makeReport().days
    const idle = {
      dayMs: Date.UTC(2026, 10, 9),
      trades: 0,
      volumes: [],
      fees: '0',
      realized: unknown,
      isPartial: false,
    }
    const model = modelReport(makeReport({ days: day === undefined ? [] : [day, ...others, idle] }))
    expect(model.sums.map(({ id, figure }) => [id, figure])).toEqual([
      ['bought', { state: 'known', amount: '3000' }],
      ['sold', { state: 'known', amount: '1717.17' }],
      ['fees', { state: 'known', amount: '5.6789' }],
      ['realized', { state: 'known', amount: '217.17' }],
      ['net', { state: 'known', amount: '211.4911' }],
    ])
    expect(
      model.sums.every(({ why, unit, decimals }) => why === '' && unit === 'usdc' && decimals === 2),
    ).toBe(true)
    expect(model.days.map(({ dayMs }) => dayMs)).toEqual([Date.UTC(2026, 10, 4), Date.UTC(2026, 10, 3)])
    expect(model.best).toMatchObject({ dayMs: Date.UTC(2026, 10, 3), figure: { amount: '300.5' }, why: '' })
    expect(model.worst).toMatchObject({ dayMs: Date.UTC(2026, 10, 4), figure: { amount: '-83.33' } })
    expect(model.markets[0]?.figures.map(({ unit }) => unit)).toEqual([
      'eth',
      'usdc',
      'eth',
      'usdc',
      'usdc',
      'usdc',
    ])
  })

  it('that are estimated say why: of a market by its own two currencies, of the sum by all', () => {
    const [market] = makeReport().markets
    if (market === undefined) throw new Error('no market')
    const estimated = { state: 'estimated', amount: '217.17' } as const
    const model = modelReport(
      makeReport({
        markets: [
          { ...market, realized: estimated },
          { ...market, market: 'btcusdc' },
        ],
        sum: { ...makeReport().sum, realized: estimated, net: estimated },
        best: { dayMs: Date.UTC(2026, 10, 3), amount: '300.5', state: 'estimated' },
        books: [
          { currency: 'btc', state: 'known', fault: null },
          { currency: 'eth', state: 'estimated', fault },
          { currency: 'link', state: 'estimated', fault: { reason: 'openingSold' } },
        ],
      }),
    )
    const [eth, btc] = model.markets.map(({ figures }) => figures.at(-1))
    expect(eth).toMatchObject({
      figure: estimated,
      why: expect.stringContaining('opening cost of ETH') as string,
    })
    expect(eth?.why).not.toContain('LINK')
    expect(btc?.why).toBe('')
    const [realized, net] = model.sums.slice(-2)
    for (const one of [realized, net, model.best]) {
      expect(one?.figure.state).toBe('estimated')
      expect(one?.why).toMatch(/opening cost of ETH.*\n.*LINK/)
    }
  })

  it('that are unknown say which price is missing, and are never shown as known', () => {
    const sum = { ...makeReport().sum, bought: null, fees: null, net: unknown }
    const model = modelReport(makeReport({ sum, best: null, worst: null }))
    const [bought, , fees, realized, net] = model.sums
    expect(bought).toMatchObject({
      figure: unknown,
      why: 'A fill has no price, so it can’t be valued.',
    })
    for (const one of [fees, net]) {
      expect(one).toMatchObject({
        figure: unknown,
        why: 'A fee is not reported or has no price, so it can’t be valued.',
      })
    }
    expect(realized).toMatchObject({ figure: { state: 'known' }, why: '' })
    expect([model.best, model.worst]).toEqual([null, null])
  })

  it('are estimated sums, with the reason, where fills are missing', () => {
    const [market] = makeReport().markets
    const [day] = makeReport().days
    if (market === undefined || day === undefined) throw new Error('no market or day')
    const part = modelReport(
      makeReport({
        markets: [{ ...market, isPartial: true }],
        days: [{ ...day, isPartial: true }],
        sum: { ...makeReport().sum, isPartial: true },
      }),
    )
    const sums = [...part.sums.slice(0, 3), ...(part.markets[0]?.figures.slice(0, 5) ?? [])]
    for (const one of [...sums, ...part.volumes, ...part.fees, part.days[0]?.fees]) {
      expect([one?.figure.state, one?.why]).toEqual([
        'estimated',
        expect.stringMatching(/^Fills are missing/),
      ])
    }
    expect([part.markets[0]?.isPartial, part.days[0]?.isPartial]).toEqual([true, true])
  })

  it('are unknown, not zero, of a period that nothing is known of', () => {
    const zeros = { state: 'known', amount: '0' } as const
    const sum = { bought: '0', sold: '0', fees: '0', realized: zeros, net: zeros, isPartial: false }
    const empty = { trades: 0, markets: [], days: [], volumes: [], fees: [], sum, best: null, worst: null }
    const model = modelReport(makeReport({ ...empty, knownUntilMs: null }))
    expect(model.sums.map(({ figure }) => figure.state)).toEqual(Array(5).fill('unknown'))
    expect(model.sums.every(({ why }) => why === 'No orders or fills of this period are loaded yet.')).toBe(
      true,
    )
    const quiet = modelReport(makeReport(empty))
    expect(quiet.sums.every(({ figure }) => figure.state === 'known')).toBe(true)
  })
})
