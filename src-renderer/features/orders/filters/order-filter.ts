// Filters of orders and fills as data. Pure.
import type { FillFilter, OrderFilter, SavedView } from '../../../../src-preload/contract/orders/orders.ts'
import { openOrderStates, splitMarket } from '../../../../src-preload/domain/markets/markets.ts'
import { endOfDay, parseDay } from '../../../text/format/time.ts'

type Amount = OrderFilter['leastPrice']

/** Shared filters: dates as in date inputs (YYYY-MM-DD or empty), both days inclusive. */
export interface FillChoice {
  readonly markets: readonly string[]
  readonly bases: readonly string[]
  readonly quotes: readonly string[]
  readonly sides: OrderFilter['sides']
  readonly fromDay: string
  readonly toDay: string
  readonly text: string
}

export interface FilterChoice extends FillChoice {
  readonly types: OrderFilter['types']
  readonly states: OrderFilter['states']
  readonly leastPrice: Amount
  readonly mostPrice: Amount
  readonly leastVolume: Amount
  readonly mostVolume: Amount
  readonly cancelReasons: readonly string[]
}

export const noFillFilter: FillChoice = {
  markets: [],
  bases: [],
  quotes: [],
  sides: [],
  fromDay: '',
  toDay: '',
  text: '',
}

export const noFilter: FilterChoice = {
  ...noFillFilter,
  types: [],
  states: [],
  leastPrice: null,
  mostPrice: null,
  leastVolume: null,
  mostVolume: null,
  cancelReasons: [],
}

/** Query for main. An invalid day filters nothing. */
export function toFillFilter(choice: FillChoice): FillFilter {
  const toDayMs = parseDay(choice.toDay)
  return {
    markets: [...choice.markets],
    bases: [...choice.bases],
    quotes: [...choice.quotes],
    sides: [...choice.sides],
    fromMs: parseDay(choice.fromDay),
    toMs: toDayMs === null ? null : endOfDay(toDayMs),
    text: choice.text.trim(),
  }
}

/** Query for main. An invalid day filters nothing. */
export function toOrderFilter(choice: FilterChoice): OrderFilter {
  return {
    ...toFillFilter(choice),
    types: [...choice.types],
    states: [...choice.states],
    leastPrice: choice.leastPrice,
    mostPrice: choice.mostPrice,
    leastVolume: choice.leastVolume,
    mostVolume: choice.mostVolume,
    cancelReasons: [...choice.cancelReasons],
  }
}

/** Query for main among open orders: those of the chosen open states, or of any. */
export function toOpenOrderFilter(choice: FilterChoice): OrderFilter {
  const states = openOrderStates.filter((state) => choice.states.includes(state))
  return { ...toOrderFilter(choice), states: states.length > 0 ? states : [...openOrderStates] }
}

/** True when every row matches. */
export function isUnfiltered(choice: FillChoice): boolean {
  return Object.values(choice).every((part: unknown) =>
    Array.isArray(part) ? part.length === 0 : part === null || part === '',
  )
}

/** True when the first day is after the last, so nothing matches. */
export function isBackwards(choice: FillChoice): boolean {
  const fromMs = parseDay(choice.fromDay)
  const toMs = parseDay(choice.toDay)
  return fromMs !== null && toMs !== null && fromMs > toMs
}

/** True when only open orders can match: the choice is one of the open orders. */
export const isOfOpenOrders = ({ states }: Pick<FilterChoice, 'states'>): boolean =>
  states.length > 0 && states.every((state) => openOrderStates.some((open) => open === state))

/** As the table of open orders has a choice: all open states are no filter there. */
export const withinOpenOrders = (choice: FilterChoice): FilterChoice =>
  openOrderStates.every((state) => choice.states.includes(state)) ? { ...choice, states: [] } : choice

/** Filters of a saved view. */
export function choiceOfView({ filter, fromDay, toDay }: SavedView): FilterChoice {
  return { ...filter, fromDay, toDay }
}

/** The part of a filter that a saved view stores. */
export function viewOfChoice(choice: FilterChoice): Pick<SavedView, 'filter' | 'fromDay' | 'toDay'> {
  const { fromDay, toDay, ...rest } = choice
  const { markets, bases, quotes, sides, types, states, cancelReasons } = choice
  const lists = {
    markets: [...markets],
    bases: [...bases],
    quotes: [...quotes],
    cancelReasons: [...cancelReasons],
  }
  return {
    filter: { ...rest, ...lists, sides: [...sides], types: [...types], states: [...states] },
    fromDay,
    toDay,
  }
}

/** Base and quote currencies of markets, unique and sorted. Markets that cannot be split are skipped. */
export function unitsOf(markets: readonly string[]): { readonly bases: string[]; readonly quotes: string[] } {
  const units = markets.flatMap((market) => splitMarket(market) ?? [])
  const sorted = (codes: string[]): string[] => [...new Set(codes)].sort()
  return { bases: sorted(units.map(({ base }) => base)), quotes: sorted(units.map(({ quote }) => quote)) }
}
