// Openings: what of a currency was held before its first stored fill, and how the user split and dated it.
import { z } from 'zod'
import { MAX_OPENING_PARTS } from '../../domain/orders/opening-limits.ts'
import { currencyCode, decimalText, epochMs } from '../orders/entities.ts'
import { exactDecimal, figure } from './figures.ts'

const DAY_MS = 86_400_000

/** A part of an opening, as the user entered it. */
const openingPart = z.strictObject({
  /** In the currency itself, above zero. */
  amount: decimalText,
  /** 00:00 UTC of the day on which it came in; null: unknown, and older than every dated part. */
  openedMs: epochMs.multipleOf(DAY_MS).nullable(),
  /** In the currency of profit and loss, with fees; null: the opening's cost × amount ÷ the opening's amount. */
  cost: decimalText.nullable(),
})
export type OpeningPart = z.infer<typeof openingPart>

/**
 * Whether lots and disposals use the split. Unless `used`, the opening is one lot: no split was entered, its amounts no longer
 * add up to the opening, or one of its dates is not before the first stored fill.
 */
export const openingSplits = ['none', 'used', 'amountDiffers', 'dateTooLate'] as const
export const openingSplit = z.enum(openingSplits)
export type OpeningSplit = z.infer<typeof openingSplit>

export const openingRequest = z.strictObject({ currency: currencyCode })

export const openingInput = openingRequest.extend({
  parts: z.array(openingPart).min(1).max(MAX_OPENING_PARTS),
})
export type OpeningInput = z.infer<typeof openingInput>

export const openingAnswer = z.strictObject({
  currency: currencyCode,
  pnlCurrency: z.string(),
  /** Balance − (what came in − what went out since). Null if nothing is known to have been held. */
  amount: exactDecimal.nullable(),
  /** What it cost, in pnlCurrency. */
  cost: figure,
  /** Parts are dated before: the first stored fill or transfer of the currency; without one, the reading. */
  beforeMs: epochMs,
  split: openingSplit,
  /** The user's parts, oldest first, also where lots cannot use them. */
  parts: z.array(openingPart).max(MAX_OPENING_PARTS),
})
export type Opening = z.infer<typeof openingAnswer>
