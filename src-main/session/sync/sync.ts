// The page's requests about syncing history: progress, pausing, and the visible view.
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { FreshnessReport } from '../../../src-preload/contract/app/freshness.ts'
import type { SyncState } from '../../../src-preload/contract/app/sync.ts'
import type { Store } from '../../store/api/store-api.ts'
import { createThrottle } from '../../async/throttle.ts'
import type { CurrentAccount } from '../current-account.ts'
import type { Pace } from './pace.ts'
import type { Tools } from '../../tools.ts'

/** Setting: the user has paused syncing history. */
const PAUSED = 'sync.paused'
const REPORT_EVERY_MS = 500

export interface SyncService {
  getState(): Promise<ChannelOutput<'sync:getState'>>
  getFreshness(): ChannelOutput<'sync:getFreshness'>
  setPaused(input: ChannelInput<'sync:setPaused'>): Promise<ChannelOutput<'sync:setPaused'>>
  setView(input: ChannelInput<'sync:setView'>): ChannelOutput<'sync:setView'>
}

export interface Sync extends SyncService {
  isPaused(): boolean
  /** The reading's state may have changed: the page hears of it, at most twice a second. */
  noteChange(): void
  close(): void
}

export interface SyncOptions extends Pick<Tools, 'emit' | 'log'> {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly pace: Pace
  readonly current: Pick<CurrentAccount, 'events' | 'work'>
}

export async function createSync(options: SyncOptions): Promise<Sync> {
  const { store, emit, pace, current, log } = options
  let isPaused = (await store.getSetting(PAUSED)) === 'yes'
  let lastReported = ''

  async function readState(): Promise<SyncState> {
    const history = current.work()
    const streams = (await history?.scheduler.states()) ?? []
    const isDone = streams.every(({ status }) => status === 'complete')
    const hold = isPaused || isDone ? null : (history?.hold() ?? null)
    return { isPaused, hold, streams }
  }

  const reporter = createThrottle(REPORT_EVERY_MS, async () => {
    try {
      const state = await readState()
      const text = JSON.stringify(state)
      if (text === lastReported) return
      lastReported = text
      emit('sync:changed', state)
    } catch (error) {
      log.fault('sync', 'tell how the reading of history stands', error)
    }
  })

  const readFreshness = (): FreshnessReport =>
    current.work()?.freshness.report() ?? { things: [], overall: null }

  current.events.on('workChanged', () => {
    reporter.ask()
    emit('sync:freshnessChanged', readFreshness())
  })

  return {
    getState: readState,
    getFreshness: readFreshness,
    async setPaused({ isPaused: next }) {
      isPaused = next
      current.work()?.scheduler.setPaused(next)
      reporter.ask()
      await store.setSetting(PAUSED, next ? 'yes' : 'no')
      return {}
    },
    setView({ view }) {
      pace.note({ view })
      return {}
    },
    isPaused: () => isPaused,
    noteChange: () => reporter.ask(),
    close: () => reporter.stop(),
  }
}
