// How current the things on screen are, as main reports it.
import type { FreshnessReport } from '../../../src-preload/contract/app/freshness.ts'
import type { Freshness } from '../../../src-preload/domain/freshness.ts'
import { call, on } from '../page/api.ts'

const none: FreshnessReport = { things: [], overall: null }

let report = $state.raw<FreshnessReport>(none)
/** Counts reports and stops: outdated responses are dropped. */
let heard = 0

const byTopic = $derived(new Map(report.things.map((thing) => [thing.topic, thing.freshness])))

async function load(): Promise<void> {
  const at = heard
  try {
    const value = await call('sync:getFreshness', {})
    if (at === heard) report = value
  } catch {
    // Without a report nothing is called live.
    if (at === heard) report = none
  }
}

export const freshness = {
  /** @param topic - one of freshnessTopics; null for a thing that is not kept current */
  of(topic: string): Freshness | null {
    return byTopic.get(topic) ?? null
  },
  /** That of the least current thing on screen; null for none. */
  get overall(): Freshness | null {
    return report.overall
  },
  /** Subscribes to main until the returned function is called, which clears the state. For one active account. */
  start(): () => void {
    const stop = on('sync:freshnessChanged', (next) => {
      heard += 1
      report = next
    })
    void load()
    return () => {
      stop()
      heard += 1
      report = none
    }
  },
}
