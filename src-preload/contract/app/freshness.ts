// Schema of the freshness of what is on screen.
import { z } from 'zod'
import type { Freshness } from '../../domain/freshness.ts'
import { epochMs } from '../orders/entities.ts'

const asOfMs = epochMs.nullable()

/** See Freshness. */
export const freshness = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('live') }),
  z.strictObject({ status: z.literal('polled'), asOfMs }),
  z.strictObject({ status: z.literal('offline'), asOfMs }),
]) satisfies z.ZodType<Freshness>

/** The freshness of everything that is kept current for the screen. */
export const freshnessReport = z.strictObject({
  /** `topic` is one of freshnessTopics. */
  things: z.array(z.strictObject({ topic: z.string().max(64), freshness })).max(64),
  /**
   * That of the least current one that a stream keeps current; null if there is none. Balances are polled by design, and orders
   * wait for a sign-in: both have a freshness of their own, and orders count once they can be read.
   */
  overall: freshness.nullable(),
})
export type FreshnessReport = z.infer<typeof freshnessReport>
