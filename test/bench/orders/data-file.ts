// Data files of many orders as the practice exchange makes them, put in by the store, and data folders made of them.
import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../scripts/paths.ts'
import { CandleBook } from '../../../src-main/practice/markets/candles.ts'
import { OrderHistory } from '../../../src-main/practice/orders/order-history.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { benchNowMs, readOrderPage } from '../store-answers.ts'
import { account, openBenchStore, openTables, practiceSeed } from '../store-files.ts'

/** Orders that the exchange is asked for at once; what it skips to find them costs more than what it makes. */
const askedAtOnce = 20_000
/** Orders in a transaction: as many as the service puts in one answer at most. */
const storedAtOnce = 1_000

async function putOrders(store: Store, count: number): Promise<void> {
  const world = { book: new CandleBook(practiceSeed), genesisMs: benchNowMs, historyCount: count }
  const history = new OrderHistory(world, 0)
  const any = { market: null, type: null, state: null, side: null, baseUnit: null, quoteUnit: null }
  const query = { ...any, startSecond: null, endSecond: null } as const
  const newest = { toId: 0, fromMs: benchNowMs }
  for (let page = 1, rows = 0; rows < count; page += 1) {
    const part = { skip: (page - 1) * askedAtOnce, most: askedAtOnce, orderBy: 'desc' } as const
    const { orders: listed } = await history.list(query, part, benchNowMs)
    if (listed.length === 0) throw new Error(`orders bench: the exchange has ${rows} orders and not ${count}`)
    for (let from = 0; from < listed.length; from += storedAtOnce) {
      const payload = listed.slice(from, from + storedAtOnce)
      const answer = { status: 'success', message: 'Orders Retrieved Successfully', payload }
      const { orders, refused } = await readOrderPage(Buffer.from(JSON.stringify(answer)))
      rows += orders.length
      newest.toId = Math.max(newest.toId, ...orders.map(({ id }) => id))
      newest.fromMs = Math.min(newest.fromMs, ...orders.map(({ createdAtMs }) => createdAtMs))
      const isLast = rows >= count
      // 0: the list was read to its end.
      const fromId = isLast ? 0 : Math.min(...orders.map(({ id }) => id))
      const stretches = [{ fromId, toId: newest.toId, rows, fromMs: newest.fromMs }]
      await store.putOrders(account.id, orders, { stretches, keptFromMs: 0, asOfMs: benchNowMs }, refused)
    }
  }
}

/** The file with so many orders, made where it is not here yet. Another form of the tables has another file. */
async function orderFile(count: number): Promise<string> {
  const folder = join(root, 'out', 'bench')
  const file = join(folder, `orders-${count}-tables-${migrations.length}.sqlite`)
  if (existsSync(file)) return file
  process.stdout.write(
    `bench orders making ${count} orders of the practice exchange; they are kept for later runs\n`,
  )
  mkdirSync(folder, { recursive: true })
  const making = `${file}.making`
  for (const ending of ['', '-wal', '-shm']) rmSync(making + ending, { force: true })
  const store = await openBenchStore(making)
  await store.putAccount(account)
  await putOrders(store, count)
  await store.close()
  // So that the one file is all of it.
  const db = openTables(making)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  renameSync(making, file)
  return file
}

/**
 * A data folder of the app with so many orders, gone when this process ends.
 * @param arrange - puts in what else is wanted
 */
export async function makeDataFolder(
  count: number,
  arrange: (store: Store) => Promise<void>,
): Promise<string> {
  const made = await orderFile(count)
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-bench-orders-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const file = join(folder, 'starkdesk.sqlite')
  copyFileSync(made, file, constants.COPYFILE_FICLONE)
  const store = await openBenchStore(file)
  // So that no check of the file runs beside what is measured; see data/checks.ts.
  await store.setSetting('fileCheck', JSON.stringify({ soundAtMs: Date.now(), isClosed: true }))
  await arrange(store)
  await store.close()
  return folder
}
