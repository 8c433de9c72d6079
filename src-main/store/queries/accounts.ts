// SQL on `accounts`, and removing one account, or the private rows of all, from every table.
import type Sqlite from 'better-sqlite3'
import type { KeyKind, NetworkKind } from '../../../src-preload/contract/accounts/accounts.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { accountSettingsPrefix } from '../api/account-settings.ts'
import { writeDurably } from '../worker/pragmas.ts'
import type { RemovedRows, StoredAccount, StoreMethods } from '../api/store-api.ts'
import { readWord } from './orders/words.ts'

interface AccountRow extends Omit<StoredAccount, 'networkKind' | 'keyKind' | 'profile'> {
  networkKind: string
  keyKind: string
  name: string | null
  customerId: string | null
  username: string | null
  starkKey: string | null
}

// Typed as a whole record, so that a new kind of network does not compile until it is here. (The contract's own list
// would bring the schema library into the worker.)
const kinds: Record<NetworkKind, NetworkKind> = {
  practice: 'practice',
  mainnet: 'mainnet',
  testnet: 'testnet',
  custom: 'custom',
}

const keyKinds: Record<KeyKind, KeyKind> = { ethereum: 'ethereum', stark: 'stark' }

/** Every table with an account's rows, children before parents; a table that is missing here fails by its foreign key. */
const privateTables = [
  'order_trades',
  'order_trade_fetches',
  'fill_pages',
  'paged_fills',
  'fill_conflicts',
  'orders',
  'order_sync',
  'order_refusals',
  'order_facets',
  'pnl_snapshots',
  'balance_readings',
  'listed_transfers',
  'listed_transfers_sync',
] as const
type PrivateTable = (typeof privateTables)[number]

export function prepareAccountKeys(db: Sqlite.Database) {
  const select = db.prepare<[string], { key: number }>('SELECT key FROM accounts WHERE id = ?')
  const find = (accountId: string) => select.get(accountId)?.key ?? null
  return {
    /** Null when there is no such account: it has no rows. */
    find,
    /** For writes; `notFound` when the account is gone, so that a late answer does not bring its rows back. */
    require(accountId: string): number {
      const key = find(accountId)
      if (key === null) throw new AppError('notFound', { what: 'account' })
      return key
    },
  }
}

/** The short number of an account in the cache tables. */
export type AccountKeys = ReturnType<typeof prepareAccountKeys>

export function prepareAccounts(
  db: Sqlite.Database,
  keys: AccountKeys,
): Pick<StoreMethods, 'listAccounts' | 'putAccount' | 'removeAccount' | 'clearPrivateCache'> {
  const list = db.prepare<[], AccountRow>(`
    SELECT id, label, network_kind AS networkKind, base_url AS baseUrl, ethereum_address AS ethereumAddress,
      key_kind AS keyKind, created_at_ms AS createdAtMs, profile_name AS name, profile_customer_id AS customerId,
      profile_username AS username, profile_stark_key AS starkKey
    FROM accounts ORDER BY created_at_ms, key`)
  const upsert = db.prepare<[AccountRow]>(`
    INSERT INTO accounts (id, label, network_kind, base_url, ethereum_address, key_kind, created_at_ms,
      profile_name, profile_customer_id, profile_username, profile_stark_key)
    VALUES (@id, @label, @networkKind, @baseUrl, @ethereumAddress, @keyKind, @createdAtMs,
      @name, @customerId, @username, @starkKey)
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, network_kind = excluded.network_kind,
      base_url = excluded.base_url, ethereum_address = excluded.ethereum_address, key_kind = excluded.key_kind,
      created_at_ms = excluded.created_at_ms, profile_name = excluded.profile_name,
      profile_customer_id = excluded.profile_customer_id, profile_username = excluded.profile_username,
      profile_stark_key = excluded.profile_stark_key`)
  const removePnlEntries = db.prepare<[number]>(
    'DELETE FROM pnl_entries WHERE snapshot_id IN (SELECT id FROM pnl_snapshots WHERE account_key = ?)',
  )
  const removePrivate = privateTables.map((table) => ({
    table,
    statement: db.prepare<[number]>(`DELETE FROM ${table} WHERE account_key = ?`),
  }))
  // Of notices, only those about orders are an account's; who set a locked vault aside must not read of orders in them.
  const removeNotices = (['notices', 'told_orders', 'told_events', 'order_notice_marks'] as const).map(
    (table) => db.prepare<[string]>(`DELETE FROM ${table} WHERE account_id = ?`),
  )
  const clearNotices = db.prepare<[]>('DELETE FROM notices WHERE account_id IS NOT NULL')
  // A range, not a pattern: '0' is the character after the slash that ends the prefix, and ids may hold wildcards.
  const removeSettings = db.prepare<[string, string]>('DELETE FROM settings WHERE key > ? AND key < ?')
  // Outlives the rows it counts, but not their owner: while an account is here, its count only rises.
  const removeChanges = db.prepare<[number]>('DELETE FROM order_changes WHERE account_key = ?')
  const remove = db.prepare<[number]>('DELETE FROM accounts WHERE key = ?')

  const clearPnlEntries = db.prepare<[]>('DELETE FROM pnl_entries')
  const clearPrivate = privateTables.map((table) => ({
    table,
    statement: db.prepare<[]>(`DELETE FROM ${table}`),
  }))
  const clearProfiles = db.prepare<[]>(`
    UPDATE accounts SET profile_name = NULL, profile_customer_id = NULL, profile_username = NULL,
      profile_stark_key = NULL`)

  const removeRows = (accountId: string, key: number): RemovedRows => {
    removePnlEntries.run(key)
    const removed = new Map(removePrivate.map(({ table, statement }) => [table, statement.run(key).changes]))
    const settings = accountSettingsPrefix(accountId)
    removeSettings.run(settings, `${settings.slice(0, -1)}0`)
    for (const statement of removeNotices) statement.run(accountId)
    removeChanges.run(key)
    remove.run(key)
    return countRemoved(removed)
  }

  const clearRows = (): RemovedRows => {
    clearPnlEntries.run()
    const removed = new Map(clearPrivate.map(({ table, statement }) => [table, statement.run().changes]))
    clearProfiles.run()
    clearNotices.run()
    return countRemoved(removed)
  }

  return {
    listAccounts: () => list.all().map((row) => readAccount(db, row)),
    putAccount: ({ profile, ...account }) => {
      writeDurably(db, () =>
        upsert.run({
          ...account,
          name: profile?.name ?? null,
          customerId: profile?.customerId ?? null,
          username: profile?.username ?? null,
          starkKey: profile?.starkKey ?? null,
        }),
      )
    },
    removeAccount: (accountId) => {
      const key = keys.find(accountId)
      if (key === null) return { orders: 0, orderTrades: 0, pnlSnapshots: 0 }
      return removeForGood(db, () => removeRows(accountId, key))
    },
    clearPrivateCache: () => removeForGood(db, clearRows),
  }
}

/**
 * Removed means removed: whole pages that become free are overwritten too (see pragmas.ts for the rest), pages that others' rows
 * share with what was there are written anew, and the log that still holds the rows is merged and emptied.
 */
function removeForGood<Result>(db: Sqlite.Database, remove: () => Result): Result {
  db.pragma('secure_delete = ON')
  try {
    return writeDurably(db, remove)
  } finally {
    db.pragma('secure_delete = FAST')
    writeAnew(db)
    db.pragma('wal_checkpoint(TRUNCATE)')
  }
}

/** What SQLite moved out of a page stays readable in the gap between its rows until the page is made anew. */
function writeAnew(db: Sqlite.Database): void {
  try {
    db.exec('VACUUM')
  } catch {
    // No room for a copy of the file: what was removed is gone from the tables, and the free pages go.
    db.pragma('incremental_vacuum')
  }
}

function countRemoved(removed: ReadonlyMap<PrivateTable, number>): RemovedRows {
  const countOf = (table: PrivateTable) => removed.get(table) ?? 0
  return {
    orders: countOf('orders'),
    orderTrades: countOf('order_trades'),
    pnlSnapshots: countOf('pnl_snapshots'),
  }
}

function readAccount(db: Sqlite.Database, row: AccountRow): StoredAccount {
  const { name, customerId, username, starkKey, ...account } = row
  const hasProfile = name !== null && username !== null && starkKey !== null
  return {
    ...account,
    networkKind: readWord(db, Object.values(kinds), row.networkKind, 'accounts.network_kind'),
    keyKind: readWord(db, Object.values(keyKinds), row.keyKind, 'accounts.key_kind'),
    profile: hasProfile ? { name, customerId, username, starkKey } : null,
  }
}
