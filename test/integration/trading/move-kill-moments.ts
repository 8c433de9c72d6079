// The stop that is placed and moved, and the moments of the move at which its process is killed.
import type { Services } from '../../../src-main/app/compose.ts'
import type { OrderIntent } from '../../../src-preload/contract/trading/trading.ts'

/** Far below the market: it waits. */
export const stop = {
  type: 'stop_limit',
  market: 'ethusdc',
  side: 'sell',
  amount: '0.01',
  price: '99',
  stopPrice: '100',
} as const satisfies OrderIntent
export const moved = { price: '109', stopPrice: '110' } as const

interface KillMoment {
  readonly name: string
  /** The journal's call, or the state that an order enters. */
  readonly call: 'beginMove' | 'endMove' | 'createPlacedOrder' | 'sending' | 'accepted'
  readonly when: 'before' | 'after'
  /** What a person has to hear at the next start. */
  readonly told: 'nothing' | 'notPlaced' | 'noAnswer'
}

export const killMoments: readonly KillMoment[] = [
  { name: 'before the cancel', call: 'beginMove', when: 'after', told: 'nothing' },
  { name: 'after the cancel', call: 'createPlacedOrder', when: 'before', told: 'notPlaced' },
  { name: 'with the new intent written', call: 'createPlacedOrder', when: 'after', told: 'notPlaced' },
  { name: 'with the new order signed', call: 'sending', when: 'before', told: 'notPlaced' },
  { name: 'with the new order about to be sent', call: 'sending', when: 'after', told: 'noAnswer' },
  { name: 'with the new order placed', call: 'endMove', when: 'before', told: 'nothing' },
]

export async function placeStop({ trading }: Services): Promise<number> {
  const placed = await trading.place({ ticketId: trading.openTicket().ticketId, order: stop })
  if (placed.orderId === null) throw new Error(`the stop was not placed: ${JSON.stringify(placed.failure)}`)
  return placed.orderId
}

export const askMovedStop = ({ trading }: Services, orderId: number) =>
  trading.move({ ticketId: trading.openTicket().ticketId, orderId, ...moved })
