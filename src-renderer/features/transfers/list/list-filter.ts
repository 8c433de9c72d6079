// Filter of the transfers list as data. Pure.
import type { HistoryFilter } from '../../../../src-preload/contract/transfers.ts'
import { endOfDay, parseDay } from '../../../text/format/time.ts'

export const stateGroups = ['open', 'done', 'over', 'found'] as const
/** States as shown to users. */
export type StateGroup = (typeof stateGroups)[number]

export const stateGroupNames: Readonly<Record<StateGroup, string>> = {
  open: 'Open',
  done: 'Completed',
  over: 'Failed or canceled',
  found: 'Received or looked up',
}

/** `differs` is open until a user has handled it. */
const statesOfGroup: Readonly<Record<StateGroup, HistoryFilter['states']>> = {
  open: ['intended', 'initiating', 'initiated', 'signed', 'processing', 'differs'],
  done: ['succeeded'],
  over: ['refused', 'abandoned'],
  found: ['found'],
}

/** Filters: dates as in date inputs (YYYY-MM-DD or empty), both days inclusive. */
export interface FilterChoice {
  readonly text: string
  readonly groups: readonly StateGroup[]
  readonly fromDay: string
  readonly toDay: string
}

export const noFilter: FilterChoice = { text: '', groups: [], fromDay: '', toDay: '' }

/** Maximum length of main's text search, in UTF-16 units. */
export const longestSearch = 200

/** Query for main, with an inclusive end. An invalid day filters nothing. */
export function toHistoryFilter({ text, groups, fromDay, toDay }: FilterChoice): HistoryFilter {
  const toDayMs = parseDay(toDay)
  return {
    text: text.trim(),
    states: groups.flatMap((group) => statesOfGroup[group]),
    fromMs: parseDay(fromDay),
    toMs: toDayMs === null ? null : endOfDay(toDayMs) - 1,
  }
}

/** True when every transfer matches. */
export function isUnfiltered({ text, groups, fromDay, toDay }: FilterChoice): boolean {
  return text.trim() === '' && groups.length === 0 && fromDay === '' && toDay === ''
}

/** True when the first day is after the last, so nothing matches. */
export function isBackwards({ fromDay, toDay }: FilterChoice): boolean {
  const fromMs = parseDay(fromDay)
  const toMs = parseDay(toDay)
  return fromMs !== null && toMs !== null && fromMs > toMs
}
