// What a trader was told at once, as the store took it for the notifications.
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { type TradingAlarm, tradingAlarm } from '../../../src-preload/contract/trading/trading-alarms.ts'

/**
 * A store that remembers which alarms it was given. `listAlarms`: oldest first, without those that a person was told before; it waits
 * until what was told so far is written. Errors: those of the store, and of an alarm that no notification could have.
 */
export function recordAlarms(store: Store): { store: Store; listAlarms: () => Promise<TradingAlarm[]> } {
  const added: { readonly facts: string; readonly isNew: Promise<boolean> }[] = []
  return {
    store: {
      ...store,
      addNotice(notice) {
        const isNew = store.addNotice(notice)
        if (notice.kind !== 'cancelAsked') added.push({ facts: notice.facts, isNew })
        return isNew
      },
    },
    async listAlarms() {
      const told = await Promise.all(added.map(async (one) => ((await one.isNew) ? [one.facts] : [])))
      return told.flat().map((facts) => tradingAlarm.parse(JSON.parse(facts)))
    },
  }
}
