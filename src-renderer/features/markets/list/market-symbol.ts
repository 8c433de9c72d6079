// Parses a typed market symbol. Pure.

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
    return { market: null, fault: 'Use letters A to Z and digits, such as ETH/USDC.' }
  }
  if (market.length < 2) return { market: null, fault: '' }
  if (market.length > 32) return { market: null, fault: 'Use at most 32 letters and digits.' }
  return { market, fault: null }
}
