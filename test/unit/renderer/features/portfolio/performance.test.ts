// The calendar of a zone as a grid, and the figures of a period as shown.
import { afterEach, describe, expect, it } from 'vitest'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'
import { setCurrentZone } from '../../../../../src-renderer/text/format/current-zone.svelte.ts'
import {
  makeMonths,
  monthRange,
  netOfMonth,
  shiftMonth,
  shortNet,
  tintsOf,
} from '../../../../../src-renderer/features/portfolio/performance/month-grid.ts'
import {
  decimalsByMarket,
  modelPerformance,
} from '../../../../../src-renderer/features/portfolio/performance/performance-model.ts'
import { describeKnown } from '../../../../../src-renderer/features/portfolio/performance/performance-text.ts'
import { firstDayMs, makePerformance } from './make-performance.ts'
import { known } from './make-pnl.ts'

const utc = openZone('UTC')
afterEach(() => setCurrentZone(utc))

describe('months of days', () => {
  it('end with the month of a time, in the calendar of the zone', () => {
    const at = Date.UTC(2026, 1, 20)
    expect(monthRange(at, 3, utc)).toEqual({ fromMs: Date.UTC(2025, 11, 1), toMs: Date.UTC(2026, 2, 1) })
    expect(monthRange(Date.UTC(1970, 0, 5), 12, utc)).toEqual({ fromMs: 0, toMs: Date.UTC(1970, 1, 1) })
    expect(shiftMonth(at, -3, utc)).toBe(Date.UTC(2025, 10, 1))
    const tokyo = monthRange(Date.UTC(2026, 0, 31, 20), 1, openZone('Asia/Tokyo'))
    expect(tokyo.fromMs).toBe(Date.UTC(2026, 0, 31, 15))
  })

  it('are rows of weeks that start on Monday', () => {
    const months = makeMonths(monthRange(Date.UTC(2026, 10, 5), 3, utc), utc)
    expect(months.map(({ year, month }) => [year, month])).toEqual([
      [2026, 9],
      [2026, 10],
      [2026, 11],
    ])
    const november = months[2]?.weeks.map((week) => week.map((place) => place?.day ?? 0))
    expect(november?.[0]).toEqual([0, 0, 0, 0, 0, 0, 1])
    expect(november?.at(-1)).toEqual([30, 0, 0, 0, 0, 0, 0])
    expect(months[2]?.weeks[0]?.[6]?.dayMs).toBe(Date.UTC(2026, 10, 1))
  })

  it('leave the place of a day free that the zone skipped', () => {
    const apia = openZone('Pacific/Apia')
    const [month] = makeMonths(monthRange(Date.UTC(2011, 11, 10), 1, apia), apia)
    const days = month?.weeks.flat().map((place) => place?.day ?? 0)
    const last = days?.indexOf(29) ?? -1
    expect(days?.slice(last, last + 3)).toEqual([29, 0, 31])
  })

  it('have results in whole units from ten on', () => {
    expect(['9.99', '-9.99', '10', '-1234.5', '0'].map((amount) => shortNet(known(amount)))).toEqual([
      '+9.99',
      '−9.99',
      '+10',
      '−1,234',
      '0.00',
    ])
    expect(shortNet({ state: 'unknown' })).toBe('–')
  })

  it('have the net of their days, as sure as these and as what is loaded', () => {
    const [october, november] = makeMonths(monthRange(Date.UTC(2026, 10, 5), 3, utc), utc).slice(1)
    if (october === undefined || november === undefined) throw new Error('two months')
    const all = makePerformance()
    expect(netOfMonth(all, october)).toBeNull()
    expect(netOfMonth(all, november)).toEqual(known('217.17'))
    const amount = { state: 'estimated', amount: '217.17' }
    expect(netOfMonth({ ...all, knownFromMs: Date.UTC(2026, 10, 2) }, november)).toEqual(amount)
    expect(netOfMonth({ ...all, knownFromMs: Date.UTC(2026, 10, 1) }, november)).toEqual(known('217.17'))
    expect(netOfMonth({ ...all, sum: { ...all.sum, isPartial: true } }, november)).toEqual(amount)
    const [first, last] = all.days
    if (first === undefined || last === undefined) throw new Error('two days')
    const unsure = { ...all, days: [first, { ...last, net: { state: 'unknown' as const } }] }
    expect(netOfMonth(unsure, november)).toEqual({ state: 'unknown' })
  })

  it('are tinted by the size of their result', () => {
    const { days } = makePerformance()
    expect([...tintsOf(days)]).toEqual([
      [firstDayMs, 4],
      [firstDayMs + 86_400_000, 2],
    ])
    const [first] = days
    if (first === undefined) throw new Error('a day')
    expect([...tintsOf([{ ...first, net: { state: 'unknown' } }]).values()]).toEqual([0])
  })
})

it('prices of a day have the decimals of their market', () => {
  const fills = [
    { market: 'usdcusdt', price: '0.9995' },
    { market: 'usdcusdt', price: '1.0' },
    { market: 'btcusdc', price: '35344.7' },
  ]
  expect([...decimalsByMarket(fills)]).toEqual([
    ['usdcusdt', 4],
    ['btcusdc', 2],
  ])
})

describe('figures of a period', () => {
  const valueOf = (model: ReturnType<typeof modelPerformance>, id: string) =>
    model.figures.find((figure) => figure.id === id)

  it('are shown with what they are of', () => {
    const model = modelPerformance(makePerformance())
    expect(valueOf(model, 'winRate')).toMatchObject({ value: { text: '50.00%' }, about: '1 of 2 days' })
    expect(valueOf(model, 'profitFactor')).toMatchObject({ value: { text: '3.61' } })
    expect(valueOf(model, 'drawdown')).toMatchObject({
      value: { figure: known('-83.33') },
      about: 'from 3 Nov 2026 to 4 Nov 2026',
    })
    expect(valueOf(model, 'feeShare')).toMatchObject({ value: { text: '1.81%' } })
    expect(model.breakdowns.map(({ rows }) => rows.map(({ name }) => name))).toEqual([
      ['ETH/USDC'],
      ['Buy', 'Sell'],
      ['09:00'],
    ])
  })

  it('are three where the days give none', () => {
    const model = modelPerformance(makePerformance({ figures: null }))
    expect(model.figures.map(({ id }) => id)).toEqual(['realized', 'fees', 'net'])
    expect(model.hasDayFigures).toBe(false)
  })

  it('are estimated where fills are missing, and where a day is', () => {
    const { sum, figures } = makePerformance()
    if (figures === null) throw new Error('figures')
    const model = modelPerformance(
      makePerformance({ sum: { ...sum, isPartial: true }, figures: { ...figures, state: 'estimated' } }),
    )
    expect(valueOf(model, 'fees')).toMatchObject({ value: { figure: { state: 'estimated' } } })
    expect(valueOf(model, 'winRate')).toMatchObject({ value: { text: '≈50.00%' } })
    expect(model.why).toContain('Fills are missing')
  })

  it('say from when and until when they are known', () => {
    const nowMs = Date.UTC(2026, 10, 20, 12)
    const say = (changes: Parameters<typeof makePerformance>[0]) =>
      describeKnown(makePerformance(changes), nowMs)
    expect(say({})).toBeNull()
    expect(say({ knownUntilMs: null })).toBe('This account’s orders are not loaded yet.')
    expect(say({ knownUntilMs: nowMs - 60_000 })).toBe('Known until 11:59:00 UTC.')
    expect(say({ knownFromMs: Date.UTC(2026, 9, 5) })).toBe(
      'Earlier days are missing: fills are loaded from 5 Oct 00:00 UTC.',
    )
  })
})
