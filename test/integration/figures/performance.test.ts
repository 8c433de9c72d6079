// The performance of a period over the practice exchange, against the fills as the exchange tells them, with exact fractions.
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { Figure as ProductFigure } from '../../../src-preload/contract/portfolio/figures.ts'
import { type Figure, sumFigures } from '../../figures/figure.ts'
import { movementsOf } from '../../figures/movements.ts'
import { readRawRows, ReportBook } from '../../figures/oracle.ts'
import { feesInMoney } from '../../figures/portfolio.ts'
import { openProduct, syncAll, syncCandles } from '../../figures/product.ts'
import { Rational, sumOf } from '../../figures/rational.ts'
import type { RawFill } from '../../figures/raw-rows.ts'
import { rangeOf } from '../../figures/same-figures.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')
/** A cell is rounded at 18 decimals; a period has some thousands of them. */
const places = 12

function textOf(figure: ProductFigure): string {
  return figure.state === 'unknown' ? 'unknown' : Rational.parse(figure.amount).toDecimal(places)
}
const shown = ({ value }: Figure): string => value?.toDecimal(places) ?? 'unknown'

interface Net {
  readonly realized: Figure
  readonly fees: Figure
  readonly net: Rational
}

test.each(['UTC', 'America/New_York'])(
  'the months before the end of the history, in %s',
  async (timeZone) => {
    const clock = fixedClock(nowMs)
    const practice = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders: 400, clock })
    try {
      const ethereumPrivateKey = practice.users[0]?.ethereumPrivateKey ?? ''
      const { baseUrl, markets } = practice
      const product = await openProduct({ baseUrl, ethereumPrivateKey, clock, timeZone })
      await syncAll(product)
      await syncCandles(product, markets)
      const rows = await readRawRows({ baseUrl, ethereumPrivateKey, markets, nowMs, momentMs: nowMs })
      const book = new ReportBook(rows)
      const results = new Map(book.fillResults().map(({ fill, result }) => [fill, result]))
      const fees = new Map(
        movementsOf(rows).flatMap((movement): [RawFill, Figure][] =>
          movement.fill === null ? [] : [[movement.fill, feesInMoney([movement])]],
        ),
      )
      const clockOf = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
      for (const [from, to] of [
        ['2024-01-01', '2027-01-01'],
        ['2026-09-01', '2026-12-01'],
      ] as const) {
        const range = rangeOf(timeZone, from, to)
        const ours = await product.portfolio.getPerformance(range)
        const theirs = book.report({ ...range, timeZone })
        const fills = [...results.keys()].filter(
          ({ timeMs }) => timeMs >= range.fromMs && timeMs < range.toMs,
        )
        const netOf = (some: readonly RawFill[]): Net => {
          const realized = sumFigures(some.flatMap((fill) => results.get(fill) ?? []))
          const paid = sumFigures(some.flatMap((fill) => fees.get(fill) ?? []))
          if (realized.value === null || paid.value === null) throw new Error('all is known here')
          return { realized, fees: paid, net: realized.value.subtract(paid.value) }
        }
        const same = (
          row: { trades: number; fees: string | null; realized: ProductFigure; net: ProductFigure },
          some: readonly RawFill[],
        ): void => {
          const { realized, fees: paid, net } = netOf(some)
          expect(row.trades).toBe(some.length)
          expect(Rational.parse(row.fees ?? '').toDecimal(places)).toBe(shown(paid))
          expect([textOf(row.realized), textOf(row.net)]).toEqual([shown(realized), net.toDecimal(places)])
        }
        same(ours.sum, fills)
        for (const row of ours.sides)
          same(
            row,
            fills.filter(({ side }) => side === row.side),
          )
        for (const row of ours.markets)
          same(
            row,
            fills.filter(({ market }) => market === row.market),
          )
        const hourOf = ({ timeMs }: RawFill): number => Number(clockOf.format(timeMs))
        expect(ours.hours.map(({ hour }) => hour)).toEqual(
          [...new Set(fills.map(hourOf))].sort((a, b) => a - b),
        )
        for (const row of ours.hours)
          same(
            row,
            fills.filter((fill) => hourOf(fill) === row.hour),
          )

        expect(ours.days.map(({ net }) => textOf(net))).toEqual(theirs.days.map(({ net }) => shown(net)))
        const days = theirs.days.map(({ net, results: sold, realized }) => ({
          ...{ net: net.value ?? Rational.zero, sold, realized: realized.value ?? Rational.zero },
        }))
        const counted = days.filter(({ sold }) => sold > 0).map(({ net }) => net)
        const won = counted.filter((net) => net.sign() > 0)
        const lost = counted.filter((net) => net.sign() < 0)
        const runs = (sign: number): number =>
          Math.max(
            ...counted.map((_, at) => {
              const end = counted.findIndex((net, later) => later >= at && net.sign() !== sign)
              return (end < 0 ? counted.length : end) - at
            }),
          )
        // Every fall between a day and a later one, the start before the first day among them.
        const sums = days.map((_, at) => sumOf(days.slice(0, at + 1).map(({ net }) => net)))
        const falls = [Rational.zero, ...sums].flatMap((high, at) =>
          sums.slice(at).map((low) => high.subtract(low)),
        )
        const largest = falls.reduce((most, fall) => (fall.compare(most) > 0 ? fall : most), Rational.zero)
        const gross = sumOf(days.map(({ realized }) => realized).filter((realized) => realized.sign() > 0))
        const { figures } = ours
        if (figures === null) throw new Error('all is known here')
        const close = (text: string | null): string => Rational.parse(text ?? '').toDecimal(places)
        expect([figures.days, figures.won, figures.lost]).toEqual([counted.length, won.length, lost.length])
        expect([figures.winStreak, figures.lossStreak]).toEqual([runs(1), runs(-1)])
        expect(close(figures.averageWin)).toBe(sumOf(won).divide(Rational.of(won.length)).toDecimal(places))
        expect(close(figures.averageLoss)).toBe(
          sumOf(lost).divide(Rational.of(lost.length)).toDecimal(places),
        )
        expect(close(figures.profitFactor)).toBe(sumOf(won).divide(sumOf(lost).absolute()).toDecimal(places))
        expect(close(figures.drawdown?.amount ?? '0')).toBe(largest.toDecimal(places))
        expect(close(figures.feeShare)).toBe(
          (theirs.totals.feesValue.value ?? Rational.zero).divide(gross).toDecimal(places),
        )
        const sorted = counted.toSorted((a, b) => a.compare(b))
        expect(close(figures.worst.amount)).toBe(sorted[0]?.toDecimal(places))
        expect(close(figures.best.amount)).toBe(sorted.at(-1)?.toDecimal(places))
      }
    } finally {
      await practice.close()
    }
  },
)
