// The steps of the tour: the part that each stands beside, and its words. Pure.

export interface TourStep {
  /** `data-part` of what it is about. */
  readonly part: 'list' | 'book' | 'ticket' | 'dock' | 'bar'
  readonly title: string
  readonly text: string
}

export const tourSteps: readonly TourStep[] = [
  {
    part: 'list',
    title: 'Choose a market',
    text: 'Everything here works as it does on tanX. Prices are simulated and the money is not real, so try what you like.',
  },
  {
    part: 'book',
    title: 'Read the order book',
    text: 'Sellers are above, buyers below; the bars show cumulative size. Press a price to use it in the ticket.',
  },
  {
    part: 'ticket',
    title: 'Fill in the ticket',
    text: 'B opens it for a buy, S for a sell. Enter a price and an amount: total and fee follow.',
  },
  {
    part: 'ticket',
    title: 'Place your first order',
    text: 'Press the button below the ticket. A confirmation window shows the order again, and nothing is sent until you confirm.',
  },
  {
    part: 'dock',
    title: 'Follow your order',
    text: 'Open orders, fills and balances are here. Select an order and press X to cancel it.',
  },
  {
    part: 'bar',
    title: 'Trade faster, and stop at once',
    text: 'A session places orders within limits that you set, without confirming each. It ends by itself, or when you end it.',
  },
]
