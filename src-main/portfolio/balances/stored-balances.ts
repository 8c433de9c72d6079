// The last reading of an account's balances, and what is known of locked amounts at its exchange, in the store.
import { z } from 'zod'
import { lockedBases, type LockedBasis } from '../../../src-preload/contract/portfolio/balances.ts'
import { type Balance, balance } from '../../../src-preload/contract/trading/trading-entities.ts'
import type { Store } from '../../store/api/store-api.ts'

export interface BalanceReading {
  readonly rows: readonly Balance[]
  /** When it was asked for, by the local clock. */
  readonly asOfMs: number
}

const storedRows = z.array(balance)
const storedBasis = z.enum(lockedBases)
const basisKey = (network: string): string => `portfolio/lockedBasis/${network}`

/** Null if there is none, or an older version stored another shape. */
export async function readBalances(
  store: Pick<Store, 'getBalances'>,
  accountId: string,
): Promise<BalanceReading | null> {
  const stored = await store.getBalances(accountId)
  if (stored === null) return null
  const rows = storedRows.safeParse(JSON.parse(stored.balances))
  return rows.success ? { rows: rows.data, asOfMs: stored.asOfMs } : null
}

export async function writeBalances(
  store: Pick<Store, 'putBalances'>,
  accountId: string,
  { rows, asOfMs }: BalanceReading,
): Promise<void> {
  await store.putBalances(accountId, JSON.stringify(rows), asOfMs)
}

/** Whether balances of this network's exchange include what is locked. */
export async function readBasis(store: Pick<Store, 'getSetting'>, network: string): Promise<LockedBasis> {
  const stored = storedBasis.safeParse(await store.getSetting(basisKey(network)))
  return stored.success ? stored.data : 'unknown'
}

export async function writeBasis(
  store: Pick<Store, 'setSetting'>,
  network: string,
  basis: LockedBasis,
): Promise<void> {
  await store.setSetting(basisKey(network), basis)
}
