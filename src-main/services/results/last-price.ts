// Owns: the last price of one currency in another, from the newest candle here. Must not: ask the service.
import type { LastPrice } from '../../../src-preload/contract/portfolio.ts'
import { candlePeriods } from '../../../src-preload/shared/markets.ts'
import type { Store } from '../../store/store-api.ts'

const minuteMs = 60_000
const symbolForm = /^[a-z0-9]{2,32}$/
const priceForm = /^\d{1,60}(\.\d{1,60})?$/

/**
 * The shortest plain decimal text from which the same double is read again: what the service wrote, up to 17 digits.
 * Null for what is no price: not finite, negative, or out of all proportion.
 */
export function priceText(value: number): string | null {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (match === null) return null
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const place = whole.length + Number(exponent)
  const padded = place <= 0 ? '0'.repeat(1 - place) + digits : digits.padEnd(place, '0')
  const end = Math.max(place, 1)
  const rest = padded.slice(end)
  const text = rest === '' ? padded : `${padded.slice(0, end)}.${rest}`
  return priceForm.test(text) ? text : null
}

/**
 * The close of the newest candle of the market that is `currency` in `pnlCurrency`, whatever its period; null where none is here.
 * A currency in itself is 1.
 * @param asOfMs - of a currency in itself
 */
export async function findLastPrice(
  store: Pick<Store, 'getCandles'>,
  network: string,
  { currency, pnlCurrency }: { readonly currency: string; readonly pnlCurrency: string },
  asOfMs: number,
): Promise<LastPrice | null> {
  const market = (currency + pnlCurrency).toLowerCase()
  if (!symbolForm.test(market)) return null
  if (currency.toLowerCase() === pnlCurrency.toLowerCase()) return { market, price: '1', asOfMs }
  const found = await Promise.all(
    candlePeriods.map(async (period): Promise<LastPrice | null> => {
      const { candles, asOfMs: toldMs } = await store.getCandles(network, market, period, null, 1)
      const startMs = candles.timesMs[0]
      const price = priceText(candles.close[0] ?? NaN)
      if (startMs === undefined || price === null || toldMs === null) return null
      // A candle that was still forming is as old as the answer; one that had ended is as old as its end.
      return { market, price, asOfMs: Math.min(startMs + period * minuteMs, Math.max(startMs, toldMs)) }
    }),
  )
  // Of equally new ones the shortest period, which stands first.
  return found.reduce(
    (best, one) => (one !== null && (best === null || one.asOfMs > best.asOfMs) ? one : best),
    null,
  )
}
