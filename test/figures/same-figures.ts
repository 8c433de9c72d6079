// The product and the oracle say the same of an account, and that the product says it everywhere.
import { expect } from 'vitest'
import { hideUncoveredSums } from '../../src-preload/domain/orders/report-figures.ts'
import { differences, only, rounded, type Table } from './figure-table.ts'
import { computePortfolio, ReportBook, startOfDayIn, type RawRows } from './oracle.ts'
import { tableOfPortfolio, tableOfReport, withoutNothing } from './oracle-tables.ts'
import { amountsOfPnlCsv, ProductFiles, tableOfCsv, tableOfJsonl, tableOfPage } from './product-files.ts'
import { tableOfAnswer, tableOfResults, tableOfScreen } from './product-tables.ts'
import type { Product } from './product.ts'

export interface Range {
  readonly fromMs: number
  readonly toMs: number
}

/** Days of a zone, the last one not included. */
export const rangeOf = (timeZone: string, from: string, to: string): Range => ({
  fromMs: startOfDayIn(timeZone, from),
  toMs: startOfDayIn(timeZone, to),
})

/** The product alone tells sums of volumes by currency, and the books of a report. */
const isCompared = (name: string): boolean => !/^(day \S+ )?volume |^book /.test(name)
/** A count of nothing says by its period alone whether it is known: files say it. */
const isInAnswer = (name: string): boolean => isCompared(name) && name !== 'trades'
const hasCount = (name: string): boolean => name !== 'trades' && !name.startsWith('book ')
const isPrinted = (name: string): boolean => /^(sum|best|worst)|^(day|market) \S+ (fees|realized)$/.test(name)

/** What the product says of a report elsewhere than on screen, where that differs. */
async function differencesOfFiles(
  files: ProductFiles,
  range: Range,
  answer: Table,
  screen: Table,
  trades: Table,
): Promise<string[]> {
  const { csv, jsonl, page } = await files.report(range)
  const said = tableOfCsv(csv)
  const told = (where: string, lines: string[]): string[] => lines.map((line) => `${where}: ${line}`)
  return [
    ...told('screen', differences(only(answer, hasCount), screen)),
    ...told('CSV', differences({ ...answer, ...trades }, said)),
    ...told('JSON Lines', differences(said, tableOfJsonl(jsonl))),
    ...told('page', differences(only(said, isPrinted), tableOfPage(page))),
  ]
}

/** What the product's reports say differently from the oracle, or in one place and not in the other. */
export async function differencesOfReports(
  product: Product,
  rows: RawRows,
  ranges: readonly Range[],
): Promise<string[]> {
  const book = new ReportBook(rows)
  const files = new ProductFiles(product)
  const found: string[] = []
  for (const range of ranges) {
    const ours = await product.portfolio.getReport(range)
    const answer = tableOfAnswer(hideUncoveredSums(ours))
    const theirs = tableOfReport(book.report({ ...range, timeZone: product.timeZone }))
    const days = `${new Date(range.fromMs).toISOString()} to ${new Date(range.toMs).toISOString()}`
    found.push(
      ...[
        ...differences(
          rounded(withoutNothing(only(theirs, isInAnswer))),
          rounded(withoutNothing(only(answer, isInAnswer))),
        ),
        ...(await differencesOfFiles(files, range, answer, tableOfScreen(ours), {
          trades: theirs['trades'] ?? '',
        })),
      ].map((line) => `${days}: ${line}`),
    )
  }
  return found
}

/** What the product's Portfolio says differently from the oracle's, or its file from its screen. */
export async function differencesOfPortfolio(product: Product, rows: RawRows): Promise<string[]> {
  const [results, books] = [await product.portfolio.getResults(), await product.portfolio.getBooks()]
  const ours = tableOfResults(results, books)
  const theirs = tableOfPortfolio(computePortfolio(rows))
  const csv = amountsOfPnlCsv(await new ProductFiles(product).write({ what: 'pnl', format: 'csv' }))
  // A cell of this file holds an amount alone.
  const amounts = (table: Table): Table =>
    Object.fromEntries(
      Object.entries(only(table, (name) => name in csv)).map(([name, text]) => [
        name,
        text.replace('estimated', 'known'),
      ]),
    )
  return [
    ...differences(rounded(withoutNothing(theirs)), rounded(withoutNothing(ours))),
    ...differences(amounts(ours), amounts(csv)).map((line) => `CSV of pnl: ${line}`),
  ]
}

/** Fails with every figure that differs. */
export async function expectSameFigures(
  product: Product,
  rows: RawRows,
  ranges: readonly Range[],
): Promise<void> {
  const reports = await differencesOfReports(product, rows, ranges)
  const portfolio = await differencesOfPortfolio(product, rows)
  expect({ reports, portfolio }).toEqual({ reports: [], portfolio: [] })
}
