// The form that splits an opening: its rows, sums and what is wrong with them. Pure.
import type { Opening, OpeningPart } from '../../../../src-preload/contract/portfolio/opening.ts'
import {
  add,
  compare,
  type Exact,
  exactText,
  multiplyDivideHalfEven,
  parseExact,
  subtract,
  zero,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { MAX_OPENING_PARTS } from '../../../../src-preload/domain/orders/opening-limits.ts'
import { writeDay } from '../../../text/format/days.ts'
import { writeExact } from '../../../text/format/display-precision.ts'
import { readDecimal } from '../../../text/format/typed-number.ts'

/** Books count amounts to this, and costs to 18. */
const AMOUNT_DECIMALS = 30
const COST_DECIMALS = 18

export type PartField = 'amount' | 'day' | 'cost'

/** A part as it is typed. */
export interface PartRow {
  readonly id: number
  readonly amount: string
  /** YYYY-MM-DD in UTC; empty: unknown. */
  readonly day: string
  /** What was typed is no day. */
  readonly isDayWrong: boolean
  /** Empty: pro rata. */
  readonly cost: string
}

export type PartFaults = Readonly<Partial<Record<PartField, string>>>

/** 2025-03-01 */
export const utcDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)

/** The last day on which a part can have come in. */
export const lastDay = (beforeMs: number): string => utcDay(beforeMs - 1)

/** The rows of a split, or of the whole opening. */
export function rowsOf({ amount, parts }: Opening): PartRow[] {
  const shown = parts.length > 0 ? parts : [{ amount: amount ?? '', openedMs: null, cost: null }]
  return shown.map((part, id) => ({
    ...{ id, amount: part.amount, isDayWrong: false },
    day: part.openedMs === null ? '' : utcDay(part.openedMs),
    cost: part.cost ?? '',
  }))
}

const amountOf = (row: PartRow): Exact | null => {
  const read = readDecimal(row.amount, AMOUNT_DECIMALS)
  return read.ok ? parseExact(read.text) : null
}

/** Opening − parts, as decimal text; above zero if something is left. Invalid amounts count as zero. */
export function leftOf(whole: string, rows: readonly PartRow[]): string {
  const sum = rows.reduce((total, row) => add(total, amountOf(row) ?? zero), zero)
  return exactText(subtract(parseExact(whole), sum))
}

export const canAdd = (rows: readonly PartRow[]): boolean => rows.length < MAX_OPENING_PARTS

/** The rows and one more, with what is left of the opening. */
export function withPart(whole: string, rows: readonly PartRow[]): PartRow[] {
  const left = leftOf(whole, rows)
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1
  const amount = compare(parseExact(left), zero) > 0 ? left : ''
  return [...rows, { id, amount, day: '', isDayWrong: false, cost: '' }]
}

/** The opening's cost × amount ÷ the opening's amount; null if one is unknown. */
export function shareOf({ amount, cost }: Opening, row: PartRow): string | null {
  const part = amountOf(row)
  if (part === null || amount === null || cost.state === 'unknown') return null
  return exactText(multiplyDivideHalfEven(parseExact(cost.amount), part, parseExact(amount), COST_DECIMALS))
}

/** "2 ETH of the opening are in no part." What is wrong with the sum; null if nothing is. */
export function sumText({ amount, currency }: Opening, rows: readonly PartRow[]): string | null {
  if (amount === null) return null
  const left = parseExact(leftOf(amount, rows))
  const code = currency.toUpperCase()
  if (left.units > 0n)
    return `${writeExact(exactText(left))} ${code} of the opening is not assigned to a part.`
  if (left.units < 0n) {
    const over = exactText({ ...left, units: -left.units })
    return `The parts are ${writeExact(over)} ${code} more than the opening.`
  }
  return null
}

function readCost(typed: string): string | null | undefined {
  if (typed.trim() === '') return null
  const read = readDecimal(typed, COST_DECIMALS)
  if (read.ok) return read.text
  // Something that was given costs nothing.
  return read.reason === 'zero' ? '0' : undefined
}

/** Reads the rows: parts for main, or the faults of each row by id. Whether they add up is another question. */
export function readRows(
  { beforeMs }: Pick<Opening, 'beforeMs'>,
  rows: readonly PartRow[],
): { readonly parts: OpeningPart[] } | { readonly faults: ReadonlyMap<number, PartFaults> } {
  const faults = new Map<number, PartFaults>()
  const parts = rows.flatMap((row): OpeningPart[] => {
    const amount = readDecimal(row.amount, AMOUNT_DECIMALS)
    const cost = readCost(row.cost)
    const openedMs = row.day === '' ? null : Date.parse(`${row.day}T00:00:00Z`)
    const isLate = openedMs !== null && openedMs >= beforeMs
    const wrong: PartFaults = {
      ...(amount.ok ? {} : { amount: 'Enter an amount above zero, such as 0.5.' }),
      ...(row.isDayWrong ? { day: 'Enter a date such as 22 Nov 2026 or 2026-11-22.' } : {}),
      ...(isLate ? { day: `Enter a date up to ${writeDay(lastDay(beforeMs))}.` } : {}),
      ...(cost === undefined ? { cost: 'Enter a cost such as 1250.50, or leave it empty.' } : {}),
    }
    if (Object.keys(wrong).length > 0) faults.set(row.id, wrong)
    return amount.ok && cost !== undefined ? [{ amount: amount.text, openedMs, cost }] : []
  })
  return faults.size === 0 ? { parts } : { faults }
}
