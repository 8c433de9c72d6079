// SQL on `movements`.
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Movement, MovementInput } from '../../../src-preload/contract/portfolio/movements.ts'
import { writeDurably } from '../worker/pragmas.ts'
import type { MovementOwner, ResultMethods } from '../api/result-rows.ts'

export const listMovementsSql = `
  SELECT id, currency, direction, amount, value, at_ms AS atMs FROM movements
  WHERE network_key = ? AND address = ? ORDER BY at_ms DESC, id DESC`

export function prepareMovements(
  db: Sqlite.Database,
): Pick<ResultMethods, 'listMovements' | 'putMovement' | 'removeMovement'> {
  const list = db.prepare<[string, string], Movement>(listMovementsSql)
  const insert = db.prepare<[MovementInput & MovementOwner], { id: number }>(`
    INSERT INTO movements (network_key, address, currency, direction, amount, value, at_ms)
    VALUES (@networkKey, @address, @currency, @direction, @amount, @value, @atMs) RETURNING id`)
  const remove = db.prepare<[string, string, number]>(
    'DELETE FROM movements WHERE network_key = ? AND address = ? AND id = ?',
  )

  return {
    listMovements: ({ networkKey, address }) => list.all(networkKey, address),
    putMovement: (owner, movement) =>
      writeDurably(db, () => {
        const put = insert.get({ ...movement, ...owner })
        if (!put) throw new AppError('internal', { what: 'put without row' })
        return put.id
      }),
    removeMovement: ({ networkKey, address }, id) => {
      writeDurably(db, () => remove.run(networkKey, address, id))
    },
  }
}
