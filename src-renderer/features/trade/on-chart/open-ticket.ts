// Opens the ticket at a price of a chart.
import type { OrderSide } from '../../../../src-preload/domain/markets/markets.ts'
import { router } from '../../../shell/page/router.svelte.ts'
import { ticket } from '../ticket/ticket.svelte.ts'
import { tradeView } from '../trade-view.svelte.ts'

/** @param price - decimal text with the market's decimals */
export function openTicketAt(market: string, side: OrderSide, price: string): void {
  if (!ticket.isShown) {
    tradeView.set({ layout: 'trade' })
    router.go('trade')
  }
  ticket.show(market)
  ticket.open(side)
  ticket.setPrice(price)
}
