// The figures of a ticket: price, amount and total follow each other exactly. Pure. What has to be rounded is rounded down, by
// functions whose name says so, and the ticket shows it.
import type { OrderIntent } from '../../../../src-preload/contract/trading/trading.ts'
import {
  compare,
  compareDecimals,
  divideDown,
  type Exact,
  exactText,
  multiply,
  parseExact,
  subtract,
  add,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { OrderSide, OrderType } from '../../../../src-preload/domain/markets/markets.ts'
import { type DecimalFault, type DecimalReading, readDecimal } from '../../../text/format/typed-number.ts'

/** Maximum length of a typed number, in characters. */
export const longestNumber = 40
/** Decimals of an amount that follows a total, where the market's are not known. */
const USUAL_AMOUNT_DECIMALS = 8

/** What a person has entered. Texts are as typed. */
export interface TicketFields {
  readonly side: OrderSide
  readonly type: OrderType
  readonly amount: string
  readonly price: string
  readonly stopPrice: string
  readonly total: string
  /** Which of the two was typed last: the other one follows it. */
  readonly lead: 'amount' | 'total'
}

export const emptyFields: TicketFields = {
  ...{ side: 'buy', type: 'limit', amount: '', price: '', stopPrice: '', total: '', lead: 'amount' },
}

/** What is known of a market's numbers; null for what is not. */
export interface KnownRules {
  readonly amountDecimals: number | null
  readonly priceDecimals: number | null
}

export const hasPrice = (type: OrderType): boolean => type !== 'market'

/** A typed number above zero; any number of decimals. */
export const readNumber = (typed: string): DecimalReading => readDecimal(typed, longestNumber)

const exactOf = (typed: string): Exact | null => {
  const reading = readNumber(typed)
  return reading.ok ? parseExact(reading.text) : null
}

/** Exactly amount × price; null where a figure is missing or cannot be read. */
export function totalOf(amount: string, price: string): string | null {
  const a = exactOf(amount)
  const p = exactOf(price)
  return a === null || p === null ? null : exactText(multiply(a, p))
}

/** The largest amount that costs at most `total`, at the market's decimals; null where a figure is missing or too small. */
export function amountDownTo(total: string, price: string, amountDecimals: number | null): string | null {
  const t = exactOf(total)
  const p = exactOf(price)
  if (t === null || p === null) return null
  const amount = divideDown(t, p, amountDecimals ?? USUAL_AMOUNT_DECIMALS)
  return amount.units === 0n ? null : exactText(amount)
}

/** Amount and total as the fields show them: one as typed, the other one following. */
export interface Followed {
  readonly amount: string
  readonly total: string
  /** Exactly what the shown amount costs or brings; null where a figure is missing. */
  readonly exactTotal: string | null
  /** False where no amount of the market's decimals has exactly the typed total. */
  readonly isTotalExact: boolean
}

export function follow(fields: TicketFields, { amountDecimals }: KnownRules): Followed {
  const { type, price, lead } = fields
  if (!hasPrice(type)) return { amount: fields.amount, total: '', exactTotal: null, isTotalExact: true }
  if (lead === 'amount') {
    const exactTotal = totalOf(fields.amount, price)
    return { amount: fields.amount, total: exactTotal ?? '', exactTotal, isTotalExact: true }
  }
  const amount = amountDownTo(fields.total, price, amountDecimals) ?? ''
  const exactTotal = totalOf(amount, price)
  const typed = exactOf(fields.total)
  const isTotalExact = typed === null || exactTotal === null || compare(typed, parseExact(exactTotal)) === 0
  return { amount, total: fields.total, exactTotal, isTotalExact }
}

export const shares = [25, 50, 75, 100] as const
export type Share = (typeof shares)[number]

/** A part of an amount or value in percent, exactly. */
export function shareOf(whole: string, percent: Share): string {
  return exactText(multiply(parseExact(whole), { units: BigInt(percent), scale: 2 }))
}

/** Cut to the market's decimals, toward zero; null for nothing. */
export function cutDown(amount: string, decimals: number | null): string | null {
  const exact = parseExact(amount)
  const cut = divideDown(
    exact,
    { units: 1n, scale: 0 },
    decimals ?? Math.min(exact.scale, USUAL_AMOUNT_DECIMALS),
  )
  return cut.units <= 0n ? null : exactText(cut)
}

/**
 * A typed number moved by whole steps; digits finer than a step stay. Never below one step.
 * @param decimals - a step is 10^-decimals
 * @param start - taken where nothing readable is typed; null for one step
 */
export function moveBySteps(typed: string, steps: number, decimals: number, start: string | null): string {
  const step: Exact = { units: 1n, scale: decimals }
  const from = exactOf(typed)
  if (from === null) return start ?? exactText(step)
  const moved = add(from, { units: BigInt(steps), scale: decimals })
  return exactText(compare(moved, step) < 0 ? step : moved)
}

/** The price between best bid and best ask at the market's decimals: the side's better neighbor where it is between two ticks. */
export function midAtTick(mid: string, decimals: number, side: OrderSide): string {
  const exact = parseExact(mid)
  const below = divideDown(exact, { units: 1n, scale: 0 }, decimals)
  const isBetween = compare(below, exact) !== 0
  return exactText(side === 'sell' && isBetween ? add(below, { units: 1n, scale: decimals }) : below)
}

/** `from` − `taken`; null where either is unknown. Negative where it is not enough. */
export function leftOver(from: string | null, taken: string | null): string | null {
  return from === null || taken === null ? null : exactText(subtract(parseExact(from), parseExact(taken)))
}

export type TicketField = 'amount' | 'price' | 'stopPrice' | 'total'

/** Why the ticket cannot be placed yet, at the field that must change. */
export interface TicketFault {
  readonly field: TicketField
  readonly reason: DecimalFault | 'overDecimals' | 'wrongSide' | 'totalTooSmall'
}

export interface FaultContext {
  /** Decimals that the exchange has said are the most; null where it has not. */
  readonly saidAmountDecimals: number | null
  readonly saidPriceDecimals: number | null
  /** Last traded price; null if unknown. */
  readonly last: string | null
}

function readField(field: TicketField, typed: string, decimals: number | null): TicketFault | null {
  const reading = readDecimal(typed, longestNumber)
  if (!reading.ok) return { field, reason: reading.reason }
  const scale = parseExact(reading.text)
  // Zeros at the end are no decimals.
  const used = exactText(scale).split('.')[1]?.length ?? 0
  return decimals !== null && used > decimals ? { field, reason: 'overDecimals' } : null
}

/** A stop that the last price has already passed would be refused. */
function checkStop({ side, stopPrice }: TicketFields, last: string | null): TicketFault | null {
  const stop = exactOf(stopPrice)
  if (stop === null || last === null) return null
  const distance = compare(stop, parseExact(last))
  const isWaiting = side === 'buy' ? distance > 0 : distance < 0
  return isWaiting ? null : { field: 'stopPrice', reason: 'wrongSide' }
}

/** All faults, at most one per field, in the order of the fields. */
export function findFaults(fields: TicketFields, followed: Followed, context: FaultContext): TicketFault[] {
  const { type } = fields
  const faults: (TicketFault | null)[] = []
  if (type === 'stop_limit') {
    const typed = readField('stopPrice', fields.stopPrice, context.saidPriceDecimals)
    faults.push(typed ?? checkStop(fields, context.last))
  }
  if (hasPrice(type)) faults.push(readField('price', fields.price, context.saidPriceDecimals))
  if (hasPrice(type) && fields.lead === 'total') {
    const typed = readField('total', fields.total, null)
    const isTooSmall = typed === null && exactOf(fields.price) !== null && followed.amount === ''
    faults.push(isTooSmall ? { field: 'total', reason: 'totalTooSmall' } : typed)
  } else faults.push(readField('amount', fields.amount, context.saidAmountDecimals))
  return faults.filter((fault) => fault !== null)
}

/** A number that the market has not shown so far: the exchange may refuse it. */
export type RuleDoubt = 'finer' | 'smaller'

/** @param decimals - the most that were shown; null while none were */
export function findDoubt(
  text: string | null,
  decimals: number | null,
  smallest: string | null,
): RuleDoubt | null {
  if (text === null) return null
  if (decimals !== null && (text.split('.')[1]?.length ?? 0) > decimals) return 'finer'
  return smallest !== null && compareDecimals(text, smallest) < 0 ? 'smaller' : null
}

/** The order that the ticket's figures are, with canonical decimal text. Call only without faults. */
export function orderOf(market: string, fields: TicketFields, followed: Followed): OrderIntent {
  const text = (typed: string): string => exactText(parseExact(typed.trim()))
  const { side, type } = fields
  const shared = { market, side, amount: text(followed.amount) }
  switch (type) {
    case 'market':
      return { ...shared, type }
    case 'stop_limit':
      return { ...shared, type, price: text(fields.price), stopPrice: text(fields.stopPrice) }
    case 'limit':
    case 'limit_maker':
      return { ...shared, type, price: text(fields.price) }
  }
}
