// Update state and actions. Nothing is requested without the user.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import type { Release, UpdatesState } from '../../../src-preload/contract/updates.ts'
import { call, on, toReport } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import type { Loadable } from '../page/loadable.ts'

const fetched = new Fetched<UpdatesState>()
/** Why the last action did not start. */
let actionError = $state.raw<ErrorReport | null>(null)
/** The dismissed strip: version and step. */
let putAway = $state<string | null>(null)
/** Counts stops: responses from before a stop are dropped. */
let ended = 0

const markOf = (version: string, status: string): string => `${version} ${status}`

async function act(work: () => Promise<unknown>): Promise<void> {
  const at = ended
  actionError = null
  try {
    await work()
  } catch (error) {
    if (at === ended) actionError = toReport(error)
  }
}

export const updates = {
  get state(): Loadable<UpdatesState> {
    return fetched.state
  },
  get actionError(): ErrorReport | null {
    return actionError
  },
  /** Release to announce in every view: available or ready, until dismissed. */
  get news(): { readonly status: 'available' | 'ready'; readonly release: Release } | null {
    const step = fetched.value?.step
    if (step === undefined || (step.status !== 'available' && step.status !== 'ready')) return null
    if (putAway === markOf(step.release.version, step.status)) return null
    return { status: step.status, release: step.release }
  },
  /** Until the next announcement, or the next start. */
  putAway(): void {
    const { news } = updates
    if (news !== null) putAway = markOf(news.release.version, news.status)
  },
  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const stop = on('updates:changed', (value) => fetched.set(value))
    void fetched.load(() => call('updates:getState', {}))
    return () => {
      stop()
      ended += 1
      fetched.drop()
      actionError = null
    }
  },
  check: () => act(() => call('updates:check', {})),
  download: () => act(() => call('updates:download', {})),
  cancelDownload: () => act(() => call('updates:cancelDownload', {})),
  install: () => act(() => call('updates:install', {})),
  openPage: () => act(() => call('updates:openPage', {})),
  setOptions: (change: ChannelInput<'updates:setOptions'>) => act(() => call('updates:setOptions', change)),
}
