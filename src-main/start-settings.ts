// Owns: what the environment may decide at start, for development and tests. Must not: be read anywhere else.
import { z } from 'zod'
import { isLoopbackHost } from '../src-preload/shared/wallet-input.ts'
import { practiceDefaults } from './practice/defaults.ts'

export interface StartSettings {
  /** Address of the development server that shows the page; null when the built page is shown. */
  readonly developmentUrl: string | null
  /** A practice exchange that runs elsewhere on this computer; null for the embedded one. */
  readonly practiceUrl: string | null
  readonly practiceSeed: number
  readonly practiceOrders: number
  /** The time at which all clocks stand still, for pictures; null for the real time. */
  readonly fixedTimeMs: number | null
  /** Where what crosses the border is written down for whoever develops, without its secrets; null for nowhere. */
  readonly transcriptFile: string | null
}

const loopbackUrl = z.url().refine((text) => isLoopbackHost(new URL(text).hostname))

const environment = z.object({
  ELECTRON_RENDERER_URL: loopbackUrl.optional(),
  STARKDESK_PRACTICE_URL: loopbackUrl.optional(),
  STARKDESK_PRACTICE_SEED: z.coerce.number().int().min(0).default(practiceDefaults.seed),
  STARKDESK_PRACTICE_ORDERS: z.coerce.number().int().min(0).max(1_000_000).default(practiceDefaults.orders),
  STARKDESK_FIXED_TIME: z.iso.datetime().optional(),
  STARKDESK_TRANSCRIPT: z.string().min(1).optional(),
})

/**
 * Reads the settings. A packaged app takes none from its environment: whoever can set that could otherwise show it another
 * page or another clock.
 * @throws ZodError naming the variable that is wrong
 */
export function readSettings(env: NodeJS.ProcessEnv, isPackaged: boolean): StartSettings {
  const read = environment.parse(isPackaged ? {} : env)
  return {
    developmentUrl: read.ELECTRON_RENDERER_URL ?? null,
    practiceUrl: read.STARKDESK_PRACTICE_URL ?? null,
    practiceSeed: read.STARKDESK_PRACTICE_SEED,
    practiceOrders: read.STARKDESK_PRACTICE_ORDERS,
    fixedTimeMs: read.STARKDESK_FIXED_TIME === undefined ? null : Date.parse(read.STARKDESK_FIXED_TIME),
    transcriptFile: read.STARKDESK_TRANSCRIPT ?? null,
  }
}
