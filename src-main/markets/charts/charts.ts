// Composes main's chart services.
import type { TradeLayout } from '../../../src-preload/contract/trading/trade-view.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import { createDrawings } from './drawings.ts'
import { type CopyPicture, createChartFiles } from './files.ts'
import { createIndicatorLibrary } from './indicator-library.ts'
import { createChartLayout } from './layout.ts'
import { createMarks } from './marks.ts'
import { createSavedLayouts } from './saved-layouts.ts'
import { createTradeView } from './trade-view.ts'
import type { Tools } from '../../tools.ts'

export interface ChartsOptions extends Pick<Tools, 'store' | 'clock' | 'log' | 'emit' | 'chooseFile'> {
  readonly current: Pick<CurrentAccount, 'require' | 'work'>
  readonly copyPicture: CopyPicture
  /** Layout of the Trade view before anybody has chosen one; default `trade`. */
  readonly tradeLayout?: TradeLayout | undefined
}

export function createCharts(options: ChartsOptions) {
  const { store, clock, log, emit, current, chooseFile, copyPicture } = options
  return {
    ...createChartLayout(store),
    ...createIndicatorLibrary(store),
    ...createSavedLayouts(store),
    ...createTradeView(store, options.tradeLayout ?? 'trade'),
    ...createDrawings({ store, emit, requireNetwork: () => current.require().network }),
    ...createMarks({ store, current }),
    ...createChartFiles({ store, clock, log, current, chooseFile, copyPicture }),
  }
}
