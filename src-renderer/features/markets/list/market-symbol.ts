// Parses a typed market symbol and describes its split. Pure.
import { splitMarket } from '../../../../src-preload/domain/markets.ts'
import { nameMarket } from '../../../text/format/words.ts'

export type SymbolReading =
  | { readonly market: string; readonly fault: null }
  /** `fault`: empty when there is nothing to report. */
  | { readonly market: null; readonly fault: string }

/** Common separators between base and quote. */
const separators = /[\s/\-_:.\\]+/g

/** Parses `dogeusdc`, `DOGE/USDC` or `doge-usdc` to the service's symbol, or returns an error. */
export function readSymbol(text: string): SymbolReading {
  const market = text.trim().replaceAll(separators, '').toLowerCase()
  if (market === '') return { market: null, fault: '' }
  if (!/^[a-z0-9]+$/.test(market)) {
    return { market: null, fault: 'A symbol has only the letters A to Z and digits, such as ETH/USDC.' }
  }
  if (market.length < 2) return { market: null, fault: '' }
  if (market.length > 32) return { market: null, fault: 'A symbol has 32 letters and digits at most.' }
  return { market, fault: null }
}

/** How the symbol will be split, before it is added. */
export function describeSplit(market: string): string {
  if (splitMarket(market) === null) {
    return 'Its quote currency is not one that Starkdesk knows, so it stays in one piece.'
  }
  const { base, quote } = nameMarket(market)
  return `Base ${base}, quote ${quote}`
}
