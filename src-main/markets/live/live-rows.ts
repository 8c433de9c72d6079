// Makes rows of the store of what streams told of markets. Pure.
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import { exactText, multiply, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { type CandlePeriod, orderSides } from '../../../src-preload/domain/markets/markets.ts'
import type { StreamCandle, StreamTrade } from '../../exchange/streams/row-messages.ts'
import type { CandleWord } from '../../exchange/streams/stream-names.ts'
import type { StreamedCandle } from '../../store/api/streamed-rows.ts'

const minutesOf: Readonly<Record<CandleWord, CandlePeriod>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '2h': 120,
  '4h': 240,
  '6h': 360,
  '12h': 720,
  '1d': 1440,
  '3d': 4320,
  '1w': 10080,
}

const wordsByMinutes = new Map(
  Object.entries(minutesOf).map(([word, minutes]) => [minutes, word as CandleWord]),
)

/** The streams' word for a period in minutes. */
export function wordOf(period: CandlePeriod): CandleWord {
  return wordsByMinutes.get(period) ?? '1m'
}

/** The total is exact; null for a trade whose taker's side is not told, which only an answer can complete. */
export function tradeOf(market: string, trade: StreamTrade): MarketTrade | null {
  const { id, createdAtMs } = trade
  const takerType = orderSides.find((side) => side === trade.takerType)
  if (takerType === undefined) return null
  const [price, amount] = [parseExact(trade.price), parseExact(trade.amount)]
  return {
    id,
    market,
    // Streams write trailing zeros, which the numbers of an answer have not.
    price: exactText(price),
    amount: exactText(amount),
    total: exactText(multiply(price, amount)),
    createdAtMs,
    takerType,
  }
}

/** Null for figures that are no candle's. @param toldAtMs - when the message came, by our clock */
export function candleOf(candle: StreamCandle, toldAtMs: number): StreamedCandle | null {
  const { market, period, timeMs } = candle
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(Number)
  const volume = Number(candle.volume)
  if (open === undefined || high === undefined || low === undefined || close === undefined) return null
  const isSound =
    [open, high, low, close, volume].every(Number.isFinite) &&
    volume >= 0 &&
    low <= Math.min(open, close) &&
    high >= Math.max(open, close)
  return isSound
    ? { market, period: minutesOf[period], timeMs, open, high, low, close, volume, toldAtMs }
    : null
}
