// Tells what a trader has to know at once, each once.
import type { SigningDifference } from '../../src-preload/contract/trading/signing-difference.ts'
import type { TradingAlarm } from '../../src-preload/contract/trading/trading-alarms.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'

export interface AlarmsOptions {
  /** @param key - the same for what must not be told twice, also after a restart */
  readonly onAlarm: (alarm: TradingAlarm, key: string) => void
}

const factsOf = ({ accountId, id: ticketId, market, side, type, amount, price }: StoredPlacedOrder) => ({
  accountId,
  ticketId,
  market,
  side,
  type,
  amount,
  price,
})

/** Keys beyond are forgotten, oldest first: what is told twice so long after is no event that is told from two places. */
const MAX_KEPT = 1_000

export function createAlarms(options: AlarmsOptions) {
  const told = new Set<string>()

  function onAlarm(alarm: TradingAlarm, key: string): void {
    if (told.has(key)) return
    told.add(key)
    const [oldest] = told
    if (told.size > MAX_KEPT && oldest !== undefined) told.delete(oldest)
    options.onAlarm(alarm, key)
  }

  return {
    /** Call with each state of an order that this computer placed. */
    noteOrder(order: StoredPlacedOrder): void {
      if (order.state === 'unknown')
        onAlarm({ kind: 'orderUnknown', ...factsOf(order) }, `unknown ${order.id}`)
    },

    /** The exchange placed another order than was meant, and nothing else tells of it. */
    noteDiffers(order: StoredPlacedOrder): void {
      const { orderId, differences } = order
      const facts: TradingAlarm = {
        kind: 'orderDiffers',
        ...factsOf(order),
        orderId,
        differences: [...differences],
      }
      onAlarm(facts, `differs ${order.id}`)
    },

    /** An order without an answer was found. */
    noteFoundLate(order: StoredPlacedOrder, orderId: number, isCanceled: boolean): void {
      const key = `found ${order.id} ${String(orderId)} ${String(isCanceled)}`
      onAlarm({ kind: 'orderFoundLate', ...factsOf(order), orderId, isCanceled }, key)
    },

    noteGone(facts: Omit<Extract<TradingAlarm, { kind: 'orderGone' }>, 'kind'>): void {
      onAlarm({ kind: 'orderGone', ...facts }, `gone ${facts.accountId} ${String(facts.orderId)}`)
    },

    /** The exchange did something else than was asked: nothing is signed for the account until a person has looked. */
    noteSigningLocked(accountId: string, difference: SigningDifference): void {
      onAlarm({ kind: 'signingLocked', accountId, difference }, `difference ${accountId} ${difference.atMs}`)
    },

    noteSessionEnded(accountId: string, sessionId: string, reason: string): void {
      onAlarm({ kind: 'sessionEnded', accountId, reason }, `session ${sessionId}`)
    },
  }
}

export type Alarms = ReturnType<typeof createAlarms>
