// SQL on `opening_parts`.
import type Sqlite from 'better-sqlite3'
import type { OpeningPart } from '../../../src-preload/contract/portfolio/opening.ts'
import type { MovementOwner, OwnedOpeningPart, ResultMethods } from '../api/result-rows.ts'
import { writeDurably } from '../worker/pragmas.ts'

export const listOpeningPartsSql = `
  SELECT currency, amount, opened_at_ms AS openedMs, cost FROM opening_parts
  WHERE network_key = ? AND address = ? ORDER BY currency, position`

type Row = OpeningPart & MovementOwner & { readonly currency: string; readonly position: number }

export function prepareOpeningParts(
  db: Sqlite.Database,
): Pick<ResultMethods, 'listOpeningParts' | 'putOpeningParts'> {
  const list = db.prepare<[string, string], OwnedOpeningPart>(listOpeningPartsSql)
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM opening_parts WHERE network_key = ? AND address = ? AND currency = ?',
  )
  const insert = db.prepare<[Row]>(`
    INSERT INTO opening_parts (network_key, address, currency, position, amount, opened_at_ms, cost)
    VALUES (@networkKey, @address, @currency, @position, @amount, @openedMs, @cost)`)

  return {
    listOpeningParts: ({ networkKey, address }) => list.all(networkKey, address),
    putOpeningParts: (owner, currency, parts) => {
      writeDurably(db, () => {
        remove.run(owner.networkKey, owner.address, currency)
        parts.forEach((part, position) => insert.run({ ...part, ...owner, currency, position }))
      })
    },
  }
}
