// Keyboard shortcuts of the Trade view besides those of the charts and of the ticket. Pure.
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { KeyPress } from '../../charts/input/keys.ts'

export type DeskCommand =
  | { readonly kind: 'ticket'; readonly side: OrderSide }
  | { readonly kind: 'cancelSelected' }
  | { readonly kind: 'cancelMarket' }

/** Returns the command of a key press; null for other keys. `isTyping`: a field has the focus. */
export function deskCommandOf(press: KeyPress, isTyping: boolean): DeskCommand | null {
  if (isTyping || press.ctrlKey || press.metaKey || press.altKey) return null
  const key = press.key.toLowerCase()
  if (key === 'x') return { kind: press.shiftKey ? 'cancelMarket' : 'cancelSelected' }
  if (press.shiftKey) return null
  if (key === 'b') return { kind: 'ticket', side: 'buy' }
  return key === 's' ? { kind: 'ticket', side: 'sell' } : null
}

/** For the list of keyboard shortcuts. */
export const deskKeys: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'B', does: 'Buy ticket' },
  { keys: 'S', does: 'Sell ticket' },
  { keys: 'Esc', does: 'Leave the ticket' },
  { keys: 'X', does: 'Cancel selected order' },
  { keys: 'Shift X', does: 'Cancel all orders of the market, after confirmation' },
  { keys: 'F6', does: 'Next panel' },
]
