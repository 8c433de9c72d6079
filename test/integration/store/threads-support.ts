// Stores whose threads can be made to crash, and waiting until both threads answer.
import { onTestFinished } from 'vitest'
import type { Clock } from '../../../src-main/async/clock.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { crashingUrl } from '../../fixtures/thread-scripts.ts'
import { clock, makeFile } from './support.ts'

interface CrashingStore {
  readonly store: Store
  readonly file: string
  /** What the store told of threads that ended, as `name: message`. */
  readonly faults: string[]
}

/** A store that crashes on settings named so (crashing-worker.ts), with both threads ready; closed after the test. */
export async function openCrashing(options: { clock?: Clock; file?: string } = {}): Promise<CrashingStore> {
  const file = options.file ?? makeFile()
  const faults: string[] = []
  const store = await openStore({
    file,
    clock: options.clock ?? clock,
    workerUrl: crashingUrl,
    onFault: (what, error) => faults.push(`${what}: ${error instanceof Error ? error.message : ''}`),
  })
  onTestFinished(() => store.close())
  await waitForReader(store)
  return { store, file, faults }
}

/** The thread that writes answers everything until the other one has started. */
async function waitForReader(store: Store): Promise<void> {
  while ((await store.getSetting('who')) !== 'read');
}
