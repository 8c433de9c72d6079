// What quitting would cut off, and the question about it. Pure.
import { countOf } from '../../../src-preload/domain/count-of.ts'
import type { OrderBusiness } from '../../../src-preload/contract/orders/order-business.ts'

export interface QuitBusiness extends OrderBusiness {
  /** The kill switch is at work. */
  readonly isCancelingAll: boolean
  /** An order is being placed, or moved: the old one may be canceled and the new one not placed. */
  readonly isPlacing: boolean
  /** The lock hides what is stored: of it neither count nor kind is named. */
  readonly isHidden: boolean
}

export interface QuitQuestion {
  readonly message: string
  readonly detail: string
  /** The first keeps everything as it is, and is what Escape and Enter choose. */
  readonly buttons: readonly [string, string]
}

const agree = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/**
 * Null where nothing is cut off. Open orders alone are none: they rest at the exchange, whether or not Starkdesk runs.
 * @param what - `window` where the app goes on without its window, as on macOS: only a trading session ends with the page
 */
export function describeQuit(what: 'app' | 'window', business: QuitBusiness): QuitQuestion | null {
  const { isCancelingAll, isPlacing, isSessionRunning, undecidedOrders, openOrders } = business
  const ends = isSessionRunning ? ['A trading session is running and will end.'] : []
  if (what === 'window') {
    if (ends.length === 0) return null
    return { message: 'Close the window?', detail: ends.join('\n'), buttons: ['Keep it open', 'Close'] }
  }
  const canceling = isCancelingAll
    ? [
        'Starkdesk is still canceling all orders. It goes on at the next start. Until then open ones can be filled.',
      ]
    : []
  const ask = (lines: readonly string[]): QuitQuestion | null =>
    lines.length === 0
      ? null
      : { message: 'Quit Starkdesk?', detail: lines.join('\n'), buttons: ['Keep running', 'Quit'] }
  if (business.isHidden) {
    const isUnderWay = isPlacing || isSessionRunning || undecidedOrders > 0
    // Canceling everything can be started while locked, and the tray shows it.
    return ask([
      ...canceling,
      ...(isUnderWay ? ['Quitting may interrupt something. Unlock Starkdesk to see what.'] : []),
    ])
  }
  const lines = [
    ...canceling,
    ...(isPlacing ? ['An order is being placed or moved. It may end without being placed.'] : []),
    ...ends,
    ...(undecidedOrders > 0
      ? [
          `${countOf(undecidedOrders, ['order was', 'orders were'])} sent without an answer. Starkdesk looks for ${agree(undecidedOrders, 'it', 'them')} at the next start.`,
        ]
      : []),
  ]
  if (lines.length > 0 && openOrders > 0)
    lines.push(
      `${countOf(openOrders, ['order is', 'orders are'])} open at the exchange and ${agree(openOrders, 'stays', 'stay')} open.`,
    )
  return ask(lines)
}
