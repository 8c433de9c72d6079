// Owns: the channels about the line to the service. Must not: show tokens or bodies.
import { z } from 'zod'
import { errorReport, nothing } from './channel.ts'
import { epochMs } from './entities.ts'

const connectionState = z.strictObject({
  /** `connecting` until the first call has ended. */
  status: z.enum(['connecting', 'online', 'offline']),
  /** Since when it has been so. */
  sinceMs: epochMs,
  /** Duration of the last successful call in milliseconds; null before one. */
  latencyMs: z.number().min(0).nullable(),
  /** When the service last answered; null when it never has. */
  lastAnswerMs: epochMs.nullable(),
  /** Why it is offline; null when it is not. */
  error: errorReport.nullable(),
  /** Address of the service in use, for the user to recognise; null before one is chosen. */
  baseUrl: z.string().nullable(),
})
export type ConnectionState = z.infer<typeof connectionState>

export const connectionChannels = {
  'connection:getState': { input: nothing, output: connectionState },
  /** Tries the service now instead of at the next turn. */
  'connection:retry': { input: nothing, output: nothing },
}

export const connectionEvents = { 'connection:changed': connectionState }
