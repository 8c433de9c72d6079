// Reads the environment variables for development and tests. No other file reads the environment.
import { z } from 'zod'
import { type TradeLayout, tradeLayouts } from '../../src-preload/contract/trading/trade-view.ts'
import { isLoopbackHost } from '../../src-preload/domain/accounts/wallet-input.ts'
import { practiceDefaults } from '../practice/defaults.ts'
import { keyIdOf } from '../updates/signature.ts'
import type { ReleaseKey } from '../updates/release-keys.ts'

export interface StartSettings {
  /** Address of the development server for the page; null for the built page. */
  readonly developmentUrl: string | null
  /** URL of an external practice exchange on this computer; null for the embedded one. */
  readonly practiceUrl: string | null
  readonly practiceSeed: number
  readonly practiceOrders: number
  /** False to load market candles and trades on demand only; loading the full history takes minutes. */
  readonly readsMarketHistory: boolean
  /** Layout of the Trade view before anybody has chosen one. */
  readonly tradeLayout: TradeLayout
  /** Fixed time of all clocks, for screenshots; null for the real time. */
  readonly fixedTimeMs: number | null
  /** File for a transcript of the IPC border without secrets, for development; null for none. */
  readonly transcriptFile: string | null
  /** Local release location and its signing key, to test updates; null for none. */
  readonly updates: {
    readonly url: string
    readonly key: ReleaseKey
    /** The file that an update replaces and starts; null when the user installs. */
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
  STARKDESK_TRADE_LAYOUT: z.enum(tradeLayouts).default('trade'),
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
 * Reads the settings. A packaged app ignores its environment, which could otherwise point it to another page or clock.
 * @throws ZodError naming the invalid variable
 */
export function readSettings(env: NodeJS.ProcessEnv, isPackaged: boolean): StartSettings {
  const read = environment.parse(isPackaged ? {} : env)
  return {
    developmentUrl: read.ELECTRON_RENDERER_URL ?? null,
    practiceUrl: read.STARKDESK_PRACTICE_URL ?? null,
    practiceSeed: read.STARKDESK_PRACTICE_SEED,
    practiceOrders: read.STARKDESK_PRACTICE_ORDERS,
    readsMarketHistory: read.STARKDESK_MARKET_HISTORY === 'all',
    tradeLayout: read.STARKDESK_TRADE_LAYOUT,
    fixedTimeMs: read.STARKDESK_FIXED_TIME === undefined ? null : Date.parse(read.STARKDESK_FIXED_TIME),
    transcriptFile: read.STARKDESK_TRANSCRIPT ?? null,
    updates: readUpdates(read),
  }
}
