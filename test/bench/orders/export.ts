// Writing a file of many orders while the window is scrolled: its frames, and what main holds meanwhile.
import { createReadStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { anyOrder, newestFirst } from '../../../src-main/store/api/order-filter.ts'
import type { Result } from '../../../src-preload/contract/channel.ts'
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { OrderFilter } from '../../../src-preload/contract/orders/orders.ts'
import { Bystander } from '../bystander.ts'
import type { BenchApp } from './app.ts'
import { fling, type Fling } from './fling.ts'

const sampleMs = 100

export interface ExportRun extends Fling {
  readonly rows: number
  readonly tookMs: number
  /** The longest that a process which does nothing stood still meanwhile. */
  readonly idleMs: number
  /** Of the main process and its threads: at the start, at most, at the end; in bytes. */
  readonly rss: Memory
  readonly heap: Memory
}

export interface Memory {
  readonly before: number
  readonly peak: number
  readonly after: number
}

interface Sample {
  readonly rss: number
  readonly heapUsed: number
}

/** Rows without the head. No cell of these orders has a line break. */
async function countRows(file: string): Promise<number> {
  let lines = 0
  for await (const line of createInterface({ input: createReadStream(file) })) lines += line === '' ? 0 : 1
  return lines - 1
}

/** Asks for the file as the page's button does, and answers its rows once it is done. The page's own word for main is no type here. */
const writeFile = (filter: OrderFilter): string => `(async () => {
  const { invoke, on } = window.starkdesk
  const done = new Promise((resolve, reject) => {
    const stop = on['exports:changed']((told) => {
      if (told.status === 'running') return
      stop()
      if (told.status === 'done') resolve(told.rows)
      else reject(new Error('the file: ' + told.status))
    })
  })
  const sort = { column: 'created', isDescending: true }
  const wish = { what: 'orders', filter: ${JSON.stringify(filter)}, sort, format: 'csv', columns: null }
  const answer = await invoke['exports:start'](wish)
  if (!answer.ok || answer.value.id === null) throw new Error('the file was not begun')
  return done
})()`

/** When the oldest of so many of the newest orders was created. */
async function findStart({ page }: BenchApp, rows: number): Promise<number> {
  const ask = JSON.stringify({ filter: anyOrder, sort: newestFirst, offset: rows - 1, limit: 1 })
  for (;;) {
    const answer = await page.evaluate<Result<ChannelOutput<'orders:list'>>>(
      `window.starkdesk.invoke['orders:list'](${ask})`,
    )
    if (!answer.ok) throw new Error('orders bench: the list was not answered')
    const [row] = answer.value.rows
    if (row !== undefined) return row.createdAtMs
  }
}

/** The frames of the same list under the same script for as long, while nothing is written. */
export async function runAtRest(
  { page }: BenchApp,
  lengthMs: number,
  script: Parameters<typeof fling>[0],
): Promise<number[]> {
  const intervalsMs: number[] = []
  const untilMs = performance.now() + lengthMs
  while (performance.now() < untilMs) intervalsMs.push(...(await page.evaluate(fling, script)).intervalsMs)
  return intervalsMs
}

/** Writes the newest so many orders as CSV while the list is scrolled by the script. */
export async function runExport(
  app: BenchApp,
  folder: string,
  rows: number,
  script: Parameters<typeof fling>[0],
): Promise<ExportRun> {
  const file = join(folder, `orders-${rows}.csv`)
  const fromMs = await findStart(app, rows)
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  const samples: Sample[] = []
  const sample = async (): Promise<void> => {
    samples.push(
      await app.electron.evaluate(() => {
        const { rss, heapUsed } = process.memoryUsage()
        return { rss, heapUsed }
      }),
    )
  }
  await sample()
  const state = { isDone: false }
  const startedAt = performance.now()
  const written = app.page
    .evaluate<number>(writeFile({ ...anyOrder, fromMs }))
    .finally(() => (state.isDone = true))
  const watching = (async () => {
    while (!state.isDone) {
      await sample()
      await new Promise((resolve) => setTimeout(resolve, sampleMs))
    }
  })()
  const flings: Fling[] = []
  const bystander = new Bystander()
  const { outcome: told, idle } = await bystander.watch(async () => {
    // Only what was scrolled wholly while the file was written counts; the last run of the script may outlast it.
    for (;;) {
      const run = await app.page.evaluate(fling, script)
      if (state.isDone && flings.length > 0) break
      flings.push(run)
    }
    return written
  })
  bystander.end()
  const tookMs = performance.now() - startedAt
  await watching
  await sample()
  const counted = await countRows(file)
  rmSync(file)
  if (told !== counted || counted < rows) throw new Error(`export: ${counted} rows in the file, ${told} told`)
  const memory = (read: (one: Sample) => number): Memory => {
    const all = samples.map(read)
    return { before: all[0] ?? NaN, peak: Math.max(...all), after: all.at(-1) ?? NaN }
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  return {
    rows: counted,
    tookMs,
    idleMs: idle.wall,
    rss: memory(({ rss }) => rss),
    heap: memory(({ heapUsed }) => heapUsed),
    intervalsMs: flings.flatMap(({ intervalsMs }) => intervalsMs),
    longShare: mean(flings.map(({ longShare }) => longShare)),
    waitingShare: mean(flings.map(({ waitingShare }) => waitingShare)),
  }
}
