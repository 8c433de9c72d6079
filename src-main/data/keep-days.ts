// Reads and writes the retention setting of each kind of data.
import { type DataKind, dataKinds, keepDays, type KeepDays } from '../../src-preload/contract/app/data.ts'
import type { Store } from '../store/api/store-api.ts'

/** Defaults: private data is kept; public data as long as a chart or the trades list needs it. */
const defaults: Readonly<Record<DataKind, KeepDays>> = {
  orders: null,
  fills: null,
  pnl: null,
  fineCandles: 90,
  coarseCandles: null,
  marketTrades: 7,
}

const DAY_MS = 86_400_000
const settingOf = (kind: DataKind): string => `keepDays.${kind}`

/** An invalid setting counts as not set. */
function readChoice(kind: DataKind, text: string | null): KeepDays {
  if (text === null) return defaults[kind]
  const parsed = keepDays.safeParse(text === 'all' ? null : Number(text))
  return parsed.success ? parsed.data : defaults[kind]
}

/** Retention of every kind, with defaults. Errors: those of the store. */
export async function readKeepDays(store: Pick<Store, 'getSetting'>): Promise<Record<DataKind, KeepDays>> {
  const entries = await Promise.all(
    dataKinds.map(async (kind) => [kind, readChoice(kind, await store.getSetting(settingOf(kind)))] as const),
  )
  return Object.fromEntries(entries) as Record<DataKind, KeepDays>
}

/** Saves the setting. Errors: those of the store. */
export async function writeKeepDays(
  store: Pick<Store, 'setSetting'>,
  kind: DataKind,
  days: KeepDays,
): Promise<void> {
  await store.setSetting(settingOf(kind), days === null ? 'all' : String(days))
}

/** Data before this time is neither kept nor fetched; 0 to keep everything. */
export function keptFromMs(days: KeepDays, nowMs: number): number {
  return days === null ? 0 : Math.max(0, nowMs - days * DAY_MS)
}
