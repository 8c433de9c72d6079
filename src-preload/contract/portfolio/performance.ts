// Performance of a period: results by day, market, side and hour, and what follows from the days. Computed in main.
import { z } from 'zod'
import { epochMs, marketSymbol, orderSide } from '../orders/entities.ts'
import { book, exactDecimal, figure } from './figures.ts'

/**
 * Results of some fills, in pnlCurrency. Realized P&L is of the moving-average books of the report, whatever method is
 * chosen for lots.
 */
const results = {
  trades: z.int().min(0),
  /** Value of what was bought and sold; null if a fill has no price in pnlCurrency. */
  volume: exactDecimal.nullable(),
  /** Null if a fill has no such price. */
  fees: exactDecimal.nullable(),
  /** Before fees. */
  realized: figure,
  /** realized − fees. */
  net: figure,
}

const dayResult = z.strictObject({
  /** Start of the day in the display time zone. */
  dayMs: epochMs,
  ...results,
  /** True if fills of the day are missing. */
  isPartial: z.boolean(),
})
export type PerformanceDay = z.infer<typeof dayResult>

const extremeDay = z.strictObject({ dayMs: epochMs, amount: exactDecimal })

/**
 * Figures over the days on which anything but pnlCurrency was given up ("result days"), by their net. Quotients are rounded
 * at 18 decimals, half to even.
 */
const dayFigures = z.strictObject({
  /** Estimated as soon as one day is. */
  state: z.enum(['known', 'estimated']),
  days: z.int().min(2),
  /** Days above zero, and below. */
  won: z.int().min(0),
  lost: z.int().min(0),
  /** Σ net of won days ÷ their number; null without one. */
  averageWin: exactDecimal.nullable(),
  averageLoss: exactDecimal.nullable(),
  /** Σ net of won days ÷ −Σ net of lost days; null without a lost day. */
  profitFactor: exactDecimal.nullable(),
  /**
   * The largest fall of the running sum of net, over all days with fills, from its highest point so far, which is zero at the
   * start; null if it never fell.
   */
  drawdown: z
    .strictObject({
      /** Above zero. */
      amount: exactDecimal,
      /** The day of the highest point; null: the start of the period. */
      fromDayMs: epochMs.nullable(),
      toDayMs: epochMs,
    })
    .nullable(),
  /** The first of equal days. */
  best: extremeDay,
  worst: extremeDay,
  /** The longest runs of won and of lost result days. */
  winStreak: z.int().min(0),
  lossStreak: z.int().min(0),
  /** Fees of the period ÷ Σ realized of the days where that is above zero; null without such a day. */
  feeShare: exactDecimal.nullable(),
})
export type DayFigures = z.infer<typeof dayFigures>

export const performanceAnswer = z.strictObject({
  fromMs: epochMs,
  toMs: epochMs,
  timeZone: z.string(),
  pnlCurrency: z.string(),
  /** Equal to the sum of the days, and of the markets. */
  sum: z.strictObject({ ...results, isPartial: z.boolean() }),
  /** Days with fills, oldest first. */
  days: z.array(dayResult).max(4_000),
  markets: z.array(z.strictObject({ market: marketSymbol, ...results })),
  /** Each market, day, hour and side is rounded once at 18 decimals: sums over sides and hours may differ in the last ones. */
  sides: z.array(z.strictObject({ side: orderSide, ...results })),
  /** Hours of the display time zone with fills. */
  hours: z.array(z.strictObject({ hour: z.int().min(0).max(23), ...results })),
  /** Null unless all days of the period so far are stored, at least two are result days, and none is unknown. */
  figures: dayFigures.nullable(),
  /** The books of all currencies that the period's fills disposed of, by name. */
  books: z.array(book),
  /** Orders and fills are stored from this time on; null: completely. */
  knownFromMs: epochMs.nullable(),
  /** Orders and fills are stored up to this time; null if none were ever read. */
  knownUntilMs: epochMs.nullable(),
})
export type Performance = z.infer<typeof performanceAnswer>
