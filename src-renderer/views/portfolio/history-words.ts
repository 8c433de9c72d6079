// Owns: the words for a history in another currency: at which price, and why there is none. Must not: convert.
import type { ConversionPrice } from '../../../src-preload/contract/portfolio.ts'
import { formatDecimal } from '../../lib/format/decimal.ts'
import { formatAge, formatMoment } from '../../lib/format/time.ts'
import { nameMarket } from '../../lib/format/words.ts'
import type { HistoryGap } from './history-series.ts'

/** "ETH/USDC 1,850.25": a price as its market gives it. */
export const wordPrice = ({ market, price }: ConversionPrice): string =>
  `${nameMarket(market).pair} ${formatDecimal(price)}`

/** When it was the price, beside the moment it stands for: "2 min before". */
export const wordPriceAge = ({ asOfMs }: ConversionPrice, atMs: number): string =>
  atMs - asOfMs < 5_000 ? 'of that moment' : `${formatAge(asOfMs, atMs).replace(/ ago$/, '')} before`

/** Why a moment has no figures in a currency. */
export function wordGap({ from, newest }: HistoryGap, unit: string): string {
  const pair = `${from.toUpperCase()} in ${unit.toUpperCase()}`
  return newest === null
    ? `No price of ${pair} from then or before is here.`
    : `No price of ${pair} from the day before is here; the newest is of ${formatMoment(newest.asOfMs)}.`
}
