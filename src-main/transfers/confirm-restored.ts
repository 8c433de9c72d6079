// Frees signing after the journal was restored or begun anew: reads from the exchange what the journal may have lost, and has a person
// look at it in the secure window. Takes nobody's word for what was looked at.
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import type { Clock } from '../async/clock.ts'
import type { Confirmations } from '../accounts/questions/confirmations.ts'
import type { AccountSession } from '../session/account-session.ts'
import { openStates } from '../trading/cancel/cancel-passes.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
const ROWS = 1_000
const DAY_MS = 86_400_000
/** Lines of the question; it says how many there are. */
const MAX_SHOWN = 20

/**
 * Open orders first, then those of the last day; each once, the newest first.
 * Errors: those of every private read.
 */
async function readOrders({ client, signal }: AccountSession, nowMs: number) {
  const open: Order[] = []
  for (const state of openStates) {
    const { orders } = await client.listOrders({ state, limit: ROWS }, { ...turn, signal })
    open.push(...orders)
  }
  // Without the service's own filter of times, and by its clock.
  const { orders: newest } = await client.listOrders({ limit: ROWS }, { ...turn, signal })
  const recent = newest.filter(({ createdAtMs }) => createdAtMs >= nowMs - DAY_MS)
  return { open: [...new Map(open.map((order) => [order.id, order])).values()], recent }
}

/** Resolves once a person has said in the window that these orders are known. Errors: userDeclined; those of every private read. */
export async function confirmRestored(
  session: AccountSession,
  confirmations: Pick<Confirmations, 'confirmChange'>,
  clock: Clock,
): Promise<void> {
  const { open, recent } = await readOrders(session, clock.now() + session.time.offsetMs())
  const all = [...new Map([...open, ...recent].map((order) => [order.id, order])).values()]
  const { label, networkKind: network } = session.account
  await confirmations.confirmChange({
    what: 'reviewRestored',
    label,
    network,
    open: open.length,
    recent: recent.length,
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
