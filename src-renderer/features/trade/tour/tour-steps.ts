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
    text: 'Sellers are above, buyers below, and the bars add them up. Press a price to put it into the ticket.',
  },
  {
    part: 'ticket',
    title: 'Fill in the ticket',
    text: 'B opens it for a buy, S for a sell. Enter a price and an amount: total and fee follow.',
  },
  {
    part: 'ticket',
    title: 'Place your first order',
    text: 'Press the button at the foot of the ticket. A confirmation window shows the order once more, and nothing is sent before your yes.',
  },
  {
    part: 'dock',
    title: 'Follow your order',
    text: 'Open orders, fills and balances are here. Select an order and press X to cancel it.',
  },
  {
    part: 'bar',
    title: 'Trade faster, and stop at once',
    text: 'A session places orders without a question each, within limits that you set. It ends by itself, or when you end it.',
  },
]
