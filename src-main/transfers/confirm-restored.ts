// Frees signing after the journal was restored or begun anew: reads from the exchange what the journal may have lost, and has a person
// look at it in the secure window. Takes nobody's word for what was looked at.
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import type { Clock } from '../async/clock.ts'
import type { Confirmations } from '../accounts/questions/confirmations.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { OrderList } from '../exchange/endpoints/orders/orders.ts'
import { listAllOpen, openStates } from '../trading/cancel/cancel-passes.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
const ROWS = 1_000
const DAY_MS = 86_400_000
/** Lines of the question; it says how many there are. */
const MAX_SHOWN = 20

/** How many rows nobody could read, besides those whose id is known. */
const unnamedIn = ({ refused, unread }: OrderList): number => (unread?.count ?? 0) - refused.length

/**
 * The newest open orders and how many there are, and those of the last day among the newest. A row that cannot be read counts,
 * though it cannot be shown: also among those of the last day, where nobody knows when it was.
 * Errors: those of every private read.
 */
async function readOrders({ client, signal }: AccountSession, nowMs: number) {
  const { orders: allOpen, unnamed } = await listAllOpen(client, signal)
  const open: Order[] = []
  for (const state of openStates)
    open.push(...(await client.listOrders({ state, limit: MAX_SHOWN }, { ...turn, signal })).orders)
  // Without the service's own filter of times, and by its clock.
  const newest = await client.listOrders({ limit: ROWS }, { ...turn, signal })
  const recent = newest.orders.filter(({ createdAtMs }) => createdAtMs >= nowMs - DAY_MS)
  return {
    open,
    openCount: allOpen.length + unnamed,
    recent,
    recentCount: recent.length + newest.refused.length + unnamedIn(newest),
  }
}

/** Resolves once a person has said in the window that these orders are known. Errors: userDeclined; those of every private read. */
export async function confirmRestored(
  session: AccountSession,
  confirmations: Pick<Confirmations, 'confirmChange'>,
  clock: Clock,
): Promise<void> {
  const nowMs = clock.now() + session.time.offsetMs()
  const { open, openCount, recent, recentCount } = await readOrders(session, nowMs)
  const all = [...new Map([...open, ...recent].map((order) => [order.id, order])).values()]
  const { label, networkKind: network } = session.account
  await confirmations.confirmChange({
    what: 'reviewRestored',
    label,
    network,
    open: openCount,
    recent: recentCount,
    shown: all.slice(0, MAX_SHOWN).map(({ id, market, side, originVolume, price, state }) => ({
      orderId: id,
      market,
      side,
      amount: originVolume,
      price,
      state,
    })),
  })
  session.signal.throwIfAborted()
}
