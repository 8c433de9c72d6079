// The equity curve: an account's market value over time, and what a point of it is made of.
import { z } from 'zod'
import { epochMs } from '../orders/entities.ts'
import { exactDecimal, priceLink } from './figures.ts'

/** Currencies whose holding the curve can be compared with. */
export const equityBenchmarks = ['btc', 'eth'] as const
export type EquityBenchmark = (typeof equityBenchmarks)[number]

const currencies = z.array(z.string()).max(1_000)

const pointFields = {
  /** A multiple of the step; the balances and prices are those of then. */
  atMs: epochMs,
  /** True for the present alone: the headline's balances at the headline's prices, and so its market value. */
  isCurrent: z.boolean(),
  /** Σ balance × price in `unit`; null where a currency had no price that the headline has. Estimated but for the present. */
  value: exactDecimal.nullable(),
  /** Held currencies without a price, which the value leaves out. */
  leftOut: currencies,
  /** Currencies at the last price before, more than a day old. */
  carried: currencies,
}

const equityPoint = z.strictObject(pointFields)
export type EquityPoint = z.infer<typeof equityPoint>

/** A deposit or withdrawal that nothing here tells of. */
const equityQuestion = z.strictObject({
  currency: z.string(),
  direction: z.enum(['in', 'out']),
  /** In the currency, above zero: at least as much. */
  amount: exactDecimal,
  /** `negative`: without it the balance of before would be below zero; `readings`: two readings of the exchange differ by it. */
  reason: z.enum(['negative', 'readings']),
  /** It happened between these times. */
  fromMs: epochMs,
  untilMs: epochMs,
  /** Where the curve counts it, as a step. */
  atMs: epochMs,
})
export type EquityQuestion = z.infer<typeof equityQuestion>

export const equityRequest = z.strictObject({
  fromMs: epochMs,
  /** Exclusive. */
  toMs: epochMs,
  /** Maximum number of points. */
  most: z.int().min(2).max(1_000),
  benchmarks: z.array(z.enum(equityBenchmarks)).max(equityBenchmarks.length),
})
export type EquityRequest = z.infer<typeof equityRequest>

export const equityAnswer = z.strictObject({
  /** Currency of all values. */
  unit: z.string(),
  /** Oldest first, at even steps (a candle period, or weeks), from the first fill on; the present last. */
  points: z.array(equityPoint).max(1_002),
  /** One value per point: the first one's value, held in that currency since. Deposits and withdrawals buy and sell it. */
  benchmarks: z.array(
    z.strictObject({
      currency: z.enum(equityBenchmarks),
      values: z.array(exactDecimal.nullable()).max(1_002),
    }),
  ),
  /** Newest first; those before the range too. Empty while fills are missing: those may be the reason. */
  questions: z.array(equityQuestion).max(100),
  /** Number of further ones, older than those. */
  olderQuestions: z.int().min(0),
  /** The start of the curve over all time; null without one. */
  beginMs: epochMs.nullable(),
  /** Orders whose fills are still to be read; the curve lacks them. */
  ordersWithoutFills: z.int().min(0),
  /** Orders or fills from before `beginMs` are not here, so the curve begins later than the account. */
  isCut: z.boolean(),
})
export type EquityAnswer = z.infer<typeof equityAnswer>

/** One currency's part in a point. */
const equityPart = z.strictObject({
  currency: z.string(),
  balance: exactDecimal,
  /** Of its price in `unit`, of that moment; null without one. */
  links: z.array(priceLink).max(8).nullable(),
  /** The price is more than a day older than the point. */
  isCarried: z.boolean(),
  /** balance × price; null without a price. */
  value: exactDecimal.nullable(),
})
export type EquityPart = z.infer<typeof equityPart>

/** A point of a curve by its time; null for the present. */
export const equityPointRequest = z.strictObject({ atMs: epochMs.nullable() })

export const equityPointAnswer = z.strictObject({
  unit: z.string(),
  ...pointFields,
  /** By currency; those with a balance of zero are left out. */
  parts: z.array(equityPart).max(1_000),
})
export type EquityPointAnswer = z.infer<typeof equityPointAnswer>
