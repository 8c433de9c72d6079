// What the processes of the soak say to each other.
import { z } from 'zod'

/** The server is there. */
export const serverReady = z.strictObject({ baseUrl: z.string() })

/** Of one process, over the time in which it was measured. */
export const turns = z.strictObject({
  /** The longest that anything waited for its turn, in milliseconds. */
  stallMs: z.number(),
  /** The most CPU time that its main thread took from one look to the next, in milliseconds. */
  turnCpuMs: z.number(),
  looks: z.number(),
})
export type Turns = z.infer<typeof turns>

export const outcome = z.strictObject({
  turns,
  /** How often each came of an answer: `read`, or the code of the failure. */
  outcomes: z.record(z.string(), z.number()),
  /** Answers that failed for no fault of theirs, in words. */
  faults: z.array(z.string()),
  /** What came of each shape that took the longest turn so far, for whoever looks for it. */
  longest: z.string(),
  /** Heap and external memory after a collection, in bytes: after the first fifth, and at the end. */
  heap: z.tuple([z.number(), z.number()]),
  /** The most memory that the process has had so far, in bytes, at the same two moments. */
  peak: z.tuple([z.number(), z.number()]),
})
export type Outcome = z.infer<typeof outcome>
