// Messages between the main thread and the practice exchange's worker. They carry no keys: users.ts derives them from the
// seed.
import { z } from 'zod'
import { errorCodes } from '../../src-preload/domain/errors.ts'

/** The worker's `workerData`. Missing values use the exchange's defaults. */
export const practiceWorkerOptions = z.strictObject({
  port: z.int().min(0).max(65_535).optional(),
  seed: z.int().min(0).optional(),
  orders: z.int().min(0).optional(),
  accessTokenSeconds: z.int().min(1).optional(),
  nonceSeconds: z.int().min(1).optional(),
  stateFile: z.string().min(1).optional(),
  genesisMs: z.int().optional(),
  /** Stops the exchange's clock at this time, for screenshots. */
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

/** To the worker: close the exchange; the worker then ends by itself. */
export const practiceCommand = z.strictObject({ type: z.literal('close') })
