// SQL on `watched_markets`.
import type Sqlite from 'better-sqlite3'
import { writeDurably } from '../../worker/pragmas.ts'
import type { StoreMethods } from '../../api/store-api.ts'

export function prepareWatchedMarkets(db: Sqlite.Database): Pick<StoreMethods, 'listMarkets' | 'putMarkets'> {
  const select = db.prepare<[string], { market: string }>(
    'SELECT market FROM watched_markets WHERE network = ? ORDER BY position',
  )
  const remove = db.prepare<[string]>('DELETE FROM watched_markets WHERE network = ?')
  const insert = db.prepare<[string, number, string]>(
    'INSERT INTO watched_markets (network, position, market) VALUES (?, ?, ?)',
  )
  return {
    listMarkets: (network) => select.all(network).map(({ market }) => market),
    putMarkets: (network, markets) => {
      writeDurably(db, () => {
        remove.run(network)
        // A market named twice keeps its first place.
        for (const [position, market] of [...new Set(markets)].entries()) {
          insert.run(network, position, market)
        }
      })
    },
  }
}
