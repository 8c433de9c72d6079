// Text for exports in progress and done.
import type { ExportRequest } from '../../src-preload/contract/app/exports.ts'
import { formatInteger } from './format/locale.ts'
import { countOf } from './format/words.ts'

/** Nouns for files with counted rows (singular and plural), and for other files. */
const nouns: Readonly<
  Record<ExportRequest['what'], { readonly one: string; readonly many: string; readonly isCounted: boolean }>
> = {
  orders: { one: 'order', many: 'orders', isCounted: true },
  fills: { one: 'fill', many: 'fills', isCounted: true },
  pnl: { one: 'profit and loss', many: 'profit and loss', isCounted: false },
  pnlHistory: { one: 'row of PnL history', many: 'rows of PnL history', isCounted: true },
  report: { one: 'report', many: 'report', isCounted: false },
  disposals: { one: 'disposal', many: 'disposals', isCounted: true },
  transactions: { one: 'transaction', many: 'transactions', isCounted: true },
}

/** "Writing 12,500 of 400,000 orders", "Writing the report". */
export function describeProgress(what: ExportRequest['what'], rows: number, of: number | null): string {
  const { many, isCounted } = nouns[what]
  if (!isCounted) return `Exporting the ${many}`
  if (of !== null) return `Exporting ${formatInteger(rows)} of ${countOf(of, [nouns[what].one, many])}`
  return rows === 0 ? `Exporting ${many}` : `Exporting ${many}: ${formatInteger(rows)} so far`
}

/** "400,000 orders written to orders.csv." */
export function describeDone(what: ExportRequest['what'], rows: number, file: string): string {
  const { one, many, isCounted } = nouns[what]
  const subject = isCounted ? countOf(rows, [one, many]) : `${many.slice(0, 1).toUpperCase()}${many.slice(1)}`
  return `${subject} exported to ${file}.`
}
