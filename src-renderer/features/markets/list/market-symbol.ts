// Owns: reading a market's symbol as a person types it, and saying how it is split. Pure.
// Must not: know which markets there are (the service does).
import { splitMarket } from '../../../../src-preload/domain/markets.ts'
import { nameMarket } from '../../../text/format/words.ts'

export type SymbolReading =
  | { readonly market: string; readonly fault: null }
  /** `fault`: empty while there is nothing to complain of. */
  | { readonly market: null; readonly fault: string }

/** What people put between base and quote. */
const separators = /[\s/\-_:.\\]+/g

/** The symbol in `dogeusdc`, `DOGE/USDC` or `doge-usdc`, as the service writes it, or what keeps it from being one. */
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

/** How the symbol will be read, before it is added. */
export function describeSplit(market: string): string {
  if (splitMarket(market) === null) {
    return 'Its quote currency is not one that Starkdesk knows, so it stays in one piece.'
  }
  const { base, quote } = nameMarket(market)
  return `Base ${base}, quote ${quote}`
}
