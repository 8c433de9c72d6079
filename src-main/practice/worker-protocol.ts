// Owns: what the main thread and the practice exchange's worker say to each other. Must not: carry keys; whoever knows
// the seed derives the users' (users.ts).
import { z } from 'zod'
import { errorCodes } from '../../src-preload/domain/errors.ts'

/** The worker's `workerData`. Missing values are the exchange's defaults. */
export const practiceWorkerOptions = z.strictObject({
  port: z.int().min(0).max(65_535).optional(),
  seed: z.int().min(0).optional(),
  orders: z.int().min(0).optional(),
  accessTokenSeconds: z.int().min(1).optional(),
  nonceSeconds: z.int().min(1).optional(),
  stateFile: z.string().min(1).optional(),
  genesisMs: z.int().optional(),
  /** Lets the exchange's clock stand still at this time, for pictures. */
  fixedNowMs: z.int().optional(),
})
export type PracticeWorkerOptions = z.infer<typeof practiceWorkerOptions>

/** From the worker: exactly one of these, once. */
export const practiceMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready'), baseUrl: z.string(), markets: z.array(z.string()) }),
  z.strictObject({
    type: z.literal('failed'),
    error: z.strictObject({
      code: z.enum(errorCodes),
      data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  }),
])
export type PracticeMessage = z.infer<typeof practiceMessage>

/** To the worker: close the exchange; the worker ends by itself then. */
export const practiceCommand = z.strictObject({ type: z.literal('close') })
export type PracticeCommand = z.infer<typeof practiceCommand>
