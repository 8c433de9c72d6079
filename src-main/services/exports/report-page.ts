// Owns: the report of a period as a page that can be printed: HTML without scripts, links or pictures, every text of it escaped.
// Pure. Must not: compute or round a figure, or need anything from elsewhere.
import type { PeriodReport } from '../../../src-preload/contract/portfolio.ts'
import { countOf } from '../../../src-preload/shared/count-of.ts'
import { splitMarket } from '../../../src-preload/shared/markets.ts'
import { openZone, type Zone } from '../../../src-preload/shared/zone.ts'
import { bdi, escapeHtml, printedPolicy } from '../html-text.ts'
import { isoDay, isoTime } from './iso-time.ts'

export interface ReportOwner {
  readonly accountLabel: string
  readonly nowMs: number
}

type Amounts = readonly { readonly currency: string; readonly amount: string }[]

const code = (currency: string): string => currency.toUpperCase()

/** A true minus, and thousands apart by a space that does not break; the digits are as they were computed. */
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

const cell = (text: string): string => `<td>${escapeHtml(text)}</td>`

/** One amount under the other, each with its currency. */
function amountsHtml(amounts: Amounts): string {
  if (amounts.length === 0) return '\u2013'
  return amounts
    .map(
      ({ currency, amount }) => `<div>${escapeHtml(`${figure(amount)} ${code(currency)}`.trimEnd())}</div>`,
    )
    .join('')
}

const factHtml = (name: string, html: string): string => `<dt>${escapeHtml(name)}</dt><dd>${html}</dd>`

function tableHtml(heads: readonly string[], rows: readonly string[], none: string): string {
  if (rows.length === 0) return `<p class="quiet">${escapeHtml(none)}</p>`
  const head = heads.map((text) => `<th>${escapeHtml(text)}</th>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function nameMarket(market: string): string {
  const units = splitMarket(market)
  return units === null ? code(market) : `${code(units.base)}/${code(units.quote)}`
}

function marketRow(one: PeriodReport['markets'][number]): string {
  const { market, quote } = one
  const base = splitMarket(market)?.base ?? ''
  const traded = (amount: string, value: string): string =>
    `<td>${amountsHtml([
      { currency: base, amount },
      { currency: quote, amount: value },
    ])}</td>`
  const realised =
    one.realised === null
      ? cell('not known')
      : `<td>${amountsHtml([{ currency: quote, amount: one.realised }])}</td>`
  return [
    `<tr><th scope="row">${bdi(nameMarket(market))}</th>${cell(figure(String(one.trades)))}`,
    traded(one.boughtAmount, one.boughtValue),
    traded(one.soldAmount, one.soldValue),
    `${realised}</tr>`,
  ].join('')
}

function dayRow(zone: Zone, { dayMs, trades, volumes, realised }: PeriodReport['days'][number]): string {
  const amounts = [volumes, realised].map((all) => `<td>${amountsHtml(all)}</td>`)
  return `<tr><th scope="row">${isoDay(zone, dayMs)}</th>${cell(figure(String(trades)))}${amounts.join('')}</tr>`
}

const days = (zone: Zone, found: PeriodReport['best']): string =>
  found.length === 0
    ? '\u2013'
    : found
        .map(
          ({ currency, amount, dayMs }) =>
            `<div>${escapeHtml(`${isoDay(zone, dayMs)}: ${figure(amount)} ${code(currency)}`)}</div>`,
        )
        .join('')

const tradesOf = (count: number, which: string): string =>
  `The trades of ${countOf(count, ['order', 'orders'], undefined, (each) => figure(String(each)))} ${which} are not all on this computer.`

/** What the figures leave out, each in a sentence. */
export function reportNotes(report: PeriodReport, zone: Zone): string[] {
  const { ordersWithoutFills, earlierOrdersWithoutFills, knownFromMs, markets } = report
  const unknown = markets.filter(({ realised }) => realised === null).map(({ market }) => nameMarket(market))
  const notes: string[] = []
  if (ordersWithoutFills > 0) {
    notes.push(`${tradesOf(ordersWithoutFills, 'of this period')} Nothing of these orders is counted.`)
  }
  if (earlierOrdersWithoutFills > 0) {
    notes.push(
      `${tradesOf(earlierOrdersWithoutFills, 'from before this period')} What they bought is not in the average costs.`,
    )
  }
  if (knownFromMs !== null) {
    notes.push(
      `Orders created before ${isoTime(zone, knownFromMs)} are not on this computer. What they traded is not counted and not in the average costs.`,
    )
  }
  if (unknown.length > 0) {
    notes.push(
      `More was sold than the trades here had bought by then in ${unknown.join(', ')}: what it had cost, and so the realised result, is not known.`,
    )
  }
  notes.push(
    'Realised results are by the average cost of all trades before, in the quote currency of the market, fees not included.',
  )
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
/* Short markup: a report has thousands of days, and a page that is printed is an address of two megabytes at most. */
td, th:not(:first-child) { vertical-align: top; padding: 2pt 0 2pt 8pt; text-align: right; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 12pt; }
footer { margin-top: 16pt; border-top: 0.5pt solid #b9bfc7; padding-top: 7pt; color: #555c66; }
`

/** A whole document. Times and days are those of the report's zone. */
export function renderReport(report: PeriodReport, { accountLabel, nowMs }: ReportOwner): string {
  const zone = openZone(report.timeZone)
  // The end is not included: the last day is that of the moment before.
  const [first, last] = [isoDay(zone, report.fromMs), isoDay(zone, Math.max(report.fromMs, report.toMs - 1))]
  const title = first === last ? first : `${first} to ${last}`
  const { created, filled, cancelled } = report.orders
  const marketHeads = ['Market', 'Trades', 'Bought', 'Sold', 'Realised']
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    printedPolicy,
    `<title>${escapeHtml(`Starkdesk report: ${title}`)}</title><style>${style}</style></head><body>`,
    `<header><p class="quiet">${escapeHtml('Starkdesk: report of a period')}</p><h1>${escapeHtml(title)}</h1>`,
    `<p>${bdi(accountLabel)}</p><p class="quiet">${escapeHtml(`Times and days are those of ${zone.name}.`)}</p></header><main>`,
    `<section><h2>${escapeHtml('Period')}</h2><dl>`,
    factHtml('From', escapeHtml(isoTime(zone, report.fromMs))),
    factHtml('Until, not included', escapeHtml(isoTime(zone, report.toMs))),
    factHtml('Trades', escapeHtml(figure(String(report.trades)))),
    factHtml('Volume', amountsHtml(report.volumes)),
    factHtml('Fees', amountsHtml(report.fees)),
    factHtml('Best day', days(zone, report.best)),
    factHtml('Worst day', days(zone, report.worst)),
    factHtml('Orders created', escapeHtml(figure(String(created)))),
    factHtml('Of these filled', escapeHtml(figure(String(filled)))),
    factHtml('Of these cancelled', escapeHtml(figure(String(cancelled)))),
    `</dl></section>`,
    `<section><h2>${escapeHtml('Markets')}</h2>${tableHtml(marketHeads, report.markets.map(marketRow), 'No trades.')}</section>`,
    `<section><h2>${escapeHtml('Days')}</h2>`,
    tableHtml(
      ['Day', 'Trades', 'Volume', 'Realised'],
      report.days.map((day) => dayRow(zone, day)),
      'No trades.',
    ),
    `</section><section><h2>${escapeHtml('What these figures are')}</h2><ul>`,
    ...reportNotes(report, zone).map((note) => `<li>${escapeHtml(note)}</li>`),
    `</ul></section></main>`,
    `<footer>${escapeHtml(`Made on ${isoTime(zone, nowMs)} from what was on this computer then.`)}</footer>`,
    '</body></html>',
  ].join('\n')
}
