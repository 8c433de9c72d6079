// Commands and exports of the Portfolio view.
import type { Command } from '../../shell/palette/command.ts'
import { display } from '../../shell/state/display.svelte.ts'
import { type ExportChoice, exportChoice } from '../../shell/state/exports.svelte.ts'
import { movements } from './movements.svelte.ts'
import { history } from './history/history.svelte.ts'
import { report } from './report/report.svelte.ts'
import { type ReportPeriod, reportPeriods } from './report/report-range.ts'

/** Time range of the history; the full history until it is loaded. */
function historyRange(): { fromMs: number; toMs: number } {
  const { loaded } = history
  return loaded.status === 'ready'
    ? { fromMs: loaded.value.fromMs, toMs: loaded.value.toMs }
    : { fromMs: 0, toMs: Date.now() }
}

/** Export formats of the figures. */
export const exportChoices: readonly ExportChoice[] = [
  exportChoice('Profit and loss as CSV', () => ({ what: 'pnl', format: 'csv' })),
  exportChoice('Profit and loss as JSON Lines', () => ({ what: 'pnl', format: 'jsonl' })),
  exportChoice('History as CSV', () => ({ what: 'pnlHistory', ...historyRange(), format: 'csv' })),
  exportChoice('History as JSON Lines', () => ({ what: 'pnlHistory', ...historyRange(), format: 'jsonl' })),
]

const periodNames: Record<ReportPeriod, string> = {
  day: 'Report of today',
  week: 'Report of this week',
  month: 'Report of this month',
  year: 'Report of this year',
}

/** Provided while the view is on screen. */
export function makePortfolioCommands(): Command[] {
  return [
    ...exportChoices.map(({ label, run }): Command => ({
      id: `portfolio.export.${label}`,
      section: 'here',
      title: `Export ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`,
      also: 'save file download pnl',
      run,
    })),
    ...reportPeriods.map((period): Command => ({
      id: `portfolio.report.${period}`,
      section: 'here',
      title: periodNames[period],
      run: () => report.choose(period, Date.now(), display.zone),
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
      title: history.hasTable ? 'Show history as a drawing' : 'Show history as a table',
      run: () => (history.hasTable = !history.hasTable),
    },
  ]
}
