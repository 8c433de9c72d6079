// Text about a trading session before it is granted. Nothing is shortened or rounded.
import type { SessionQuestion } from '../../../src-preload/contract/trading/confirm-session.ts'
import { formatDecimal } from '../../text/format/decimal.ts'
import { markPercent } from '../../text/format/locale.ts'
import { nameMarket } from '../../text/format/words.ts'

type Asked = Pick<SessionQuestion, 'limits' | 'feePercent' | 'largestLoss'>

export interface SessionFacts {
  readonly loss: string
  /** How the loss is computed. */
  readonly lossSum: string
  readonly markets: string
  readonly amounts: string
  readonly counts: string
  readonly time: string
}

export function describeSession({ limits, feePercent, largestLoss }: Asked): SessionFacts {
  const quote = limits.quote.toUpperCase()
  const money = (text: string): string => `${formatDecimal(text)} ${quote}`
  const percent = (text: string): string => markPercent(formatDecimal(text))
  const { signatures, ordersPerMinute, openOrders, minutes } = limits
  return {
    loss: money(largestLoss),
    lossSum: `${money(limits.largestSum)} × (${percent(limits.bandPercent)} price band + ${percent(feePercent)} fee)`,
    markets: limits.markets.map((market) => nameMarket(market).pair).join(', '),
    amounts: `Up to ${money(limits.largestOrder)} each, ${money(limits.largestSum)} in total`,
    counts: `${signatures} orders, ${ordersPerMinute} per minute, ${openOrders} open at once`,
    time: minutes === 1 ? '1 minute' : `${minutes} minutes`,
  }
}

/** What the exchange could make of the signatures. */
export function describeSignatures({ limits: { signatures } }: Asked): string {
  return signatures === 1
    ? 'Its signature is a blank check to the exchange: Starkdesk can’t see what it signs.'
    : `Each of its ${signatures} signatures is a blank check to the exchange: Starkdesk can’t see what it signs.`
}
