// Owns: proving that lists which no index answers alone are the right ones, however small the pieces that they are found in.
// Must not: know by which way an order was found.
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { soakRounds } from '../../fixtures/soak.ts'
import type { Order } from '../../../src-preload/contract/entities.ts'
import { type OrderFilter, type OrderSort, orderSortColumns } from '../../../src-preload/contract/orders.ts'
import { openDatabase } from '../../../src-main/store/database.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { prepareOrderFacets } from '../../../src-main/store/queries/orders/order-facets.ts'
import { prepareReasons } from '../../../src-main/store/queries/orders/order-match.ts'
import { prepareOrderScans, type ScanSizes } from '../../../src-main/store/queries/orders/order-scan.ts'
import { prepareStoreMethods } from '../../../src-main/store/store-methods.ts'
import { listNaively } from './order-oracle.ts'
import { anyOrder, sampleAccount, sampleOrder, seed } from './support.ts'

const reasons = ['Order cancelled by user', 'Slippage greater than 30%'] as const
const decimal = fc.constantFrom('0', '1', '1.0', '2', '9.9', '10')
const timeMs = fc.nat(40)
const anOrder = fc.record({
  id: fc.nat(300),
  createdAtMs: timeMs,
  updatedAtMs: timeMs,
  uuid: fc.constantFrom('AB00', 'ab001234', 'ab001234-0000-4000', 'cd', ''),
  market: fc.constantFrom('ethusdc', 'btcusdc', 'solusdc'),
  price: fc.option(decimal),
  originVolume: decimal,
  cancelReason: fc.option(fc.constantFrom(...reasons)),
})
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 })
const aFilter: fc.Arbitrary<OrderFilter> = fc
  .record({
    markets: fc.constantFrom<string[]>([], ['ethusdc'], ['ethusdc', 'solusdc']),
    fromMs: orNull(timeMs),
    toMs: orNull(timeMs),
    leastPrice: orNull(decimal),
    mostPrice: orNull(decimal),
    leastVolume: orNull(decimal),
    cancelReasons: fc.constantFrom<string[]>([], [reasons[0]], [...reasons, 'None']),
    text: fc.constantFrom('', '', 'ab', 'AB001234', 'ab001234-0', '7', 'user', 'e', 'cd%'),
  })
  .map((some) => ({ ...anyOrder, ...some }))
const aSort: fc.Arbitrary<OrderSort> = fc.record({
  column: fc.constantFrom(...orderSortColumns),
  isDescending: fc.boolean(),
})
const size = fc.integer({ min: 1, max: 12 })
const pieceSize = fc.integer({ min: 1, max: 60 })
const someSizes: fc.Arbitrary<ScanSizes> = fc.record({
  walked: size,
  // Nothing but the walk and what is left of it, or both ways.
  little: fc.constantFrom(0, 1_000_000),
  kept: size,
  // Some with more that fits than is kept of it at first.
  pieces: fc.record({ index: pieceSize, table: pieceSize, listed: pieceSize }),
})

function openTables() {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-scan-'))
  const db = openDatabase(join(folder, 'starkdesk.db'), migrations, 0)
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return db
}

test(`a list is what a naive filter and sort would make, in whatever pieces it is found (seed ${seed})`, () => {
  const db = openTables()
  const store = prepareStoreMethods(db)
  const facets = prepareOrderFacets(db)
  const listReasons = prepareReasons(db)
  const keyOf = db.prepare<[string], number>('SELECT key FROM accounts WHERE id = ?').pluck()
  let run = 0
  fc.assert(
    fc.property(
      fc.array(anOrder, { maxLength: 80 }),
      fc.array(fc.tuple(aFilter, aSort), { minLength: 3, maxLength: 3 }),
      someSizes,
      fc.array(fc.nat(90), { minLength: 1, maxLength: 4 }),
      // However wrong a guess is.
      fc.constantFrom(1, 100),
      (made, asks, sizes, wishes, times) => {
        const accountId = `account ${String(run++)}`
        store.putAccount(sampleAccount(accountId))
        const known = new Map<number, Order>()
        for (const { id, ...rest } of made) {
          if (!known.has(id)) known.set(id, sampleOrder(id, rest))
        }
        store.putOrders(accountId, [...known.values()], null)
        const accountKey = keyOf.get(accountId) ?? -1
        const scans = prepareOrderScans(db, sizes)
        for (const [filter, sort] of asks) {
          const rows = listNaively(known.values(), filter, sort)
          const ask = {
            accountKey,
            filter,
            sort,
            facets: facets.list(accountKey, filter),
            ordersCount: times * facets.count(accountKey),
            reasons: listReasons(accountKey),
            version: 0,
          }
          for (const wanted of wishes) {
            let scan = scans.advance(ask, wanted)
            for (let steps = 0; scan.total === null || scan.found.length < Math.min(wanted, scan.total);) {
              steps += 1
              expect(steps).toBeLessThan(5_000)
              scan = scans.advance(ask, wanted)
            }
            expect(scan.total).toBe(rows.length)
            const ids = rows.map(({ id }) => id)
            expect(scan.found.map(({ id }) => id)).toEqual(ids.slice(0, scan.found.length))
          }
        }
      },
    ),
    { seed, numRuns: soakRounds(40) },
  )
}, 120_000)
