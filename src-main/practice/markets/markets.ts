// The practice markets: units, price level and liveliness.
import { AppError } from '../../../src-preload/domain/errors.ts'

export interface PracticeMarket {
  /** Position in {@link practiceMarkets}; part of ids, so the order of the list is fixed. */
  readonly index: number
  readonly symbol: string
  readonly base: string
  readonly quote: string
  /** Decimals of a price. Internally prices are whole ticks of 10^-priceDecimals. */
  readonly priceDecimals: number
  /** Decimals of a volume. Internally volumes are whole units of 10^-volumeDecimals. */
  readonly volumeDecimals: number
  /** The price around which the market wanders, in quote currency. */
  readonly level: number
  /** Typical daily move as a fraction. */
  readonly dailyVolatility: number
  /** Longest swing of the price: 2^octaves days. Few octaves keep a pegged pair near its peg. */
  readonly octaves: number
  /** Share of the move common to all coins, 0 .. 1. */
  readonly commonShare: number
  /** Typical daily volume, in volume units. */
  readonly dailyUnits: number
  /** Chance that a quiet interval has no trade. */
  readonly quietChance: number
  /** Typical order size of a practice user, in volume units. */
  readonly orderUnits: number
  /** Day of listing, in days since the Unix epoch; there are no candles before it. */
  readonly listedDay: number
}

const day = (isoDate: string): number => Date.parse(`${isoDate}T00:00:00Z`) / 86_400_000

type Listing = Omit<PracticeMarket, 'index' | 'symbol'>

const listings: readonly Listing[] = [
  {
    base: 'eth',
    quote: 'usdc',
    priceDecimals: 2,
    volumeDecimals: 4,
    level: 2100,
    dailyVolatility: 0.032,
    octaves: 10,
    commonShare: 0.7,
    dailyUnits: 26_000_000,
    quietChance: 0,
    orderUnits: 3_500,
    listedDay: day('2018-01-01'),
  },
  {
    base: 'btc',
    quote: 'usdc',
    priceDecimals: 2,
    volumeDecimals: 4,
    level: 42_000,
    dailyVolatility: 0.025,
    octaves: 10,
    commonShare: 0.8,
    dailyUnits: 1_900_000,
    quietChance: 0,
    orderUnits: 180,
    listedDay: day('2018-01-01'),
  },
  {
    base: 'link',
    quote: 'usdc',
    priceDecimals: 3,
    volumeDecimals: 2,
    level: 14,
    dailyVolatility: 0.042,
    octaves: 10,
    commonShare: 0.6,
    dailyUnits: 4_200_000,
    quietChance: 0.08,
    orderUnits: 4_200,
    listedDay: day('2019-06-06'),
  },
  {
    base: 'aave',
    quote: 'usdc',
    priceDecimals: 2,
    volumeDecimals: 3,
    level: 115,
    dailyVolatility: 0.046,
    octaves: 10,
    commonShare: 0.6,
    dailyUnits: 2_600_000,
    quietChance: 0.15,
    orderUnits: 5_200,
    listedDay: day('2019-10-15'),
  },
  {
    base: 'arb',
    quote: 'usdc',
    priceDecimals: 4,
    volumeDecimals: 1,
    level: 0.92,
    dailyVolatility: 0.052,
    octaves: 10,
    commonShare: 0.6,
    dailyUnits: 9_000_000,
    quietChance: 0.3,
    orderUnits: 7_000,
    listedDay: day('2020-01-23'),
  },
  {
    base: 'usdc',
    quote: 'usdt',
    priceDecimals: 4,
    volumeDecimals: 2,
    level: 1,
    dailyVolatility: 0.0007,
    octaves: 3,
    commonShare: 0,
    dailyUnits: 70_000_000,
    quietChance: 0.2,
    orderUnits: 65_000,
    listedDay: day('2020-01-23'),
  },
]

/** All practice markets, in a fixed order. */
export const practiceMarkets: readonly PracticeMarket[] = listings.map((listing, index) => ({
  ...listing,
  index,
  symbol: `${listing.base}${listing.quote}`,
}))

/** The first instant at which every market is listed, in milliseconds since the epoch. */
export const allListedMs = Math.max(...practiceMarkets.map((market) => market.listedDay)) * 86_400_000

const bySymbol = new Map(practiceMarkets.map((market) => [market.symbol, market]))

/** The market of a lowercase symbol, or undefined. */
export function findMarket(symbol: string): PracticeMarket | undefined {
  return bySymbol.get(symbol)
}

/** The market at a position of the list. Errors: internal for a position that does not exist. */
export function marketAt(index: number): PracticeMarket {
  const market = practiceMarkets[index]
  if (market === undefined) throw new AppError('internal', { what: 'practice market', index })
  return market
}

/** Currencies that are the base of some market, and those that are a quote. */
export const baseCurrencies: ReadonlySet<string> = new Set(practiceMarkets.map((market) => market.base))
export const quoteCurrencies: ReadonlySet<string> = new Set(practiceMarkets.map((market) => market.quote))
