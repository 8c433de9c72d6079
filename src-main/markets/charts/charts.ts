// Composes main's chart services.
import type { TradeLayout } from '../../../src-preload/contract/trade-view.ts'
import type { Clock } from '../../async/clock.ts'
import type { Emit } from '../../ipc/events.ts'
import type { Log } from '../../diagnostics/log.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import { createDrawings } from './drawings.ts'
import { type CopyPicture, createChartFiles } from './files.ts'
import { createChartLayout } from './layout.ts'
import { createMarks } from './marks.ts'
import { createSavedLayouts } from './saved-layouts.ts'
import { createTradeView } from './trade-view.ts'

export interface ChartsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  readonly current: Pick<CurrentAccount, 'require' | 'work'>
  /** Asks where to save a file; null if the user cancels. */
  readonly chooseFile: (defaultName: string) => Promise<string | null>
  readonly copyPicture: CopyPicture
  /** Layout of the Trade view before anybody has chosen one; default `trade`. */
  readonly tradeLayout?: TradeLayout | undefined
}

export function createCharts(options: ChartsOptions) {
  const { store, clock, log, emit, current, chooseFile, copyPicture } = options
  return {
    ...createChartLayout(store),
    ...createSavedLayouts(store),
    ...createTradeView(store, options.tradeLayout ?? 'trade'),
    ...createDrawings({ store, emit, requireNetwork: () => current.require().network }),
    ...createMarks({ store, current }),
    ...createChartFiles({ store, clock, log, current, chooseFile, copyPicture }),
  }
}
export type Charts = ReturnType<typeof createCharts>
