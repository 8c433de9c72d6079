// Owns: what the page may ask about the reading of history: how far it is, pausing it, what is looked at.
// Must not: read any history itself (its streams do).
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { SyncState } from '../../../src-preload/contract/sync.ts'
import type { Emit } from '../../ipc/events.ts'
import type { Store } from '../../store/store-api.ts'
import { createThrottle } from '../../async/throttle.ts'
import type { Hold } from './holds.ts'
import type { Pace } from './pace.ts'
import type { Scheduler } from './scheduler.ts'

/** Setting: the user has paused the reading of history. */
const PAUSED = 'sync.paused'
const TELL_EVERY_MS = 500

export interface SyncService {
  getState(): Promise<ChannelOutput<'sync:getState'>>
  setPaused(input: ChannelInput<'sync:setPaused'>): Promise<ChannelOutput<'sync:setPaused'>>
  setView(input: ChannelInput<'sync:setView'>): ChannelOutput<'sync:setView'>
}

export interface Sync extends SyncService {
  /**
   * Stops all reading and writing of cached data, lets what is under way end or be given up, runs `work`, and begins
   * again from what is in the cache then.
   */
  holdDuring<T>(work: () => Promise<T>): Promise<T>
  isPaused(): boolean
  /** How the reading stands has changed, or may have: the page is told, at most twice a second. */
  noteChange(): void
  close(): void
}

/** The histories of the account in use. */
export interface RunningHistory {
  readonly scheduler: Scheduler
  hold(): Hold | null
}

export interface SyncOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly emit: Emit
  readonly pace: Pace
  /** Null where no account is in use, or its work is held. */
  readonly getHistory: () => RunningHistory | null
  /** As Sync.holdDuring. */
  readonly holdDuring: Sync['holdDuring']
  readonly onFault: (what: string, error: unknown) => void
}

export async function createSync(options: SyncOptions): Promise<Sync> {
  const { store, emit, pace, getHistory, holdDuring, onFault } = options
  let isPaused = (await store.getSetting(PAUSED)) === 'yes'
  let told = ''

  async function readState(): Promise<SyncState> {
    const history = getHistory()
    const streams = (await history?.scheduler.states()) ?? []
    const isDone = streams.every(({ status }) => status === 'complete')
    const hold = isPaused || isDone ? null : (history?.hold() ?? null)
    return { isPaused, hold, streams }
  }

  const telling = createThrottle(TELL_EVERY_MS, async () => {
    try {
      const state = await readState()
      const text = JSON.stringify(state)
      if (text === told) return
      told = text
      emit('sync:changed', state)
    } catch (error) {
      onFault('tell how the reading of history stands', error)
    }
  })

  return {
    getState: readState,
    async setPaused({ isPaused: next }) {
      isPaused = next
      getHistory()?.scheduler.setPaused(next)
      telling.ask()
      await store.setSetting(PAUSED, next ? 'yes' : 'no')
      return {}
    },
    setView({ view }) {
      pace.note({ view })
      return {}
    },
    holdDuring,
    isPaused: () => isPaused,
    noteChange: () => telling.ask(),
    close: () => telling.stop(),
  }
}
