// Owns: the words for a history in another currency: at which price, and why there is none. Must not: convert.
import { formatDecimal } from '../../../text/format/decimal.ts'
import { formatAge, formatMoment } from '../../../text/format/time.ts'
import { countOf, nameMarket } from '../../../text/format/words.ts'
import type { ConversionPrice, HistoryField, HistoryGap, HistorySample } from './history-series.ts'

/** "ETH/USDC 1,850.25": a price as its market gives it; of a chain one after another. */
export const wordPrice = ({ links }: ConversionPrice): string =>
  links.map(({ market, price }) => `${nameMarket(market).pair} ${formatDecimal(price)}`).join(', ')

/** When it was the price, beside the moment it stands for: "2 min before". Of a chain the oldest. */
export function wordPriceAge({ links }: ConversionPrice, atMs: number): string {
  const asOfMs = Math.min(...links.map((link) => link.asOfMs))
  return atMs - asOfMs < 5_000 ? 'of that moment' : `${formatAge(asOfMs, atMs).replace(/ ago$/, '')} before`
}

/** Why a figure of a moment is unknown; empty where it is known. */
export function wordUnknown(sample: HistorySample, field: HistoryField): string {
  if (sample[field] !== null) return ''
  if (sample.marketValue === null && field !== 'realized') return 'No price of that time is here'
  return 'Moved out: the result of withdrawals by then is not known'
}

/** "2 currencies without a price left out": what no figure of a moment has in it; empty for nothing. */
export const wordLeftOut = ({ leftOut }: HistorySample): string =>
  leftOut.length === 0
    ? ''
    : `${countOf(leftOut.length, ['currency', 'currencies'])} without a price left out`

/** Why a moment has no figures in a currency. */
export function wordGap({ from, newest }: HistoryGap, unit: string): string {
  const pair = `${from.toUpperCase()} in ${unit.toUpperCase()}`
  return newest === null
    ? `No price of ${pair} from then or before is here.`
    : `No price of ${pair} from the day before is here; the newest is of ${formatMoment(newest.asOfMs)}.`
}
