// Finds markets of the exchange by what was typed. Pure.
import type { TickedMarket } from '../../../../../src-preload/contract/markets/market-list.ts'
import { compare, parseExact } from '../../../../../src-preload/domain/numbers/exact-decimal.ts'
import { splitMarket } from '../../../../../src-preload/domain/markets/markets.ts'
import { nameMarket } from '../../../../text/format/words.ts'

/** How well a market fits: 0 is best; null if it does not. */
function rankOf({ market, name }: TickedMarket, symbol: string, words: string): number | null {
  const base = splitMarket(market)?.base ?? market
  if (market === symbol || base === symbol) return 0
  if (market.startsWith(symbol)) return 1
  const called = name?.toLowerCase() ?? ''
  if (words !== '' && called.startsWith(words)) return 2
  if (symbol !== '' && market.includes(symbol)) return 3
  return words !== '' && called.includes(words) ? 4 : null
}

function compareTurnover(a: TickedMarket, b: TickedMarket): number {
  if (a.turnover === null || b.turnover === null)
    return Number(a.turnover === null) - Number(b.turnover === null)
  return compare(parseExact(b.turnover), parseExact(a.turnover))
}

/**
 * The markets that fit, best first; of equally good ones the one with the larger turnover. Quote currencies are not converted:
 * markets of one quote currency stand together, USDC first.
 */
export function findMarkets(all: readonly TickedMarket[], typed: string): readonly TickedMarket[] {
  const words = typed.trim().toLowerCase()
  const symbol = words.replaceAll(/[\s/\-_:.]+/g, '')
  const quoteOf = ({ market }: TickedMarket): number => {
    const at = ['usdc', 'usdt'].indexOf(splitMarket(market)?.quote ?? '')
    return at === -1 ? 2 : at
  }
  return all
    .flatMap((one) => {
      const rank = rankOf(one, symbol, words)
      return rank === null ? [] : [{ one, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank || quoteOf(a.one) - quoteOf(b.one) || compareTurnover(a.one, b.one))
    .map(({ one }) => one)
}

/**
 * The symbols to ask the exchange for where none of its known markets fits: what was typed if that names a quote currency,
 * otherwise with the usual quote currencies.
 */
export function suggestSymbols(symbol: string): readonly string[] {
  if (nameMarket(symbol).quote !== '') return [symbol]
  const pairs = ['usdc', 'usdt'].map((quote) => `${symbol}${quote}`).filter((pair) => pair.length <= 32)
  return [...pairs, symbol]
}

/** A currency's name as a heading: the exchange writes "ethereum". */
export function titleOf(name: string): string {
  return name === name.toLowerCase() ? name.replaceAll(/(^|\s)\S/g, (letter) => letter.toUpperCase()) : name
}
