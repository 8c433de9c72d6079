// What a press on the ticket's button does: asks first, or places at once within a session. Main decides again.
import type { OrderIntent } from '../../../../src-preload/contract/trading/trading.ts'
import type { TradingSession } from '../../../../src-preload/contract/trading/trading-session.ts'
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { formatClock } from '../../../text/format/time.ts'
import { countOf } from '../../../text/format/words.ts'

export interface Placing {
  readonly asks: boolean
  readonly text: string
}

const asking: Placing = { asks: true, text: 'You confirm it before anything is sent.' }

/**
 * @param value - of the order in the quote currency; null if unknown
 * @param mask - hides an amount where amounts are hidden
 */
export function describePlacing(
  session: TradingSession | null,
  market: string,
  type: OrderIntent['type'],
  value: string | null,
  nowMs: number,
  mask: (amount: string) => string = (amount) => amount,
): Placing {
  if (session === null || nowMs >= session.endsAtMs) return asking
  const { limits, left, endsAtMs } = session
  const quote = limits.quote.toUpperCase()
  if (!limits.markets.includes(market)) {
    return { asks: true, text: 'You confirm this order: the session is for other markets.' }
  }
  if (left.signatures === 0) {
    return { asks: true, text: 'You confirm this order: the session has no signatures left.' }
  }
  const most = compareDecimals(limits.largestOrder, left.sum) < 0 ? limits.largestOrder : left.sum
  if (value !== null && compareDecimals(value, most) > 0) {
    return {
      asks: true,
      text: `You confirm this order: it is above the ${mask(formatDecimal(most))} ${quote} that the session allows.`,
    }
  }
  const signatures = countOf(left.signatures, ['signature', 'signatures'])
  const atOnce = `Placed without asking: the session has ${mask(formatDecimal(left.sum))} ${quote} and ${signatures} left until ${formatClock(endsAtMs)}.`
  return {
    asks: false,
    text:
      type === 'market'
        ? `${atOnce} Market orders are sent as limit orders at the worst price of the session’s band; what doesn’t fill immediately is canceled.`
        : atOnce,
  }
}
