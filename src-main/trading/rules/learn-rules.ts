// Learns the decimals and smallest amounts of a market from what the exchange shows and says. Pure.
import type { MarketRules } from '../../../src-preload/contract/markets/market-rules.ts'
import { compareDecimals, exactText, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'

export const nothingKnown: MarketRules = {
  amountDecimals: null,
  priceDecimals: null,
  smallestAmount: null,
  said: false,
  isPriceSaid: false,
}

/** Numbers of a market as the exchange shows them: decimal texts. */
export interface ShownNumbers {
  readonly prices: readonly string[]
  readonly amounts: readonly string[]
}

/** Longer numbers are float noise of the exchange's own (facts, A2), and show no decimals. */
const MEANINGFUL_DIGITS = 15

/** Decimals without zeros at the end; null for noise and for zero. */
function shownDecimals(text: string): number | null {
  const plain = exactText(parseExact(text))
  const digits = plain.replace(/^-?0*\.?0*/, '').replace('.', '')
  if (digits === '' || digits.length > MEANINGFUL_DIGITS) return null
  return plain.split('.')[1]?.length ?? 0
}

function most(known: number | null, texts: readonly string[]): number | null {
  return texts.reduce<number | null>((found, text) => {
    const decimals = shownDecimals(text)
    return decimals === null ? found : Math.max(found ?? 0, decimals)
  }, known)
}

const isAmount = (text: string): boolean => parseExact(text).units > 0n && shownDecimals(text) !== null

/** What was said stays; what was only shown grows. */
export function learnFromNumbers(known: MarketRules, { prices, amounts }: ShownNumbers): MarketRules {
  const smallestAmount = amounts
    .filter(isAmount)
    .reduce<string | null>(
      (least, text) =>
        least === null || compareDecimals(text, least) < 0 ? exactText(parseExact(text)) : least,
      known.smallestAmount,
    )
  return {
    ...known,
    amountDecimals: known.said ? known.amountDecimals : most(known.amountDecimals, amounts),
    priceDecimals: known.isPriceSaid ? known.priceDecimals : most(known.priceDecimals, prices),
    smallestAmount,
  }
}

export interface SaidDecimals {
  readonly market: string
  readonly what: 'volume' | 'price'
  readonly decimals: number
}

const decimalsSentence =
  /^Maximum decimals allowed for (volume|price) is (\d{1,2}) in ([a-z0-9]{2,32}) market$/

/** The one refusal whose words are known (facts, A5: "order nonce, too many decimals"); null for any other. */
export function readDecimalsRefusal(message: string): SaidDecimals | null {
  const [, what, decimals, market] = decimalsSentence.exec(message.trim()) ?? []
  if ((what !== 'volume' && what !== 'price') || decimals === undefined || market === undefined) return null
  return { market, what, decimals: Number(decimals) }
}

export function learnFromRefusal(known: MarketRules, { what, decimals }: SaidDecimals): MarketRules {
  return what === 'volume'
    ? { ...known, amountDecimals: decimals, said: true }
    : { ...known, priceDecimals: decimals, isPriceSaid: true }
}
