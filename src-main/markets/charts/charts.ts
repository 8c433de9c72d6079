// Composes main's chart services.
import type { Clock } from '../../async/clock.ts'
import type { Emit } from '../../ipc/events.ts'
import type { Log } from '../../diagnostics/log.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import { createDrawings } from './drawings.ts'
import { type CopyPicture, createChartFiles } from './files.ts'
import { createChartLayout } from './layout.ts'
import { createMarks } from './marks.ts'

export interface ChartsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  readonly current: Pick<CurrentAccount, 'require'>
  /** Asks where to save a file; null if the user cancels. */
  readonly chooseFile: (defaultName: string) => Promise<string | null>
  readonly copyPicture: CopyPicture
}

export function createCharts({ store, clock, log, emit, current, chooseFile, copyPicture }: ChartsOptions) {
  return {
    ...createChartLayout(store),
    ...createDrawings({ store, emit, requireNetwork: () => current.require().network }),
    ...createMarks({ store, current }),
    ...createChartFiles({ store, clock, log, current, chooseFile, copyPicture }),
  }
}
export type Charts = ReturnType<typeof createCharts>
