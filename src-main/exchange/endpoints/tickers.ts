// GET /sapi/v1/market/tickers/ (facts, B1). Figures are passed on unchanged.
import { z } from 'zod'
import { marketSymbol } from '../../../src-preload/contract/orders/entities.ts'
import type { Ticker } from '../../../src-preload/contract/trading/trading-entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { maxLength, maxRows } from '../answers/answer-sizes.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import { toDecimalText } from '../decimal-text.ts'
import { faultPath, type Rows, wireKeyedRows } from './rows.ts'
import { checkMarket } from './rules.ts'
import { absentAsNull, unreadAsNull, wireDecimal, wireSeconds } from './wire.ts'

/** A ticker whose market stands in the request where the answer does not name it. */
type NamedTicker = Omit<Ticker, 'market'> & { readonly market: string | null }

/** `+0.00%` or `-1.25`, as decimal text without sign of a rise and percent sign. */
const wirePercent = z
  .string()
  .max(maxLength.decimal)
  .transform((text, context) => {
    const decimal = toDecimalText(text.replace(/^\+/, '').replace(/%$/, ''))
    if (decimal !== null) return decimal
    context.addIssue({ code: 'custom', message: 'not a percentage' })
    return z.NEVER
  })

/** A market that has never traded has no prices; `vol` is the third connector's name of `volume`. */
const figure = absentAsNull(wireDecimal)

const wireTicker = z
  .object({
    at: unreadAsNull(wireSeconds),
    ticker: z.object({
      at: unreadAsNull(wireSeconds),
      last: wireDecimal,
      open: figure,
      high: figure,
      low: figure,
      avg_price: figure,
      price_change_percent: unreadAsNull(wirePercent),
      volume: figure,
      vol: figure,
      amount: figure,
    }),
  })
  .transform(({ at, ticker }) => ({
    atMs: at ?? ticker.at,
    last: ticker.last,
    open: ticker.open,
    high: ticker.high,
    low: ticker.low,
    averagePrice: ticker.avg_price,
    changePercent: ticker.price_change_percent,
    volume: ticker.volume ?? ticker.vol,
    amount: ticker.amount,
  }))

const wireMarketTicker = z
  .object({ key: marketSymbol, value: wireTicker })
  .transform(({ key, value }): NamedTicker => ({ market: key, ...value }))

const byMarket = z
  .object({ payload: wireKeyedRows(wireMarketTicker, maxRows.markets) })
  .transform(({ payload }) => payload)

const ofOneMarket = z
  .object({ payload: wireTicker })
  .transform(({ payload }): Rows<NamedTicker> => ({ rows: [{ market: null, ...payload }], unread: null }))

/** One ticker without its market's key, as one connector expects it; a market may itself be called `ticker`. */
const isOfOneMarket = z.object({
  payload: z.object({ ticker: z.object({ ticker: z.undefined().optional() }) }),
})

export const tickers: Endpoint<Rows<NamedTicker>> = {
  name: 'market.tickers',
  method: 'GET',
  effect: 'read',
  isPrivate: false,
  answer: z.unknown().transform((answer, context) => {
    const read = (isOfOneMarket.safeParse(answer).success ? ofOneMarket : byMarket).safeParse(answer)
    if (read.success) return read.data
    const [issue] = read.error.issues
    context.addIssue({
      code: 'custom',
      path: [...faultPath(read.error)],
      message: issue?.message ?? 'no tickers',
    })
    return z.NEVER
  }),
  exactKeys: new Set([
    'last',
    'open',
    'high',
    'low',
    'avg_price',
    'price_change_percent',
    'volume',
    'vol',
    'amount',
  ]),
  unreadIn: ({ unread }) => unread,
}

export interface TickersQuery {
  /** All markets where omitted. */
  readonly market?: string | undefined
}

/**
 * The tickers of all markets, or of the one that was asked for; a market without a ticker is not among them.
 * Errors: validation for an invalid market; contractViolation for a ticker of an unknown market; those of every read.
 */
export async function listTickers(
  call: Call,
  { market }: TickersQuery,
  options?: CallOptions,
): Promise<Rows<Ticker>> {
  const query = { market: market === undefined ? undefined : checkMarket(market) }
  const { rows, unread } = await call(tickers, { path: '/sapi/v1/market/tickers/', query }, options)
  const named = rows.map((row): Ticker => {
    const of = row.market ?? market
    if (of !== undefined) return { ...row, market: of }
    throw new AppError('contractViolation', {
      endpoint: tickers.name,
      field: 'payload',
      reason: 'no market is named',
    })
  })
  // A service that does not know the parameter answers with all markets.
  return { rows: market === undefined ? named : named.filter((row) => row.market === market), unread }
}
