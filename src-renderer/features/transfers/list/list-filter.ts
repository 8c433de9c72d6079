// Owns: the filter of the list of transfers as pure data. Must not: fetch or render.
import type { HistoryFilter } from '../../../../src-preload/contract/transfers.ts'
import { endOfDay, parseDay } from '../../../text/format/time.ts'

export const stateGroups = ['open', 'done', 'over', 'found'] as const
/** States as a person asks for them. */
export type StateGroup = (typeof stateGroups)[number]

export const stateGroupNames: Readonly<Record<StateGroup, string>> = {
  open: 'Open',
  done: 'Done',
  over: 'Refused or given up',
  found: 'Received or looked up',
}

/** `differs` is open until a person has seen to it. */
const statesOfGroup: Readonly<Record<StateGroup, HistoryFilter['states']>> = {
  open: ['intended', 'initiating', 'initiated', 'signed', 'processing', 'differs'],
  done: ['succeeded'],
  over: ['refused', 'abandoned'],
  found: ['found'],
}

/** What the filters hold: dates as the inputs have them (YYYY-MM-DD or empty), both days included. */
export interface FilterChoice {
  readonly text: string
  readonly groups: readonly StateGroup[]
  readonly fromDay: string
  readonly toDay: string
}

export const noFilter: FilterChoice = { text: '', groups: [], fromDay: '', toDay: '' }

/** Longest text that main searches for, in UTF-16 units. */
export const longestSearch = 200

/** The query for main, whose last moment is included. A day that is none filters nothing. */
export function toHistoryFilter({ text, groups, fromDay, toDay }: FilterChoice): HistoryFilter {
  const toDayMs = parseDay(toDay)
  return {
    text: text.trim(),
    states: groups.flatMap((group) => statesOfGroup[group]),
    fromMs: parseDay(fromDay),
    toMs: toDayMs === null ? null : endOfDay(toDayMs) - 1,
  }
}

/** True when every transfer fits. */
export function isUnfiltered({ text, groups, fromDay, toDay }: FilterChoice): boolean {
  return text.trim() === '' && groups.length === 0 && fromDay === '' && toDay === ''
}

/** True when the first day lies after the last, so that nothing can fit. */
export function isBackwards({ fromDay, toDay }: FilterChoice): boolean {
  const fromMs = parseDay(fromDay)
  const toMs = parseDay(toDay)
  return fromMs !== null && toMs !== null && fromMs > toMs
}
