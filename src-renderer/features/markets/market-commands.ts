// Commands of the Markets view.
import { candlePeriods } from '../../../src-preload/domain/markets.ts'
import type { Command } from '../../shell/palette/command.ts'
import { altKey } from './chart/chart-keys.ts'
import type { ToolKind } from './chart/chart-overlays.svelte.ts'
import { chartSet } from './chart/chart-set.svelte.ts'
import { periodNames } from '../../text/format/words.ts'
import { layout } from './chart/layout.svelte.ts'
import { marketList } from './list/market-list.svelte.ts'

const tools: readonly { readonly tool: ToolKind; readonly title: string; readonly key: string }[] = [
  { tool: 'measure', title: 'Measure on the chart', key: 'M' },
  { tool: 'line', title: 'Horizontal line', key: 'L' },
  { tool: 'note', title: 'Write a note on the chart', key: 'N' },
  { tool: 'alert', title: 'Set a price alert', key: 'A' },
]

const counts = [
  { count: 1, title: 'Show one chart' },
  { count: 2, title: 'Show two charts' },
  { count: 4, title: 'Show four charts' },
] as const

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
    ...candlePeriods.map((period) =>
      make(`period${period}`, `Interval: ${periodNames[period].long}`, '', () => layout.setPeriod(period), {
        also: `${periodNames[period].short} period candles chart`,
        isRare: true,
      }),
    ),
    make('drawings', 'Show drawings and alerts', 'D', () => (chartSet.isListOpen = true)),
    make('table', chartSet.hasTable ? 'Hide candle table' : 'Show candles as a table', 'T', () => {
      chartSet.hasTable = !chartSet.hasTable
    }),
  ]
}
