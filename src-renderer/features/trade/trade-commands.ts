// Commands of the Trade view.
import { orderSides } from '../../../src-preload/domain/markets/markets.ts'
import type { Command } from '../../shell/palette/command.ts'
import { cancelAll } from './session/cancel-all.svelte.ts'
import { tradingSession } from './session/trading-session.svelte.ts'
import { ticket } from './ticket/ticket.svelte.ts'
import { tour } from './tour/tour.svelte.ts'
import { tradeView } from './trade-view.svelte.ts'

/** @param show - shows the Trade view */
export function makeTradeCommands(show: () => void): Command[] {
  /** Runs work over the layout with the ticket. */
  const onDesk = (work: () => void) => (): void => {
    tradeView.set({ layout: 'trade' })
    show()
    work()
  }
  return [
    {
      id: 'trade.tour',
      section: 'actions',
      title: 'Start the practice tour',
      also: 'trade guide help first order learn start',
      run: onDesk(() => void tour.start()),
    },
    ...orderSides.map((side): Command => ({
      id: `trade.${side}`,
      section: 'actions',
      title: side === 'buy' ? 'Buy: open the ticket' : 'Sell: open the ticket',
      also: 'trade place order new',
      keys: side === 'buy' ? 'B' : 'S',
      run: onDesk(() => ticket.open(side)),
    })),
    tradingSession.session === null
      ? {
          id: 'trade.session',
          section: 'actions',
          title: 'Start a trading session',
          also: 'trade limits without question',
          run: onDesk(() => {
            tradingSession.isFormOpen = true
          }),
        }
      : {
          id: 'trade.session',
          section: 'actions',
          title: 'End the trading session',
          also: 'trade stop limits',
          run: () => void tradingSession.end(),
        },
    {
      id: 'trade.cancelAll',
      section: 'actions',
      title: 'Cancel everything',
      also: 'kill switch stop all orders session emergency',
      run: () => void cancelAll.start(),
    },
  ]
}
