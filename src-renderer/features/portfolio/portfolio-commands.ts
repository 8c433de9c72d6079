// Commands and exports of the Portfolio view.
import type { Command } from '../../shell/palette/command.ts'
import { display } from '../../shell/state/display.svelte.ts'
import { type ExportChoice, exportChoice } from '../../shell/state/exports.svelte.ts'
import type { ExportRequest } from '../../../src-preload/contract/app/exports.ts'
import { equity } from './equity/equity.svelte.ts'
import { lots } from './lots/lots.svelte.ts'
import { methodNames } from './lots/lots-text.ts'
import { movements } from './movements.svelte.ts'
import { report } from './report/report.svelte.ts'
import { type ReportPeriod, reportPeriods } from './report/report-range.ts'

/** Time range of the equity curve; all time until it is loaded. */
function historyRange(): { fromMs: number; toMs: number } {
  const { fromMs, toMs } = equity.curve.value ?? { fromMs: 0, toMs: Date.now() }
  return { fromMs, toMs }
}

/** A year of the display zone. */
const yearRange = (year: number): { fromMs: number; toMs: number } => ({
  fromMs: Math.max(0, display.zone.timeOf(year, 1, 1)),
  toMs: display.zone.timeOf(year + 1, 1, 1),
})

/** Files of the figures, and those for taxes: disposals by the method that is chosen for lots, and transactions. */
export function makeExportChoices(nowMs: number): ExportChoice[] {
  const { method } = lots
  const by = methodNames[method]
  const disposals = (range: () => { fromMs: number; toMs: number }) => (): ExportRequest => ({
    what: 'disposals',
    method,
    format: 'csv',
    ...range(),
  })
  const { year } = display.zone.parts(nowMs)
  return [
    exportChoice('P&L (CSV)', () => ({ what: 'pnl', format: 'csv' })),
    exportChoice('P&L (JSONL)', () => ({ what: 'pnl', format: 'jsonl' })),
    exportChoice('History (CSV)', () => ({ what: 'pnlHistory', ...historyRange(), format: 'csv' })),
    exportChoice('History (JSONL)', () => ({ what: 'pnlHistory', ...historyRange(), format: 'jsonl' })),
    ...[year, year - 1].map((one) =>
      exportChoice(
        `Disposals of ${one} by ${by} (CSV, loaded fills)`,
        disposals(() => yearRange(one)),
      ),
    ),
    exportChoice(
      `All disposals by ${by} (CSV, loaded fills)`,
      disposals(() => ({ fromMs: 0, toMs: yearRange(year).toMs })),
    ),
    exportChoice('Transactions for Koinly (CSV, loaded fills)', () => ({
      what: 'transactions',
      layout: 'koinly',
      format: 'csv',
    })),
    exportChoice('Transactions for CoinTracker (CSV, loaded fills)', () => ({
      what: 'transactions',
      layout: 'coinTracker',
      format: 'csv',
    })),
  ]
}

const periodNames: Record<ReportPeriod, string> = {
  day: 'Report of today',
  week: 'Report of this week',
  month: 'Report of this month',
  quarter: 'Report of this quarter',
  year: 'Report of this year',
  all: 'Report of all time',
}

/** With a small first letter, unless it begins an abbreviation: "history (CSV)", "P&L (CSV)". */
const continueSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.slice(0, 1).toLowerCase() + label.slice(1) : label

/** Files of the figures, from anywhere: with the ids that they have in the view. */
export function makePortfolioExportCommands(nowMs: number): Command[] {
  return makeExportChoices(nowMs).map(({ label, run }): Command => ({
    id: `portfolio.export.${label}`,
    section: 'actions',
    title: `Export ${continueSentence(label)}`,
    also: 'save file download pnl tax lots gains',
    isRare: true,
    run,
  }))
}

/** Provided while the view is on screen. */
export function makePortfolioCommands(): Command[] {
  return [
    ...makePortfolioExportCommands(Date.now()).map((command): Command => ({
      ...command,
      section: 'here',
      isRare: false,
    })),
    ...reportPeriods.map((period): Command => ({
      id: `portfolio.report.${period}`,
      section: 'here',
      title: periodNames[period],
      run: () => report.showCurrent(period, Date.now()),
    })),
    {
      id: 'portfolio.movements',
      section: 'here',
      title: 'Deposits and withdrawals',
      run: () => movements.open(),
    },
    {
      id: 'portfolio.table',
      section: 'here',
      title: equity.hasTable ? 'Show the equity curve as a chart' : 'Show the equity curve as a table',
      run: () => (equity.hasTable = !equity.hasTable),
    },
  ]
}
