// Owns: putting together what main does for charts. Must not: hold rules; its rooms do.
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { Emit } from '../../ipc/events.ts'
import type { Log } from '../../diagnostics/log.ts'
import type { Store } from '../../store/store-api.ts'
import type { Link } from '../../session/link.ts'
import { createDrawings } from './drawings.ts'
import { type CopyPicture, createChartFiles } from './files.ts'
import { createChartLayout } from './layout.ts'
import { createMarks } from './marks.ts'

export interface ChartsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  readonly getLink: () => Link | null
  /** Asks where to put a file; null when the user gives up. */
  readonly chooseFile: (defaultName: string) => Promise<string | null>
  readonly copyPicture: CopyPicture
}

export function createCharts({ store, clock, log, emit, getLink, chooseFile, copyPicture }: ChartsOptions) {
  function requireLink(): Link {
    const link = getLink()
    if (link === null) throw new AppError('notFound', { what: 'active account' })
    return link
  }

  return {
    ...createChartLayout(store),
    ...createDrawings({ store, emit, requireNetwork: () => requireLink().network }),
    ...createMarks({ store, requireLink }),
    ...createChartFiles({ store, clock, log, requireLink, chooseFile, copyPicture }),
  }
}
export type Charts = ReturnType<typeof createCharts>
