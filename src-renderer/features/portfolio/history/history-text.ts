// Text about converted history: prices used, and why one is missing.
import { formatDecimal } from '../../../text/format/decimal.ts'
import { formatAge, formatMoment } from '../../../text/format/time.ts'
import { countOf, nameMarket } from '../../../text/format/words.ts'
import type { ConversionPrice, HistoryField, HistoryGap, HistorySample } from './history-series.ts'

/** "ETH/USDC 1,850.25": a price as its market quotes it; links of a chain in order. */
export const usedPriceText = ({ links }: ConversionPrice): string =>
  links.map(({ market, price }) => `${nameMarket(market).pair} ${formatDecimal(price)}`).join(', ')

/** Age of the price relative to its sample: "2 min before". The oldest of a chain. */
export function priceAgeText({ links }: ConversionPrice, atMs: number): string {
  const asOfMs = Math.min(...links.map((link) => link.asOfMs))
  return atMs - asOfMs < 5_000 ? 'at that moment' : `${formatAge(asOfMs, atMs).replace(/ ago$/, '')} before`
}

/** Why a figure of a sample is unknown; empty when known. */
export function unknownText(sample: HistorySample, field: HistoryField): string {
  if (sample[field] !== null) return ''
  if (sample.marketValue === null && field !== 'realized') return 'No price of that time is available'
  return 'Moved out: the result of earlier withdrawals is unknown'
}

/** "2 currencies without a price left out"; empty for none. */
export const leftOutText = ({ leftOut }: HistorySample): string =>
  leftOut.length === 0
    ? ''
    : `${countOf(leftOut.length, ['currency', 'currencies'])} without a price left out`

/** Why a sample has no figures in a currency. */
export function gapText({ from, newest }: HistoryGap, unit: string): string {
  const pair = `${from.toUpperCase()} in ${unit.toUpperCase()}`
  return newest === null
    ? `No earlier price of ${pair} is available.`
    : `No price of ${pair} from the day before is available; the newest is of ${formatMoment(newest.asOfMs)}.`
}
