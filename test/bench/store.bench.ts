// `npm run bench -- store [--rounds N] [--only FIGURE] [--small]`: which figures of the cache are taken, on which files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bench, readWish } from './harness.ts'
import { makeCandlePattern } from './store-candles.ts'
import { benchColdStart } from './store-cold-start.ts'
import { makeFolder } from './store-files.ts'
import { benchFirstSync } from './store-first-sync.ts'
import { ingestCandles } from './store-ingest-candles.ts'
import { benchIngestOrders, makeOrderFile } from './store-ingest.ts'
import { benchMemory } from './store-memory.ts'
import { makeOrderPages, makePattern, orderPageSize } from './store-orders.ts'
import { benchLists } from './store-lists.ts'
import { makeListFile } from './store-lists-data.ts'
import { benchRange } from './store-range.ts'

const figures = [
  'ingest-orders',
  'ingest-candles',
  'lists',
  'range',
  'first-sync',
  'memory',
  'cold-start',
] as const
type Figure = (typeof figures)[number]

const { only, isSmall } = readWish()
if (only !== null && !figures.some((figure) => figure === only)) {
  process.stderr.write(`There is no figure "${only}"; there are: ${figures.join(', ')}\n`)
  process.exit(2)
}
const isWanted = (...named: Figure[]): boolean => only === null || named.some((figure) => figure === only)

const orderCounts = isSmall ? [1_000, 10_000, 50_000] : [10_000, 100_000, 1_000_000]
/** The third is five years, the last nine and a half. */
const candleCounts = isSmall ? [50_000, 250_000] : [100_000, 1_000_000, 2_650_000, 5_000_000]
const firstSyncOrders = isSmall ? 10_000 : 100_000

const bench = new Bench('store', 'wall')
const folder = makeFolder()
const pattern = await makePattern()
const [fewest, most] = [orderCounts[0] ?? 0, orderCounts.at(-1) ?? 0]

/** Files of orders that were made in this run, by how many they hold. */
const made = new Map<number, string>()
const nameOf = (count: number): string => join(folder, `orders-${count}.sqlite`)

async function orderFile(count: number): Promise<string> {
  const known = made.get(count)
  if (known !== undefined) return known
  await makeOrderFile(nameOf(count), pattern, count)
  made.set(count, nameOf(count))
  return nameOf(count)
}

async function listFiles(): Promise<{ file: string; count: number }[]> {
  const files = [fewest, most].map((count) => ({ file: join(folder, `lists-${count}.sqlite`), count }))
  for (const { file, count } of files) await makeListFile(file, count)
  return files
}

async function withNewestPage(count: number): Promise<{ file: string; newestPageFile: string }> {
  const newestPageFile = join(folder, `newest-${count}.json`)
  for (const page of makeOrderPages(pattern, count, 0, orderPageSize)) writeFileSync(newestPageFile, page)
  return { file: await orderFile(count), newestPageFile }
}

if (isWanted('ingest-orders')) {
  const options = { pattern, counts: orderCounts, floorFile: join(folder, 'orders-floor.sqlite') }
  await benchIngestOrders(bench, nameOf(most), options)
  made.set(most, nameOf(most))
}
if (isWanted('lists')) await benchLists(bench, await listFiles())
if (isWanted('memory')) await benchMemory(bench, await withNewestPage(most), await withNewestPage(fewest))
if (isWanted('cold-start')) await benchColdStart(bench, folder, await orderFile(most))
if (isWanted('first-sync')) await benchFirstSync(bench, folder, firstSyncOrders)
if (isWanted('ingest-candles', 'range')) {
  const copies = candleCounts.map((count) => ({ count, file: join(folder, `candles-${count}.sqlite`) }))
  await ingestCandles(isWanted('ingest-candles') ? bench : null, {
    pattern: makeCandlePattern(),
    file: join(folder, 'candles.sqlite'),
    floorFile: join(folder, 'candles-floor.sqlite'),
    copies,
  })
  if (isWanted('range')) await benchRange(bench, copies)
}
bench.finish()
