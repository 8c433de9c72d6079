// Moves open orders to another price: main cancels and places anew, after the question. One move at a time.
import type { MoveResult } from '../../../../src-preload/contract/trading-move.ts'
import type { OrderIntent } from '../../../../src-preload/contract/trading.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import { placedOrders } from '../ticket/placed-orders.svelte.ts'
import { describePlaced } from '../ticket/placed-text.ts'
import { describeMove } from './move-text.ts'

export interface MoveNote {
  readonly text: string
  readonly isAlarm: boolean
  /** What was to be placed: one press tries again. Null where there is nothing to try. */
  readonly unplaced: OrderIntent | null
}

export interface MovedOrder {
  readonly orderId: number
  /** Where the limit and the trigger are to be, decimal text. */
  readonly price: string
  readonly stopPrice: string | null
}

class OrderMoves {
  /** From the drop until main has answered, which may wait for the confirmation window. */
  moving = $state.raw<MovedOrder | null>(null)
  note = $state.raw<MoveNote | null>(null)
  #isPlacing = false

  async move(moved: MovedOrder): Promise<void> {
    if (this.moving !== null) return
    this.moving = moved
    this.note = null
    try {
      const { ticketId } = await call('trading:openTicket', {})
      this.#tell(await call('trading:move', { ticketId, ...moved }))
    } catch (error) {
      const { happened } = describeError(toReport(error))
      this.note = { text: `Not moved. ${happened}`, isAlarm: false, unplaced: null }
    } finally {
      this.moving = null
    }
  }

  /** Places what was left when an order was canceled and the new one was not placed. */
  async tryAgain(): Promise<void> {
    const order = this.note?.unplaced ?? null
    if (order === null || this.#isPlacing) return
    this.#isPlacing = true
    try {
      const { ticketId } = await call('trading:openTicket', {})
      const placed = await call('trading:place', { ticketId, order })
      placedOrders.note(placed)
      const isDone = placed.state === 'accepted'
      const { title, lines } = describePlaced(placed, null)
      this.note = { text: [title, ...lines].join('. '), isAlarm: !isDone, unplaced: isDone ? null : order }
    } catch (error) {
      const { happened } = describeError(toReport(error))
      this.note = { text: `Not placed. ${happened}`, isAlarm: true, unplaced: order }
    } finally {
      this.#isPlacing = false
    }
  }

  dismiss(): void {
    this.note = null
  }

  #tell(result: MoveResult): void {
    this.note = describeMove(result)
    if (result.outcome !== 'notMoved' && result.order !== null) placedOrders.note(result.order)
  }
}

export const orderMoves = new OrderMoves()
