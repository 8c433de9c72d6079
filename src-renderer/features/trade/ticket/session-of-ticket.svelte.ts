// The trading session of the account in use, as far as the ticket tells what a press does. Main alone decides.
import type { TradingSession } from '../../../../src-preload/contract/trading-session.ts'
import { call, on } from '../../../shell/page/api.ts'

class SessionOfTicket {
  /** Null without one, and until main has answered: then each order asks. */
  session = $state.raw<TradingSession | null>(null)

  /** Follows main until the returned function is called. */
  follow(): () => void {
    this.session = null
    const stop = on('trading:sessionChanged', ({ session }) => (this.session = session))
    call('trading:getSession', {}).then(
      ({ session }) => (this.session = session),
      () => undefined,
    )
    return stop
  }
}

export const sessionOfTicket = new SessionOfTicket()
