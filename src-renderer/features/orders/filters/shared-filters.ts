// Filters that orders and fills share. Pure.
import { orderSides } from '../../../../src-preload/domain/markets/markets.ts'
import { nameMarket, sideNames } from '../../../text/format/words.ts'
import { type FillChoice, unitsOf } from './order-filter.ts'

export type SharedKey = 'markets' | 'bases' | 'quotes' | 'sides' | 'days'

export interface FilterEntry<Key extends string> {
  readonly key: Key
  readonly label: string
  readonly isOn: boolean
}

/** @param days - what the days are of: "Created" */
export function sharedEntries(choice: FillChoice, days: string): Record<SharedKey, FilterEntry<SharedKey>> {
  const isOn = (key: Exclude<SharedKey, 'days'>): boolean => choice[key].length > 0
  return {
    markets: { key: 'markets', label: 'Market', isOn: isOn('markets') },
    bases: { key: 'bases', label: 'Base', isOn: isOn('bases') },
    quotes: { key: 'quotes', label: 'Quote', isOn: isOn('quotes') },
    sides: { key: 'sides', label: 'Side', isOn: isOn('sides') },
    days: { key: 'days', label: days, isOn: choice.fromDay !== '' || choice.toDay !== '' },
  }
}

interface Option {
  readonly value: string
  readonly label: string
}

/** Chosen values stay even when no order has them any more. */
const join = (known: readonly string[], chosen: readonly string[]): string[] => [
  ...new Set([...known, ...chosen]),
]
const option = (value: string): Option => ({ value, label: value.toUpperCase() })

/** The choices of a filter. */
export function optionsOf(
  key: Exclude<SharedKey, 'days'>,
  choice: FillChoice,
  markets: readonly string[],
): readonly Option[] {
  switch (key) {
    case 'markets':
      return join(markets, choice.markets).map((value) => ({ value, label: nameMarket(value).pair }))
    case 'bases':
      return join(unitsOf(markets).bases, choice.bases).map(option)
    case 'quotes':
      return join(unitsOf(markets).quotes, choice.quotes).map(option)
    case 'sides':
      return orderSides.map((value) => ({ value, label: sideNames[value] }))
  }
}
