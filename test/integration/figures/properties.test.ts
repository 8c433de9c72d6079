// What must hold in the product's figures of any account, whatever it did: sums add up, and every printer says the same.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactText, parseExact, roundHalfEven } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import type { PeriodReport } from '../../../src-preload/contract/portfolio/report.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { COMPARED_DECIMALS, differences } from '../../figures/figure-table.ts'
import { makeHistory, type MadeTrader } from '../../figures/made-history.ts'
import { openMadeWorld } from '../../figures/made-world.ts'
import { Rational, startOfDayIn, sumOf } from '../../figures/oracle.ts'
import { ProductFiles, tableOfCsv, tableOfJsonl } from '../../figures/product-files.ts'
import { tableOfAnswer, tableOfScreen } from '../../figures/product-tables.ts'
import type { Product } from '../../figures/product.ts'

const fromMs = Date.parse('2026-10-28T06:00:00Z')
const toMs = Date.parse('2026-11-02T10:00:00Z')
const nowMs = Date.parse('2026-11-03T12:03:22Z')
const seed = Number(process.env['SEED'] ?? 1)

const same = (text: string): string => exactText(roundHalfEven(parseExact(text), COMPARED_DECIMALS))

/** A result may be a text, which is known, or a figure with its state. */
const amountOf = (value: string | null | Figure): Rational | null => {
  if (value === null || typeof value === 'string') return value === null ? null : Rational.parse(value)
  return value.state === 'unknown' ? null : Rational.parse(value.amount)
}

/** Unknown where a part is, else the sum; estimated where a part is. */
function sumText(parts: readonly Figure[]): string {
  const state = (['unknown', 'estimated', 'known'] as const).find((one) =>
    parts.some((part) => part.state === one),
  )
  if (state === 'unknown') return 'unknown'
  const sum = sumOf(parts.map((part) => amountOf(part) ?? Rational.zero))
  return `${state ?? 'known'} ${same(sum.toDecimal(60))}`
}

const figureText = (figure: Figure): string =>
  figure.state === 'unknown' ? 'unknown' : `${figure.state} ${same(figure.amount)}`

/** realized + unrealized + moved out = sold + worth − paid, in each row; and rows add up to the head. */
async function expectIdentity({ portfolio }: Product): Promise<void> {
  const [{ results, totals }, { entries }] = [await portfolio.getResults(), await portfolio.getPnl()]
  const all: Rational[] = []
  for (const row of results) {
    const entry = entries.find(({ currency }) => currency === row.currency)
    const [worth, realized, movedOut, unrealized, total] = [
      row.marketValue,
      row.realized,
      row.movedOut,
      row.unrealized,
      row.total,
    ].map(amountOf)
    if (!entry || !worth || !realized || !movedOut || !unrealized || !total) continue
    const result = Rational.parse(entry.totalDebitValue)
      .add(worth)
      .subtract(Rational.parse(entry.totalCreditValue))
    expect([row.currency, realized.add(movedOut).add(unrealized).toDecimal(60)]).toEqual([
      row.currency,
      result.toDecimal(60),
    ])
    expect(total.toDecimal(60)).toBe(realized.add(unrealized).toDecimal(60))
    all.push(total)
  }
  const [head] = totals
  const isWhole = all.length === results.length
  if (isWhole && head) expect(amountOf(head.total)?.toDecimal(60)).toBe(sumOf(all).toDecimal(60))
}

/** Markets add up to the period, and days do. */
function expectSums({ markets, days, sum }: PeriodReport): void {
  expect(sumText(markets.map(({ realized }) => realized))).toBe(figureText(sum.realized))
  expect(sumText(days.map(({ realized }) => realized))).toBe(figureText(sum.realized))
  for (const parts of [markets, days]) {
    if (sum.fees === null) continue
    const fees = sumOf(parts.map((part) => Rational.parse(part.fees ?? '0')))
    expect(same(fees.toDecimal(60))).toBe(same(sum.fees))
  }
}

/** A day after the other adds up to all of them. */
async function expectDaysAddUp({ portfolio, timeZone }: Product, whole: PeriodReport): Promise<void> {
  const parts: Figure[] = []
  for (const { dayMs } of whole.days) {
    const day = new Date(dayMs + 36 * 3_600_000).toISOString().slice(0, 10)
    const report = await portfolio.getReport({ fromMs: dayMs, toMs: startOfDayIn(timeZone, day) })
    expect(report.days.length).toBe(1)
    parts.push(report.sum.realized)
  }
  expect(sumText(parts)).toBe(figureText(whole.sum.realized))
}

const history = fc.record({
  seed: fc.nat(1_000_000),
  orders: fc.integer({ min: 3, max: 40 }),
  fees: fc.constantFrom('received' as const, 'given' as const, 'third' as const, 'mixed' as const),
  counting: fc.constantFrom('net' as const, 'gross' as const),
  timeZone: fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
  /** Deposits and withdrawals that nobody tells, and transfers that are told. */
  moves: fc.array(
    fc.record({
      at: fc.nat(39),
      currency: fc.constantFrom('eth', 'usdc', 'arb'),
      direction: fc.constantFrom('in' as const, 'out' as const),
      isTold: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  /** Of the orders, so many hundredths are not kept. */
  cut: fc.constantFrom(0, 0, 30, 60),
})

test(
  `sums add up, and screen, CSV and JSON Lines are one (seed ${String(seed)})`,
  { timeout: soakRounds(120_000) },
  async () => {
    const states = { known: 0, estimated: 0, unknown: 0 }
    await fc.assert(
      fc.asyncProperty(history, async ({ moves, cut, counting, timeZone, ...options }) => {
        const move = (trader: MadeTrader, at: number, timeMs: number): void => {
          for (const [index, one] of moves.entries()) {
            if (one.at !== at) continue
            const amount = trader.held(one.currency).multiply(Rational.parse('0.0625')).round(6)
            const reference = one.isTold ? `told-${String(index)}` : null
            trader.move(timeMs - 30_000, one.currency, one.direction, amount, reference)
          }
        }
        const { account } = makeHistory({ ...options, fromMs, toMs }, move)
        const firstKept = account.orders[Math.floor((account.orders.length * cut) / 100)]
        const keptFromMs = cut === 0 ? 0 : (firstKept?.createdMs ?? 0)
        const { product } = await openMadeWorld({ account, nowMs, counting, timeZone, keptFromMs })
        await expectIdentity(product)
        const range = {
          fromMs: startOfDayIn(timeZone, '2026-10-20'),
          toMs: startOfDayIn(timeZone, '2026-11-03'),
        }
        const report = await product.portfolio.getReport(range)
        expectSums(report)
        await expectDaysAddUp(product, report)
        const answer = tableOfAnswer(report)
        const { csv, jsonl } = await new ProductFiles(product).report(range)
        const screen = tableOfScreen(report)
        expect(differences(tableOfCsv(csv), tableOfJsonl(jsonl))).toEqual([])
        expect(differences(answer, tableOfCsv(csv))).toEqual([])
        expect(differences(answer, { ...answer, ...screen })).toEqual([])
        for (const { realized } of report.days) states[realized.state] += 1
      }),
      { seed, numRuns: soakRounds(5) },
    )
    console.info(`days of random accounts, some of them cut: ${JSON.stringify(states)}`)
  },
)
