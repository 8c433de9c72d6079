// The limits of a trading session: their defaults, and upper bounds that no setting raises. Pure.
import { compareDecimals } from '../numbers/exact-decimal.ts'
import { splitMarket } from '../markets/markets.ts'

/** A stop's trigger further than this from the last price must be acknowledged, in percent, unless a person set another bound. */
export const standardTriggerPercent = '20'
/** The furthest that the bound may be set to, in percent. */
export const maxTriggerPercent = '100'

/** What may be placed without a question while a trading session lasts. Money is in `quote`. */
export interface SessionLimits {
  /** All of one quote currency. */
  readonly markets: readonly string[]
  readonly quote: string
  readonly largestOrder: string
  /** Of all orders together; it counts what was signed, not what was accepted. */
  readonly largestSum: string
  readonly signatures: number
  readonly ordersPerMinute: number
  /** Orders of the session that may be open at once; one without an answer is open. */
  readonly openOrders: number
  /** How much worse than the market a price may be, in percent. */
  readonly bandPercent: string
  readonly minutes: number
}

/** Why a session ended. */
export const sessionEndReasons = [
  /** Starkdesk was locked. */
  'locked',
  'screenLocked',
  'suspended',
  'userSwitched',
  /** No input, as the system tells it. */
  'idle',
  'accountChanged',
  'pageReloaded',
  'pageCrashed',
  'pageClosed',
  /** The exchange did something else than was asked. */
  'difference',
  /** The exchange could not be read after a signature. */
  'unread',
  'byHand',
  'timeOver',
  'killSwitch',
  /** Another session was granted in its place. */
  'replaced',
  'quit',
] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]

export const maxSessionMarkets = 20
export const maxSessionBandPercent = '5'
const largest = { signatures: 500, ordersPerMinute: 60, openOrders: 100, minutes: 240 } as const
/** A session ends after this long without input, in milliseconds. */
export const sessionIdleMs = 300_000

interface Amounts {
  readonly largestOrder: string
  readonly largestSum: string
}
interface AmountRange {
  readonly standard: Amounts
  readonly largest: Amounts
}
const dollars: AmountRange = {
  standard: { largestOrder: '250', largestSum: '1000' },
  largest: { largestOrder: '50000', largestSum: '250000' },
}
const amounts: Readonly<Record<string, AmountRange>> = {
  usdc: dollars,
  usdt: dollars,
  btc: {
    standard: { largestOrder: '0.0025', largestSum: '0.01' },
    largest: { largestOrder: '0.5', largestSum: '2.5' },
  },
  eth: {
    standard: { largestOrder: '0.1', largestSum: '0.4' },
    largest: { largestOrder: '15', largestSum: '75' },
  },
}

const amountsOf = (quote: string): AmountRange | null =>
  Object.hasOwn(amounts, quote) ? (amounts[quote] ?? null) : null

/** The limits that a session has at first: small. Null for a market whose quote currency is not known. */
export function defaultSessionLimits(market: string): SessionLimits | null {
  const quote = splitMarket(market)?.quote
  const range = quote === undefined ? null : amountsOf(quote)
  if (quote === undefined || range === null) return null
  return {
    markets: [market],
    quote,
    ...range.standard,
    signatures: 20,
    ordersPerMinute: 10,
    openOrders: 10,
    bandPercent: '1',
    minutes: 15,
  }
}

/** The largest that each limit may be. Null for a quote currency that is not known. */
export function largestSessionLimits(quote: string): Omit<SessionLimits, 'markets' | 'quote'> | null {
  const range = amountsOf(quote)
  return range === null ? null : { ...range.largest, ...largest, bandPercent: maxSessionBandPercent }
}

/** Why limits cannot be granted. */
export interface SessionLimitFault {
  readonly field: keyof SessionLimits
  readonly reason: 'notPositive' | 'aboveLargest' | 'aboveSum' | 'otherQuote' | 'repeated' | 'empty'
  /** The largest that it may be; null where that is not the reason. */
  readonly largest: string | null
}

const fault = (
  field: keyof SessionLimits,
  reason: SessionLimitFault['reason'],
  most: string | null = null,
): SessionLimitFault => ({ field, reason, largest: most })

/** The first limit that breaks a rule; null where all may be granted. */
export function findSessionLimitFault(limits: SessionLimits): SessionLimitFault | null {
  const { markets, quote } = limits
  const most = largestSessionLimits(quote)
  if (most === null) return fault('quote', 'otherQuote')
  if (markets.length === 0) return fault('markets', 'empty')
  if (markets.length > maxSessionMarkets) return fault('markets', 'aboveLargest', String(maxSessionMarkets))
  if (new Set(markets).size !== markets.length) return fault('markets', 'repeated')
  if (markets.some((market) => splitMarket(market)?.quote !== quote)) return fault('markets', 'otherQuote')
  for (const field of ['largestOrder', 'largestSum', 'bandPercent'] as const) {
    if (compareDecimals(limits[field], '0') <= 0) return fault(field, 'notPositive')
    if (compareDecimals(limits[field], most[field]) > 0) return fault(field, 'aboveLargest', most[field])
  }
  for (const field of ['signatures', 'ordersPerMinute', 'openOrders', 'minutes'] as const) {
    if (limits[field] <= 0) return fault(field, 'notPositive')
    if (limits[field] > most[field]) return fault(field, 'aboveLargest', String(most[field]))
  }
  return compareDecimals(limits.largestOrder, limits.largestSum) > 0
    ? fault('largestOrder', 'aboveSum', limits.largestSum)
    : null
}
