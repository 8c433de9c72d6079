// Owns: what the environment may decide at start, for development and tests. Must not: be read anywhere else.
import { z } from 'zod'
import { isLoopbackHost } from '../../src-preload/domain/wallet-input.ts'
import { practiceDefaults } from '../practice/defaults.ts'
import { keyIdOf } from '../updates/signature.ts'
import type { ReleaseKey } from '../updates/release-keys.ts'

export interface StartSettings {
  /** Address of the development server that shows the page; null when the built page is shown. */
  readonly developmentUrl: string | null
  /** A practice exchange that runs elsewhere on this computer; null for the embedded one. */
  readonly practiceUrl: string | null
  readonly practiceSeed: number
  readonly practiceOrders: number
  /** False where the candles and trades of markets are read only as they are looked at: reading their past is work for minutes. */
  readonly readsMarketHistory: boolean
  /** The time at which all clocks stand still, for pictures; null for the real time. */
  readonly fixedTimeMs: number | null
  /** Where what crosses the border is written down for whoever develops, without its secrets; null for nowhere. */
  readonly transcriptFile: string | null
  /** A place of releases on this computer and whose signature counts there, to try updates out; null for none. */
  readonly updates: {
    readonly url: string
    readonly key: ReleaseKey
    /** The file that an update replaces and that is then started; null where the person installs. */
    readonly appImage: string | null
  } | null
}

const loopbackUrl = z.url().refine((text) => isLoopbackHost(new URL(text).hostname))

const environment = z.object({
  ELECTRON_RENDERER_URL: loopbackUrl.optional(),
  STARKDESK_PRACTICE_URL: loopbackUrl.optional(),
  STARKDESK_PRACTICE_SEED: z.coerce.number().int().min(0).default(practiceDefaults.seed),
  STARKDESK_PRACTICE_ORDERS: z.coerce.number().int().min(0).max(1_000_000).default(practiceDefaults.orders),
  STARKDESK_MARKET_HISTORY: z.enum(['all', 'asked']).default('all'),
  STARKDESK_FIXED_TIME: z.iso.datetime().optional(),
  STARKDESK_TRANSCRIPT: z.string().min(1).optional(),
  STARKDESK_UPDATE_URL: loopbackUrl.optional(),
  /** The 32 bytes of an Ed25519 public key, base64. */
  STARKDESK_UPDATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/)
    .optional(),
  STARKDESK_UPDATE_APPIMAGE: z.string().min(1).optional(),
})

function readUpdates(read: z.output<typeof environment>): StartSettings['updates'] {
  const { STARKDESK_UPDATE_URL: url, STARKDESK_UPDATE_KEY: publicKey } = read
  if (url === undefined || publicKey === undefined) return null
  const id = keyIdOf(Buffer.from(publicKey, 'base64'))
  return {
    url: url.endsWith('/') ? url : `${url}/`,
    key: { id, publicKey, notBefore: '2026-01-01', isRetired: false },
    appImage: read.STARKDESK_UPDATE_APPIMAGE ?? null,
  }
}

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
    readsMarketHistory: read.STARKDESK_MARKET_HISTORY === 'all',
    fixedTimeMs: read.STARKDESK_FIXED_TIME === undefined ? null : Date.parse(read.STARKDESK_FIXED_TIME),
    transcriptFile: read.STARKDESK_TRANSCRIPT ?? null,
    updates: readUpdates(read),
  }
}
