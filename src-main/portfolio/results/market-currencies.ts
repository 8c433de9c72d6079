// Names the currencies that the fills of a market move. Pure.
import { splitMarket } from '../../../src-preload/domain/markets/markets.ts'

/** Base and quote; a symbol that cannot be split counts as its own currency, to which no other figure is added. */
export function currenciesOf(market: string): readonly string[] {
  const units = splitMarket(market)
  return units === null ? [market] : [units.base, units.quote]
}
