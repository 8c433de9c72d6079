// Commands of the Markets view.
import type { Indicator } from '../../../src-preload/contract/markets/charts.ts'
import { chartIntervals } from '../../../src-preload/domain/markets/intervals.ts'
import type { Command } from '../../shell/palette/command.ts'
import { altKey } from './chart/chart-keys.ts'
import type { ToolKind } from './chart/chart-overlays.svelte.ts'
import { chartSet } from './chart/chart-set.svelte.ts'
import { kindGroups, kindNames, toolKeys } from './drawings/drawing-names.ts'
import { periodNames } from '../../text/format/words.ts'
import { nameStudy } from '../../charts/indicators/study-text.ts'
import { layout } from './chart/layout.svelte.ts'
import { hasSame, indicatorName, maxIndicators, offered } from './chart/toolbar/indicator-choices.ts'
import { marketList } from './list/market-list.svelte.ts'

const tools: readonly { readonly tool: ToolKind; readonly title: string; readonly key: string }[] = [
  { tool: 'measure', title: 'Measure on the chart', key: 'M' },
  ...kindGroups.flat().map((tool) => ({ tool, title: kindNames[tool], key: toolKeys[tool] ?? '' })),
  { tool: 'note', title: 'Write a note on the chart', key: 'N' },
  { tool: 'alert', title: 'Set a price alert', key: 'A' },
  { tool: 'anchor', title: 'Anchored VWAP', key: '' },
]

const counts = [
  { count: 1, title: 'Show one chart' },
  { count: 2, title: 'Show two charts' },
  { count: 4, title: 'Show four charts' },
] as const

/** Puts an indicator on the active chart, or takes it off. */
function toggleIndicator(indicator: Indicator): void {
  const shown = layout.activeChart?.indicators ?? []
  if (hasSame(shown, indicator)) {
    const name = nameStudy(indicator)
    layout.setActiveChart({ indicators: shown.filter((other) => nameStudy(other) !== name) })
  } else if (shown.length < maxIndicators) layout.setActiveChart({ indicators: [...shown, indicator] })
}

/** @param show - opens the Markets view */
export function makeMarketCommands(show: () => void, platform: string): Command[] {
  const make = (
    id: string,
    title: string,
    key: string,
    act: () => void,
    more: Partial<Command> = {},
  ): Command => ({
    id: `markets.${id}`,
    section: 'actions',
    title,
    also: 'chart markets',
    ...(key === '' ? {} : { keys: altKey(key, platform) }),
    run: () => {
      show()
      act()
    },
    ...more,
  })
  return [
    make('goToDate', 'Go to date', 'G', () => (chartSet.isGoToOpen = true)),
    make('add', 'Add market', '', () => (marketList.isAddingAsked = true)),
    ...counts.map(({ count, title }) =>
      make(`show${count}`, title, String(count), () => void layout.load().then(() => layout.show(count))),
    ),
    ...tools.map(({ tool, title, key }) =>
      make(tool, title, key, () => {
        if (chartSet.tool !== tool) chartSet.toggleTool(tool)
      }),
    ),
    ...chartIntervals.map((period) =>
      make(`period${period}`, `Interval: ${periodNames[period].long}`, '', () => layout.setPeriod(period), {
        also: `${periodNames[period].short} period candles chart`,
        isRare: true,
      }),
    ),
    ...offered.map((indicator) =>
      make(
        `indicator.${nameStudy(indicator)}`,
        `Indicator: ${nameStudy(indicator)}`,
        '',
        () => void layout.load().then(() => toggleIndicator(indicator)),
        {
          also: `${indicatorName(indicator).long} study add remove chart`,
          isOn: hasSame(layout.activeChart?.indicators ?? [], indicator),
          isRare: true,
        },
      ),
    ),
    make('drawings', 'Show drawings and alerts', 'D', () => (chartSet.isListOpen = true)),
    make('table', chartSet.hasTable ? 'Hide candle table' : 'Show candles as a table', 'C', () => {
      chartSet.hasTable = !chartSet.hasTable
    }),
  ]
}
