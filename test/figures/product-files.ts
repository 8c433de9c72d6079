// The product's files of a report and of `pnl`, written by its own exports, and their figures by name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExportStatus, ExportRequest } from '../../src-preload/contract/app/exports.ts'
import { createExports } from '../../src-main/exports/exports.ts'
import { makeFolder } from '../integration/store/support.ts'
import { inUse, makeLog } from '../integration/world.ts'
import { ofAmount, plain, type Table } from './figure-table.ts'
import { type NamedReport, tableOfNamed } from './product-tables.ts'
import type { Product } from './product.ts'

export interface ReportFiles {
  readonly csv: string
  readonly jsonl: string
  /** What is printed. */
  readonly page: string
}

/** Writes files of one account, one after the other. */
export class ProductFiles {
  readonly #folder = makeFolder()
  readonly #ended: ((status: ExportStatus) => void)[] = []
  readonly #exports: ReturnType<typeof createExports>
  #page = ''

  constructor({ store, clock, session, portfolio, timeZone }: Product) {
    this.#exports = createExports({
      store,
      clock,
      log: makeLog().log,
      // The only event of exports.
      emit: (_name, payload) => {
        const status = payload as ExportStatus
        if (status.status !== 'running') for (const end of this.#ended.splice(0)) end(status)
      },
      current: inUse(session),
      valueSnapshots: (snapshots, range) => portfolio.valueSnapshots(snapshots, range),
      getPnl: () => portfolio.getPnl(),
      getResults: () => portfolio.getResults(),
      getReport: (range) => portfolio.getReport(range),
      getDisposals: (method, range) => portfolio.getDisposals(method, range),
      listTransfers: () => portfolio.listTransfers(),
      chooseFile: () => Promise.resolve(join(this.#folder, 'file')),
      print: (html) => {
        this.#page = html
        return Promise.resolve(new Uint8Array())
      },
      getTimeZone: () => timeZone,
    })
  }

  async write(wish: ExportRequest): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<ExportStatus>()
    this.#ended.push(resolve)
    await this.#exports.start(wish)
    const status = await promise
    if (status.status !== 'done') throw new Error(JSON.stringify(status))
    return readFileSync(join(this.#folder, 'file'), 'utf8')
  }

  async report(range: { readonly fromMs: number; readonly toMs: number }): Promise<ReportFiles> {
    const csv = await this.write({ what: 'report', ...range, format: 'csv' })
    const jsonl = await this.write({ what: 'report', ...range, format: 'jsonl' })
    await this.write({ what: 'report', ...range, format: 'pdf' })
    return { csv, jsonl, page: this.#page }
  }
}

/** Cells of the lines after the headings; no cell of these files has a line break or a quotation mark of its own. */
function cellsOf(csv: string): string[][] {
  const [, ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n')
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^",]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
  )
}

const sums: Readonly<Record<string, string>> = {
  Trades: 'trades',
  Bought: 'sum bought',
  Sold: 'sum sold',
  Fees: 'sum fees',
  'Realized P&L (before fees)': 'sum realized',
  Net: 'sum net',
  'Best day': 'best',
  'Worst day': 'worst',
}
const parts: Readonly<Record<string, string>> = {
  Trades: 'trades',
  'Bought amount': 'bought amount',
  'Bought value': 'bought value',
  'Sold amount': 'sold amount',
  'Sold value': 'sold value',
  Fees: 'fees',
  'Realized P&L': 'realized',
}

/** A count is a number alone. */
function cellText(value: string, unit: string, state: string): string {
  if (state === 'unknown') return 'unknown'
  return unit === 'count' ? value : `${state} ${plain(value)}`
}

/** The figures of a report's CSV. */
export function tableOfCsv(csv: string): Table {
  const table: Record<string, string> = { best: 'none', worst: 'none' }
  for (const [section, day, market, figure = '', value = '', unit = '', state = ''] of cellsOf(csv)) {
    const text = (): string => cellText(value, unit, state)
    if (section === 'Period') {
      const name = sums[figure]
      if (name !== undefined) table[name] = day === '' || day === undefined ? text() : `${day} ${text()}`
      else if (figure === 'Volume') table[`volume ${unit}`] = text()
      else if (figure === 'Fees by currency') table[`fee ${unit}`] = text()
    } else if (section === 'Market') table[`market ${market ?? ''} ${parts[figure] ?? figure}`] = text()
    else if (section === 'Day') {
      const name = figure === 'Volume' ? `volume ${unit}` : (parts[figure] ?? figure)
      table[`day ${day ?? ''} ${name}`] = text()
    } else if (section === 'Book' && figure === 'State') table[`book ${unit}`] = state
    else if (section === 'Book' && figure === 'Reason') {
      table[`book ${unit}`] = `${state} ${value.split(':')[0] ?? ''}`
    }
  }
  return table
}

/** The figures of a report's JSON Lines. */
export function tableOfJsonl(jsonl: string): Table {
  // The file's own shape: that of a report with each time as text.
  const report = JSON.parse(jsonl) as NamedReport
  const named = <Row extends { readonly day: string }>(row: Row): Row => ({
    ...row,
    day: row.day.slice(0, 10),
  })
  return tableOfNamed({
    ...report,
    days: report.days.map(named),
    best: report.best && named(report.best),
    worst: report.worst && named(report.worst),
  })
}

const pageNames: Readonly<Record<string, string>> = {
  Bought: 'sum bought',
  Sold: 'sum sold',
  Fees: 'sum fees',
  'Realized P&amp;L (before fees)': 'sum realized',
  Net: 'sum net',
  'Best day': 'best',
  'Worst day': 'worst',
}

/** `known -1.5` of `≈−1 234.5 USDC`. */
function pageText(cell: string): string {
  const text = cell.replaceAll('\u202F', '').replaceAll('\u2212', '-')
  if (text === '\u2013') return 'unknown'
  const [, day = '', mark = '', digits = ''] =
    /^(?:(\S+): )?(\u2248?)(-?\d+(?:\.\d+)?) [A-Z]+$/.exec(text) ?? []
  if (digits === '') throw new Error(`no figure of a page: ${text}`)
  return `${day === '' ? '' : `${day} `}${mark === '' ? 'known' : 'estimated'} ${plain(digits)}`
}

/** The sums, fees and results of a printed report. */
export function tableOfPage(html: string): Table {
  const table: Record<string, string> = {}
  for (const [, title = '', cell = ''] of html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)) {
    const name = pageNames[title]
    if (name === undefined) continue
    const text = pageText(cell)
    table[name] = text === 'unknown' && (name === 'best' || name === 'worst') ? 'none' : text
  }
  for (const [, head = '', row = ''] of html.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)) {
    const cells = [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell)
    const word = head.replaceAll(/<.*?>|\//g, '').toLowerCase()
    const name = /^\d{4}-/.test(word) ? `day ${word}` : `market ${word}`
    table[`${name} fees`] = pageText(cells.at(-2) ?? '')
    table[`${name} realized`] = pageText(cells.at(-1) ?? '')
  }
  return table
}

const pnlNames: readonly (readonly [heading: string, name: string])[] = [
  ['Balance (currency)', 'balance'],
  ['Cost basis (PnL currency)', 'cost'],
  ['Realized P&L (PnL currency)', 'realized'],
  ['Moved out (PnL currency)', 'moved out'],
  ['Last price (PnL currency)', 'price'],
  ['Market value (PnL currency)', 'value'],
  ['Unrealized P&L (PnL currency)', 'unrealized'],
  ['Total P&L (PnL currency)', 'total'],
]

/** The amounts of the CSV of `pnl`; an empty cell is unknown. */
export function amountsOfPnlCsv(csv: string): Table {
  const headings = csv.replace('\uFEFF', '').split('\r\n')[0]?.split(',') ?? []
  const table: Record<string, string> = {}
  for (const cells of cellsOf(csv)) {
    for (const [heading, name] of pnlNames) {
      const at = headings.indexOf(heading)
      if (at < 0) throw new Error(`no column ${heading}`)
      const cell = cells[at] ?? ''
      table[`${cells[0] ?? ''} ${name}`] = ofAmount(cell === '' ? null : cell)
    }
  }
  return table
}
