// Renders a period report as printable HTML: no scripts, links or images, all text escaped. Pure; rounds no figures.
import type { BookState, Figure } from '../../src-preload/contract/portfolio/figures.ts'
import type { PeriodReport } from '../../src-preload/contract/portfolio/report.ts'
import { countOf } from '../../src-preload/domain/count-of.ts'
import { splitMarket } from '../../src-preload/domain/markets/markets.ts'
import { hideUncoveredSums, figureOf, isUncovered } from '../../src-preload/domain/orders/report-figures.ts'
import { plainZoneName } from '../../src-preload/domain/locale/zone-names.ts'
import { openZone, type Zone } from '../../src-preload/domain/locale/zone.ts'
import { bdi, escapeHtml, printedPolicy } from './html-text.ts'
import { isoDay, isoTime } from '../../src-preload/domain/iso-time.ts'

export interface ReportOwner {
  readonly accountLabel: string
  readonly nowMs: number
}

type Amounts = readonly { readonly currency: string; readonly amount: string }[]

const code = (currency: string): string => currency.toUpperCase()

/** Uses a true minus sign and groups thousands with a no-break space; digits are unchanged. */
function figure(amount: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(amount) ?? [
    null,
    '',
    amount,
    '',
  ]
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202F')
  return `${sign === '' ? '' : '\u2212'}${grouped}${fraction}`
}

/** Prefix of figures that are estimated or incomplete. */
const estimatedMark = '\u2248'

const countCell = (count: number, isPartial: boolean): string =>
  `<td>${isPartial ? estimatedMark : ''}${escapeHtml(figure(String(count)))}</td>`

/** Amounts on separate lines, each with its currency. */
function amountsHtml(amounts: Amounts, isPartial: boolean): string {
  if (amounts.length === 0) return '\u2013'
  return amounts
    .map(({ currency, amount }) => `<div>${figureHtml(figureOf(amount, isPartial), currency)}</div>`)
    .join('')
}

const factHtml = (name: string, html: string): string => `<dt>${escapeHtml(name)}</dt><dd>${html}</dd>`

function tableHtml(heads: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return `<p class="quiet">${escapeHtml('No fills.')}</p>`
  const head = heads.map((text) => `<th>${escapeHtml(text)}</th>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function nameMarket(market: string): string {
  const units = splitMarket(market)
  return units === null ? code(market) : `${code(units.base)}/${code(units.quote)}`
}

/** `\u2248` before an estimated value, a dash for an unknown one; digits are unchanged. */
function figureHtml(value: Figure, currency: string): string {
  if (value.state === 'unknown') return '\u2013'
  const mark = value.state === 'estimated' ? estimatedMark : ''
  return escapeHtml(`${mark}${figure(value.amount)} ${code(currency)}`.trimEnd())
}

const figureCell = (value: Figure, currency: string): string => `<td>${figureHtml(value, currency)}</td>`

function marketRow(one: PeriodReport['markets'][number], pnlCurrency: string): string {
  const { market, quote, isPartial } = one
  const base = splitMarket(market)?.base ?? ''
  const traded = (amount: string, value: string): string => {
    const amounts = [
      { currency: base, amount },
      { currency: quote, amount: value },
    ]
    return `<td>${amountsHtml(amounts, isPartial)}</td>`
  }
  return [
    `<tr><th scope="row">${bdi(nameMarket(market))}</th>${countCell(one.trades, isPartial)}`,
    traded(one.boughtAmount, one.boughtValue),
    traded(one.soldAmount, one.soldValue),
    figureCell(figureOf(one.fees, isPartial), pnlCurrency),
    `${figureCell(one.realized, pnlCurrency)}</tr>`,
  ].join('')
}

function dayRow(zone: Zone, day: PeriodReport['days'][number], pnlCurrency: string): string {
  const { dayMs, trades, volumes, fees, realized, isPartial } = day
  return [
    `<tr><th scope="row">${isoDay(zone, dayMs)}</th>${countCell(trades, isPartial)}`,
    `<td>${amountsHtml(volumes, isPartial)}</td>${figureCell(figureOf(fees, isPartial), pnlCurrency)}${figureCell(realized, pnlCurrency)}</tr>`,
  ].join('')
}

const extremeHtml = (zone: Zone, day: PeriodReport['best'], pnlCurrency: string): string =>
  day === null
    ? '\u2013'
    : `${isoDay(zone, day.dayMs)}: ${figureHtml({ state: day.state, amount: day.amount }, pnlCurrency)}`

const fillsOf = (count: number, which: string): string =>
  `Some fills of ${countOf(count, ['order', 'orders'], undefined, (each) => figure(String(each)))} ${which} are not on this computer.`

/** Why the book of a currency is unknown, in one or two sentences. */
function faultNote({ currency, state, fault }: BookState, pnlCurrency: string, zone: Zone): string[] {
  if (fault === null) return []
  const own = code(currency)
  const lead = state === 'estimated' ? `${own} is estimated (\u2248).` : `${own} is unknown (\u2013).`
  switch (fault.reason) {
    case 'check': {
      const unit = fault.check === 'debit' || fault.check === 'earlierBalance' ? own : code(pnlCurrency)
      const at = fault.atMs === null ? '' : ` at ${isoTime(zone, fault.atMs)}`
      return [
        `${lead} The exchange does not report deposits and withdrawals. Expected ${figure(fault.expected)} ${unit}, found ${figure(fault.found)} ${unit}${at}.`,
      ]
    }
    case 'notChecked':
      return [`${lead} Its opening cost is the exchange\u2019s and can\u2019t be checked.`]
    case 'fillsMissing':
      return [`${lead} ${fillsOf(fault.orders, 'with it')}`]
    case 'openingBelowZero':
      return [
        `${lead} Before the first loaded fill, the account would have held ${figure(fault.amount)} ${own} at a cost of ${figure(fault.cost)} ${code(pnlCurrency)}.`,
      ]
    case 'heldBelowZero':
      return [
        `${lead} By its fills, the account would have held ${figure(fault.amount)} ${own} at some time.`,
      ]
    case 'noPrice':
      return [
        `${lead} No price of ${fault.market === null ? own : nameMarket(fault.market)} at ${isoTime(zone, fault.atMs)} is available.`,
      ]
    case 'early':
      return [`${lead} Its fills are loaded from ${isoTime(zone, fault.sinceMs)}.`]
    case 'noSide':
      return [`${lead} The exchange reports a fill of it without its side.`]
    case 'openingSold':
      return [`${lead} Almost all of it from before the first loaded fill has been sold.`]
    case 'noReading':
      return [`${lead} The exchange\u2019s figures have not been compared with the fills yet.`]
  }
}

/** What the figures exclude or are based on, one sentence each. */
export function reportNotes(report: PeriodReport, zone: Zone): string[] {
  const { ordersWithoutFills, earlierOrdersWithoutFills, knownFromMs, knownUntilMs, fromMs, toMs } = report
  const notes: string[] = []
  if (knownUntilMs === null) notes.push('This account’s orders are not loaded yet.')
  else if (knownUntilMs < toMs) notes.push(`Known until ${isoTime(zone, knownUntilMs)}.`)
  if (knownFromMs !== null && knownFromMs > fromMs) {
    notes.push(`Known from ${isoTime(zone, knownFromMs)}.`)
  }
  if (ordersWithoutFills > 0) {
    notes.push(`${fillsOf(ordersWithoutFills, 'of this period')} They are not counted.`)
  }
  if (earlierOrdersWithoutFills > 0) {
    notes.push(fillsOf(earlierOrdersWithoutFills, 'from before this period'))
  }
  notes.push(...report.books.flatMap((book) => faultNote(book, report.pnlCurrency, zone)))
  notes.push('Realized P&L is proceeds minus moving-average cost, before fees. Net is after fees.')
  return notes
}

// @wc-ignore
const style = `
body { margin: 0; color: #16191d; font: 9pt/13pt system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; font-variant-ligatures: none; font-variant-numeric: tabular-nums; }
header { border-bottom: 1pt solid #16191d; padding-bottom: 9pt; }
header p { margin: 0; }
h1 { margin: 2pt 0 4pt; font-size: 19pt; line-height: 25pt; font-weight: 600; }
.quiet { color: #555c66; }
section { margin-top: 14pt; }
h2 { margin: 0 0 4pt; font-size: 10.5pt; line-height: 15pt; font-weight: 600; break-after: avoid; }
dl { display: grid; grid-template-columns: 110pt 1fr; gap: 2pt 10pt; margin: 0; }
dt { color: #555c66; }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { text-align: left; font-weight: 500; vertical-align: top; padding: 2pt 8pt 2pt 0; white-space: nowrap; }
thead th:nth-child(n) { overflow-wrap: normal; vertical-align: bottom; }
thead th { color: #555c66; border-bottom: 0.75pt solid #16191d; white-space: normal; }
td, tbody th { border-bottom: 0.5pt solid #d5d9df; }
/** Short markup: a report can have thousands of days, and a printed page is a URL of at most two megabytes. */
td, th:not(:first-child) { vertical-align: top; padding: 2pt 0 2pt 8pt; text-align: right; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 12pt; }
footer { margin-top: 16pt; border-top: 0.5pt solid #b9bfc7; padding-top: 7pt; color: #555c66; }
`

/** A complete document. Times and days use the report's zone. */
export function renderReport(whole: PeriodReport, { accountLabel, nowMs }: ReportOwner): string {
  const report = hideUncoveredSums(whole)
  const { sum, pnlCurrency, winningDays } = report
  const { isPartial } = sum
  const counted = (count: number): string =>
    figureHtml(figureOf(isUncovered(report) ? null : String(count), isPartial), '')
  const zone = openZone(report.timeZone)
  // The end is exclusive: the last day is that of the moment before.
  const [first, last] = [isoDay(zone, report.fromMs), isoDay(zone, Math.max(report.fromMs, report.toMs - 1))]
  const title = first === last ? first : `${first} to ${last}`
  const { created, filled, cancelled } = report.orders
  const marketHeads = ['Market', 'Fills', 'Bought', 'Sold', 'Fees', 'Realized P&L']
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    printedPolicy,
    `<title>${escapeHtml(`Starkdesk report: ${title}`)}</title><style>${style}</style></head><body>`,
    `<header><p class="quiet">${escapeHtml('Starkdesk: report of a period')}</p><h1>${escapeHtml(title)}</h1>`,
    `<p>${bdi(accountLabel)}</p><p class="quiet">${escapeHtml(`Times and days are in ${plainZoneName(zone.name)}.`)}</p></header><main>`,
    `<section><h2>${escapeHtml('Period')}</h2><dl>`,
    factHtml('From', escapeHtml(isoTime(zone, report.fromMs))),
    factHtml('Until, exclusive', escapeHtml(isoTime(zone, report.toMs))),
    factHtml('Bought', figureHtml(figureOf(sum.bought, isPartial), pnlCurrency)),
    factHtml('Sold', figureHtml(figureOf(sum.sold, isPartial), pnlCurrency)),
    factHtml('Fees', figureHtml(figureOf(sum.fees, isPartial), pnlCurrency)),
    factHtml('Realized P&L (before fees)', figureHtml(sum.realized, pnlCurrency)),
    factHtml('Net', figureHtml(sum.net, pnlCurrency)),
    factHtml('Best day', extremeHtml(zone, report.best, pnlCurrency)),
    factHtml('Worst day', extremeHtml(zone, report.worst, pnlCurrency)),
    factHtml(
      'Winning days',
      winningDays === null ? '\u2013' : escapeHtml(`${winningDays.won} of ${winningDays.of}`),
    ),
    factHtml('Fills', counted(report.trades)),
    factHtml('Volume', amountsHtml(report.volumes, isPartial)),
    factHtml('Fees by currency', amountsHtml(report.fees, isPartial)),
    factHtml('Orders created', counted(created)),
    factHtml('Filled', counted(filled)),
    factHtml('Canceled', counted(cancelled)),
    `</dl></section>`,
    `<section><h2>${escapeHtml('Markets')}</h2>`,
    tableHtml(
      marketHeads,
      report.markets.map((one) => marketRow(one, pnlCurrency)),
    ),
    `</section><section><h2>${escapeHtml('Days')}</h2>`,
    tableHtml(
      ['Day', 'Fills', 'Volume', 'Fees', 'Realized P&L'],
      report.days.map((day) => dayRow(zone, day, pnlCurrency)),
    ),
    `</section><section><h2>${escapeHtml('About these figures')}</h2><ul>`,
    ...reportNotes(report, zone).map((note) => `<li>${escapeHtml(note)}</li>`),
    `</ul></section></main>`,
    `<footer>${escapeHtml(`Created on ${isoTime(zone, nowMs)} from the data on this computer.`)}</footer>`,
    '</body></html>',
  ].join('\n')
}
