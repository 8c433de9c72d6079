// Owns: the price alerts of the network over all markets, as main tells them. Must not: word them, or draw them on a chart.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { PriceAlert } from '../../../src-preload/contract/alerts.ts'
import { call, on, toReport } from '../page/api.ts'
import type { Loadable } from '../page/loadable.ts'
import { failed, loading, ready } from '../page/loadable.ts'
import { createRefresher } from '../page/refresher.ts'

const gapMs = 250

let list = $state.raw<Loadable<readonly PriceAlert[]>>(loading)
/** Why the last change was not made; null when it was. */
let actionError = $state.raw<ErrorReport | null>(null)
/** Counts the times that following ended: an answer from before is dropped. */
let ended = 0

async function load(): Promise<void> {
  const at = ended
  try {
    const { alerts } = await call('alerts:list', { market: null })
    if (at === ended) list = ready(alerts)
  } catch (error) {
    if (at === ended) list = failed(list, toReport(error))
  }
}

/** True when it was done; else `actionError` says why not. */
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
    return list
  },
  get actionError(): ErrorReport | null {
    return actionError
  },
  load,
  /** Follows main until the returned function is called, which forgets what was shown. */
  start(): () => void {
    const own = createRefresher(load, gapMs)
    const stops = [on('alerts:changed', () => own.request()), on('accounts:changed', () => own.request())]
    own.request()
    return () => {
      stops.forEach((stop) => stop())
      own.stop()
      ended += 1
      list = loading
      actionError = null
    }
  },
  /** Changes it and arms it anew. */
  put: ({ id, market, price, direction, note, isRepeating }: PriceAlert): Promise<boolean> =>
    act(() => call('alerts:put', { id, market, price, direction, note, isRepeating })),
  remove: (id: string): Promise<boolean> => act(() => call('alerts:remove', { id })),
}
