// Owns: the filters of orders and fills as pure data. Must not: fetch or render.
import type { FillFilter, OrderFilter, SavedView } from '../../../../src-preload/contract/orders.ts'
import { splitMarket } from '../../../../src-preload/domain/markets.ts'
import { endOfDay, parseDay } from '../../../text/format/time.ts'

type Amount = OrderFilter['leastPrice']

/** What both filter bars hold: dates as the inputs have them (YYYY-MM-DD or empty), both days included. */
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

/** The query for main. A day that is none filters nothing. */
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

/** The query for main. A day that is none filters nothing. */
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

/** True when every row fits. */
export function isUnfiltered(choice: FillChoice): boolean {
  return Object.values(choice).every((part: unknown) =>
    Array.isArray(part) ? part.length === 0 : part === null || part === '',
  )
}

/** True when the first day lies after the last, so that nothing can fit. */
export function isBackwards(choice: FillChoice): boolean {
  const fromMs = parseDay(choice.fromDay)
  const toMs = parseDay(choice.toDay)
  return fromMs !== null && toMs !== null && fromMs > toMs
}

/** The choice that a saved view holds. */
export function choiceOfView({ filter, fromDay, toDay }: SavedView): FilterChoice {
  return { ...filter, fromDay, toDay }
}

/** What a saved view keeps of a choice. */
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

/** Base and quote currencies that occur in markets, each once and in order. Markets that cannot be split have none. */
export function unitsOf(markets: readonly string[]): { readonly bases: string[]; readonly quotes: string[] } {
  const units = markets.flatMap((market) => splitMarket(market) ?? [])
  const sorted = (codes: string[]): string[] => [...new Set(codes)].sort()
  return { bases: sorted(units.map(({ base }) => base)), quotes: sorted(units.map(({ quote }) => quote)) }
}
