// @vitest-environment page
// What the Portfolio view holds as main tells it, fails or changes its account.
import { flushSync } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChannelName } from '../../../../../src-preload/contract/contract.ts'
import { AppError } from '../../../../../src-preload/domain/errors.ts'
import { openZone } from '../../../../../src-preload/domain/locale/zone.ts'
import { makeCurve } from './make-equity.ts'
import { equity } from '../../../../../src-renderer/features/portfolio/equity/equity.svelte.ts'
import { portfolio } from '../../../../../src-renderer/features/portfolio/portfolio.svelte.ts'
import { report } from '../../../../../src-renderer/features/portfolio/report/report.svelte.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { installFakeMain } from '../fake-main.ts'
import { known, makeBooks, makeEntry, makeReport, makeResult, makeTotals } from './make-pnl.ts'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))
const utc = openZone('UTC')

describe('the figures of the portfolio', () => {
  it('stay when a later reading fails, and ours do not take the service’s with them', async () => {
    let isBroken = false
    const main = installFakeMain({
      'portfolio:getPnl': () => ({ entries: [makeEntry()], asOfMs: 1, lastError: null }),
      'portfolio:getResults': () => {
        if (isBroken) throw new AppError('internal', {})
        return { results: [makeResult()], totals: [makeTotals()], asOfMs: 1 }
      },
      'portfolio:getBooks': () => makeBooks(),
    })
    stops.push(portfolio.start('mia'))
    await eventually(() => expect(portfolio.resultOf('eth')?.realized).toEqual(known('2003')))
    isBroken = true
    main.emit('portfolio:changed', { isSameFigures: false })
    await eventually(() =>
      expect(portfolio.results.status === 'ready' && portfolio.results.refreshError?.code).toBe('internal'),
    )
    expect(portfolio.resultOf('eth')?.realized).toEqual(known('2003'))
    expect(portfolio.snapshot).toMatchObject({ status: 'ready', refreshError: null })
    expect(portfolio.resultOf('strk')).toBeNull()
    expect(portfolio.bookOf('eth')?.state).toBe('known')
    expect(portfolio.bookOf('strk')).toBeNull()
  })

  it('add up only where both are of one reading, and do without the books', async () => {
    let asOfMs = 1
    const main = installFakeMain({
      'portfolio:getPnl': () => ({ entries: [makeEntry()], asOfMs, lastError: null }),
      'portfolio:getResults': () => ({ results: [makeResult()], totals: [makeTotals()], asOfMs: 1 }),
      'portfolio:getBooks': () => {
        throw new AppError('internal', {})
      },
    })
    stops.push(portfolio.start('pia'))
    expect(portfolio.isOfOneMoment).toBe(false)
    await eventually(() => expect(portfolio.isOfOneMoment).toBe(true))
    await eventually(() =>
      expect(portfolio.books).toMatchObject({ status: 'error', error: { code: 'internal' } }),
    )
    expect(portfolio.bookOf('eth')).toBeNull()
    expect(portfolio.resultOf('eth')?.realized).toEqual(known('2003'))
    asOfMs = 2
    main.emit('portfolio:changed', { isSameFigures: false })
    await eventually(() => expect(portfolio.snapshot).toMatchObject({ value: { asOfMs: 2 } }))
    expect(portfolio.isOfOneMoment).toBe(false)
  })

  it('are asked for again after a reading of the same, and nothing else is; an equal answer draws nothing', async () => {
    let asOfMs = 1
    const main = installFakeMain({
      'portfolio:getPnl': () => ({ entries: [makeEntry()], asOfMs, lastError: null }),
      'portfolio:getResults': () => ({ results: [makeResult()], totals: [makeTotals()], asOfMs: 1 }),
      'portfolio:getBooks': () => makeBooks(),
      'portfolio:getReport': (input) => makeReport(input),
    })
    const countOf = (name: ChannelName): number => main.calls.filter((called) => called === name).length
    stops.push(portfolio.start('quin'), report.figures.start('quin'))
    report.figures.show({ fromMs: 0, toMs: 86_400_000 })
    await eventually(() => expect(portfolio.books.status).toBe('ready'))
    await eventually(() => expect(report.figures.state.status).toBe('ready'))
    await eventually(() => expect(portfolio.results.status).toBe('ready'))
    const [shown, slow] = [portfolio.results, report.figures.state]
    let drawn = 0
    stops.push(
      $effect.root(() => {
        $effect(() => {
          void portfolio.results
          drawn += 1
        })
      }),
    )
    flushSync()
    asOfMs = 2
    main.emit('portfolio:changed', { isSameFigures: true })
    await eventually(() => expect(portfolio.snapshot).toMatchObject({ value: { asOfMs: 2 } }))
    await eventually(() => expect(countOf('portfolio:getResults')).toBe(2))
    await new Promise((resolve) => setTimeout(resolve))
    flushSync()
    expect(portfolio.results).toBe(shown)
    expect(drawn).toBe(1)
    expect(countOf('portfolio:getReport')).toBe(1)
    main.emit('portfolio:changed', { isSameFigures: false })
    await eventually(() => expect(countOf('portfolio:getReport')).toBe(2))
    await new Promise((resolve) => setTimeout(resolve))
    expect(report.figures.state).toBe(slow)
  })

  it('of another account are dropped at once, and so are its open rows', async () => {
    let entries = [makeEntry()]
    installFakeMain({
      'portfolio:getPnl': () => ({ entries, asOfMs: 1, lastError: null }),
      'portfolio:getResults': () => ({ results: [], totals: [], asOfMs: 1 }),
      'portfolio:getBooks': () => makeBooks(),
    })
    const stop = portfolio.start('noah')
    await eventually(() => expect(portfolio.snapshot.status).toBe('ready'))
    portfolio.toggle('eth')
    expect([...portfolio.open]).toEqual(['eth'])
    stop()
    entries = []
    stops.push(portfolio.start('olga'))
    expect(portfolio.snapshot.status).toBe('loading')
    expect(portfolio.books.status).toBe('loading')
    expect(portfolio.open.size).toBe(0)
    await eventually(() => expect(portfolio.snapshot).toMatchObject({ value: { entries: [] } }))
  })
})

describe('the equity curve', () => {
  it('is that of the span chosen last, however late an earlier answer comes', async () => {
    const waiting: (() => void)[] = []
    installFakeMain({
      'portfolio:getEquity': async ({ fromMs }) => {
        if (fromMs > 0) await new Promise<void>((resolve) => waiting.push(resolve))
        return makeCurve({ beginMs: fromMs })
      },
    })
    stops.push(equity.start('mia'))
    await eventually(() => expect(waiting).toHaveLength(1))
    equity.choose('all')
    await eventually(() => expect(equity.curve.state).toMatchObject({ value: { fromMs: 0, beginMs: 0 } }))
    waiting.forEach((go) => go())
    await new Promise((resolve) => setTimeout(resolve))
    expect(equity.curve.state).toMatchObject({ value: { fromMs: 0, beginMs: 0 } })
  })
})

describe('the report', () => {
  const asked: { fromMs: number; toMs: number }[] = []
  const at = Date.UTC(2026, 10, 22, 15)

  it('is asked for once for each period, and not for days that make none', async () => {
    installFakeMain({
      'portfolio:getReport': (input) => {
        asked.push(input)
        return makeReport(input)
      },
    })
    stops.push(report.figures.start('mia'))
    report.showCurrent('week', at)
    const week = { fromMs: Date.UTC(2026, 10, 16), toMs: Date.UTC(2026, 10, 23) }
    expect(report.rangeIn(utc)).toEqual(week)
    report.figures.show(week)
    report.figures.show(week)
    await eventually(() => expect(report.figures.state).toMatchObject({ value: week }))
    expect(asked).toEqual([week])
    report.step(-1, at, utc)
    expect(report.rangeIn(utc)?.toMs).toBe(week.fromMs)
    report.step(1, at, utc)
    expect(report.rangeIn(utc)).toEqual(week)
  })

  it('of another length is the one with the day that is shown', () => {
    const monday = Date.UTC(2026, 10, 23, 9)
    report.showCurrent('day', monday)
    report.step(-1, monday, utc)
    report.choose('week', utc)
    expect(report.rangeIn(utc)).toEqual({ fromMs: Date.UTC(2026, 10, 16), toMs: Date.UTC(2026, 10, 23) })
    report.step(1, monday, utc)
    report.choose('day', utc)
    expect(report.rangeIn(utc)).toEqual({ fromMs: Date.UTC(2026, 10, 23), toMs: Date.UTC(2026, 10, 24) })
    report.choose('all', utc)
    expect(report.rangeIn(utc)?.fromMs).toBe(0)
    report.step(-1, monday, utc)
    expect(report.period).toBe('all')
  })

  it('of one’s own days begins as what was shown, and ends with the last of them', () => {
    report.showCurrent('month', at)
    report.choose(null, utc)
    expect([report.fromDay, report.toDay]).toEqual(['2026-11-01', '2026-11-30'])
    expect(report.rangeIn(utc)).toEqual({ fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 11, 1) })
    report.toDay = '2026-10-01'
    expect(report.rangeIn(utc)).toBeNull()
    report.toDay = ''
    expect(report.rangeIn(utc)).toBeNull()
  })
})
