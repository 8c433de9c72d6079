// SQL on `balance_readings`.
import type Sqlite from 'better-sqlite3'
import type { StoreMethods } from '../api/store-api.ts'
import type { AccountKeys } from './accounts.ts'

export const getBalancesSql =
  'SELECT as_of_ms AS asOfMs, balances FROM balance_readings WHERE account_key = ?'

export function prepareBalances(
  db: Sqlite.Database,
  keys: AccountKeys,
): Pick<StoreMethods, 'putBalances' | 'getBalances'> {
  const upsert = db.prepare<[number, number, string]>(`
    INSERT INTO balance_readings (account_key, as_of_ms, balances) VALUES (?, ?, ?)
    ON CONFLICT (account_key) DO UPDATE SET as_of_ms = excluded.as_of_ms, balances = excluded.balances`)
  const select = db.prepare<[number], { asOfMs: number; balances: string }>(getBalancesSql)
  return {
    putBalances: (accountId, balances, asOfMs) => {
      upsert.run(keys.require(accountId), asOfMs, balances)
    },
    getBalances(accountId) {
      const accountKey = keys.find(accountId)
      return (accountKey === null ? undefined : select.get(accountKey)) ?? null
    },
  }
}
