// Price alerts of the network across all markets.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { PriceAlert } from '../../../src-preload/contract/app/alerts.ts'
import { call, toReport } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import type { Loadable } from '../page/loadable.ts'
import { coalesce } from '../page/coalesce.ts'
import { refreshOn } from '../page/refresh-on.ts'

const gapMs = 250

const fetched = new Fetched<readonly PriceAlert[]>()
/** Error of the last change; null when it succeeded. */
let actionError = $state.raw<ErrorReport | null>(null)

const load = (): Promise<void> =>
  fetched.load(async () => (await call('alerts:list', { market: null })).alerts)

/** Returns true on success; otherwise `actionError` has the reason. */
async function act(work: () => Promise<unknown>): Promise<boolean> {
  actionError = null
  try {
    await work()
    await load()
    return true
  } catch (error) {
    actionError = toReport(error)
    return false
  }
}

export const alerts = {
  /** Newest first. */
  get list(): Loadable<readonly PriceAlert[]> {
    return fetched.state
  },
  get actionError(): ErrorReport | null {
    return actionError
  },
  load,
  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const stop = refreshOn(coalesce(load, gapMs), 'alerts:changed', 'accounts:changed')
    return () => {
      stop()
      fetched.drop()
      actionError = null
    }
  },
  /** Changes the alert and re-arms it. */
  put: ({ id, market, price, direction, note, isRepeating }: PriceAlert): Promise<boolean> =>
    act(() => call('alerts:put', { id, market, price, direction, note, isRepeating })),
  remove: (id: string): Promise<boolean> => act(() => call('alerts:remove', { id })),
}
