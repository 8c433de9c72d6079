// Owns: proving that a sample of orders tells about how many there are of a kind, whenever they were made. Must not: ask it for counts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/database.ts'
import { decimalKey } from '../../../src-main/store/decimal-key.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { prepareOrderSamples } from '../../../src-main/store/queries/orders/order-sample.ts'
import { prepareStoreMethods } from '../../../src-main/store/store-methods.ts'
import { sampleAccount, sampleOrder } from './support.ts'

const dayMs = 86_400_000
const years = 2
const accountKey = 1

function openTables() {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-sample-'))
  const db = openDatabase(join(folder, 'starkdesk.db'), migrations, 0)
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const store = prepareStoreMethods(db)
  store.putAccount(sampleAccount('a'))
  return { store, samples: prepareOrderSamples(db) }
}

test('most orders of one busy week are most orders of the sample', () => {
  const { store, samples } = openTables()
  const orders = Array.from({ length: 4_000 }, (_, id) =>
    id % 4 === 0
      ? sampleOrder(id, { market: 'ethusdc', createdAtMs: Math.floor((id / 4_000) * years * 365 * dayMs) })
      : sampleOrder(id, { market: 'btcusdc', createdAtMs: 200 * dayMs + id * 100_000 }),
  )
  store.putOrders('a', orders, null)
  const busyMs = [200 * dayMs, 205 * dayMs] as const
  const share = samples(accountKey, 4_000).share(
    null,
    ({ createdAtMs }) => createdAtMs >= busyMs[0] && createdAtMs < busyMs[1],
  )
  expect(share).toBeGreaterThan(0.6)
  expect(share).toBeLessThan(0.9)
})

test('of combinations that hardly any order of the sample has, it tells nothing', () => {
  const { store, samples } = openTables()
  expect(samples(accountKey, 0).share(null, () => true)).toBeNull()
  const orders = Array.from({ length: 900 }, (_, id) => sampleOrder(id, { createdAtMs: id * dayMs }))
  store.putOrders('a', orders, null)
  const sample = samples(accountKey, 900)
  expect(sample.share(null, () => true)).toBe(1)
  expect(sample.share(new Set(), () => true)).toBeNull()
})

test('a sample is taken anew once there are many more orders', () => {
  const { store, samples } = openTables()
  const put = (from: number, count: number, price: string): void => {
    const orders = Array.from({ length: count }, (_, at) =>
      sampleOrder(from + at, { price, createdAtMs: (from + at) * dayMs }),
    )
    store.putOrders('a', orders, null)
  }
  const isCheap = ({ priceKey }: { priceKey: string }): boolean => priceKey === decimalKey('1')
  put(0, 500, '1')
  const before = samples(accountKey, 500)
  put(500, 20, '1')
  expect(samples(accountKey, 520)).toBe(before)
  put(520, 1_480, '2')
  expect(samples(accountKey, 2_000).share(null, isCheap)).toBeLessThan(0.5)
})
