// Owns: the filter of the Orders view as pure data. Must not: fetch or render.
import type { OrderFilter } from '../../../src-preload/contract/orders.ts'
import { endOfDay, parseDay } from '../../lib/format/time.ts'

/** What the filter bar holds: dates as the inputs have them (YYYY-MM-DD or empty), both days included. */
export interface FilterChoice {
  readonly markets: readonly string[]
  readonly sides: OrderFilter['sides']
  readonly types: OrderFilter['types']
  readonly states: OrderFilter['states']
  readonly fromDay: string
  readonly toDay: string
}

export const noFilter: FilterChoice = {
  markets: [],
  sides: [],
  types: [],
  states: [],
  fromDay: '',
  toDay: '',
}

/** The query for main. A day that is none filters nothing. */
export function toOrderFilter(choice: FilterChoice): OrderFilter {
  const toDayMs = parseDay(choice.toDay)
  return {
    markets: [...choice.markets],
    sides: [...choice.sides],
    types: [...choice.types],
    states: [...choice.states],
    fromMs: parseDay(choice.fromDay),
    toMs: toDayMs === null ? null : endOfDay(toDayMs),
  }
}

/** True when every order fits. */
export function isUnfiltered(choice: FilterChoice): boolean {
  const { markets, sides, types, states, fromDay, toDay } = choice
  return [markets, sides, types, states, fromDay, toDay].every((part) => part.length === 0)
}

/** True when the first day lies after the last, so that nothing can fit. */
export function isBackwards(choice: FilterChoice): boolean {
  const fromMs = parseDay(choice.fromDay)
  const toMs = parseDay(choice.toDay)
  return fromMs !== null && toMs !== null && fromMs > toMs
}
