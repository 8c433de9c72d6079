// What main does for charts, over a real store, session and folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCharts, type ChartsOptions } from '../../../../src-main/markets/charts/charts.ts'
import { movableClock } from '../../../fixtures/test-client.ts'
import { makeFolder } from '../../store/support.ts'
import { inUse, makeEvents, makeLog, makeSession, makeStore } from '../../world.ts'

export const nowMs = Date.UTC(2026, 10, 22, 23, 30)

/** Charts of an account at a service that is not there: all of it is answered from what is here. */
export async function openCharts(patch: Partial<ChartsOptions> = {}) {
  const store = await makeStore()
  const clock = movableClock(nowMs)
  const session = makeSession('http://127.0.0.1:9', clock)
  const told = makeEvents()
  const folder = makeFolder()
  const offered: string[] = []
  const copied: Uint8Array[] = []
  const charts = createCharts({
    store,
    clock,
    log: makeLog().log,
    emit: told.emit,
    current: inUse(session),
    chooseFile: (name) => {
      offered.push(name)
      return Promise.resolve(join(folder, name))
    },
    copyPicture: (png) => {
      copied.push(png)
      return Promise.resolve()
    },
    ...patch,
  })
  return {
    charts,
    store,
    clock,
    session,
    told,
    /** The names that were proposed. */
    offered,
    /** What was put on the clipboard. */
    copied,
    files: () => readdirSync(folder).sort(),
    read: (name: string) => readFileSync(join(folder, name)),
  }
}
