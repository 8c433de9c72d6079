// `npm run bench -- orders [--rounds N] [--only FIGURE] [--small]`: the list of orders in the app's own window, at ten thousand
// and at a million: frames beside a bare list, answers to filters and sorts, a file that is written meanwhile.
import type { Page } from 'playwright'
import { timeRound, type Times } from './orders/answers.ts'
import { type BenchApp, openApp, openWindow } from './orders/app.ts'
import { bareSelector, buildBareList, readModel } from './orders/bare-list.ts'
import { makeDataFolder } from './orders/data-file.ts'
import { runAtRest, runExport } from './orders/export.ts'
import { fling, type FlingKind, makeSteps } from './orders/fling.ts'
import { putViews } from './orders/views.ts'
import { Bench, median, readWish } from './harness.ts'
import { makeFolder } from './store-files.ts'

const figures = ['fling', 'screen', 'answer', 'export'] as const
type Figure = (typeof figures)[number]

const { only, isSmall } = readWish()
if (only !== null && !figures.some((figure) => figure === only)) {
  process.stderr.write(`There is no figure "${only}"; there are: ${figures.join(', ')}\n`)
  process.exit(2)
}
const isWanted = (figure: Figure): boolean => only === null || only === figure

const [few, many] = isSmall ? [1_000, 10_000] : [10_000, 1_000_000]
const exported = isSmall ? [1_000, 4_000] : [100_000, 400_000]
const gridSelector = '[role=grid][aria-label=Orders]'
const waiting = '.waiting'
const framesInRun = 300
const warmUpFrames = 10
const answerMs = 150
const worstFrameMs = 50

const bench = new Bench('orders', 'wall')
const folder = makeFolder()

const p95 = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? NaN
}
const worst = (intervalsMs: readonly number[]): string => `${Math.max(...intervalsMs).toFixed(1)}ms`
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`
const mega = (bytes: number): number => bytes / 2 ** 20

interface Side {
  readonly name: string
  readonly page: Page
  readonly selector: string
  readonly frames: number[]
  /** 95th percentile of each round. */
  readonly tails: number[]
  readonly longShares: number[]
  readonly waitingShares: number[]
}

const side = (name: string, page: Page, selector: string): Side => ({
  name,
  page,
  selector,
  frames: [],
  tails: [],
  longShares: [],
  waitingShares: [],
})

/** Scrolls both through the same script in turns, and in turns of who begins. */
async function race(sides: readonly Side[], kind: FlingKind): Promise<void> {
  const stepsPx = makeSteps(kind, framesInRun)
  for (let round = -1; round < bench.rounds; round += 1) {
    for (const one of round % 2 === 0 ? sides : sides.toReversed()) {
      await one.page.bringToFront()
      // Where a hand that scrolls has its pointer.
      await one.page.locator(one.selector).hover({ position: { x: 300, y: 200 } })
      const run = await one.page.evaluate(fling, {
        selector: one.selector,
        run: round + 1,
        stepsPx,
        warmUp: warmUpFrames,
        waiting,
      })
      if (round < 0) continue
      one.frames.push(...run.intervalsMs)
      one.tails.push(p95(run.intervalsMs))
      one.longShares.push(run.longShare)
      one.waitingShares.push(run.waitingShare)
    }
  }
}

/** Frames of ours and of the bare list over one file; answers the median of ours' tails. */
async function timeFrames(
  frames: 'screen' | 'unlimited',
  count: number,
  dataFolder: string,
): Promise<Map<FlingKind, number>> {
  const app = await openApp(dataFolder, frames)
  const bare = await openWindow(app)
  await buildBareList(bare, await readModel(app.page, gridSelector), count)
  const tails = new Map<FlingKind, number>()
  const figure = frames === 'screen' ? 'screen' : 'fling'
  for (const kind of ['wheel', 'fling', 'rush'] as const) {
    const ours = side('ours', app.page, gridSelector)
    const reference = side('bare list', bare, bareSelector)
    await race([ours, reference], kind)
    const rounds = ours.tails.map((oursMs, at) => ({ oursMs, referenceMs: reference.tails[at] ?? NaN }))
    bench.judgeTimes({ figure: `${figure}-${kind}-p95-${count}`, rounds, mostTimes: 1.3 })
    for (const { name, frames: all, longShares, waitingShares } of [ours, reference]) {
      bench.tell(
        `${figure}-${kind}-${count}`,
        `${name}: frames=${all.length} in ${(all.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(1)}s ` +
          `p50=${median(all).toFixed(1)}ms p95=${p95(all).toFixed(1)}ms worst=${Math.max(...all).toFixed(1)}ms ` +
          `in long tasks=${percent(median(longShares))} rows not here yet=${percent(median(waitingShares))}`,
      )
    }
    tails.set(kind, median(ours.tails))
  }
  await app.close()
  return tails
}

async function compareFrames(
  frames: 'screen' | 'unlimited',
  folders: ReadonlyMap<number, string>,
): Promise<void> {
  const tails = new Map<number, Map<FlingKind, number>>()
  for (const [count, dataFolder] of folders) tails.set(count, await timeFrames(frames, count, dataFolder))
  for (const kind of tails.get(few)?.keys() ?? []) {
    bench.printGrowth(
      `${frames === 'screen' ? 'screen' : 'fling'}-${kind}-p95`,
      [...tails].map(([size, ofSize]) => ({ size, ms: ofSize.get(kind) ?? NaN })),
    )
  }
}

async function timeAnswers(folders: ReadonlyMap<number, string>, kinds: readonly string[]): Promise<void> {
  const sides: { count: number; app: BenchApp; times: Times; first: Times }[] = []
  for (const [count, dataFolder] of folders) {
    sides.push({ count, app: await openApp(dataFolder, 'screen'), times: new Map(), first: new Map() })
  }
  for (let round = -1; round < bench.rounds; round += 1) {
    for (const { app, times, first } of sides) {
      await app.page.bringToFront()
      await timeRound(app.page, kinds, round + 3, round < 0 ? first : times)
    }
  }
  const [small, large] = [sides[0], sides.at(-1)]
  if (small === undefined || large === undefined) throw new Error('answer: no files')
  const worst = { kind: '', ms: 0 }
  for (const [kind, ours] of large.times) {
    const reference = small.times.get(kind) ?? []
    const rounds = ours.map((oursMs, at) => ({ oursMs, referenceMs: reference[at] ?? NaN }))
    bench.judgeTimes({ figure: `answer-${kind}-growth`, rounds, mostTimes: 2 })
    if (median(ours) > worst.ms) Object.assign(worst, { kind, ms: median(ours) })
  }
  // Against the limit itself: a ratio of at most 1 is an answer in time.
  bench.judgeAmounts({
    figure: `answer-slowest-kind(${worst.kind})`,
    ours: worst.ms,
    reference: answerMs,
    unit: 'ms',
    mostTimes: 1,
  })
  for (const { count, times, first } of sides) {
    const list = (all: Times): string =>
      [...all]
        .map(([kind, ms]) => ({ kind, ms: Math.max(...ms) }))
        .toSorted((one, other) => other.ms - one.ms)
        .map(({ kind, ms }) => `${kind}=${ms.toFixed(0)}ms`)
        .join(' ')
    bench.tell('answer', `slowest of each at ${count}: ${list(times)}`)
    bench.tell('answer', `the first ever asked at ${count}: ${list(first)}`)
  }
  for (const kind of large.times.keys()) {
    bench.printGrowth(
      `answer-${kind}`,
      sides.map(({ count, times }) => ({ size: count, ms: median(times.get(kind) ?? []) })),
    )
  }
  for (const { app } of sides) await app.close()
}

async function timeExport(dataFolder: string): Promise<void> {
  const app = await openApp(dataFolder, 'screen')
  const [fewRows = 0, manyRows = 0] = exported
  const script = { selector: gridSelector, run: null, stepsPx: makeSteps('wheel', 60), warmUp: 0, waiting }
  // One that does not count, so that code is compiled and memory taken that is kept anyway.
  await runExport(app, folder, fewRows, script)
  const runs = []
  const atRest: number[] = []
  for (const rows of [fewRows, manyRows]) {
    const run = await runExport(app, folder, rows, script)
    runs.push(run)
    if (rows === manyRows) atRest.push(...(await runAtRest(app, run.tookMs, script)))
  }
  await app.close()
  const [small, large] = [runs[0], runs[1]]
  if (small === undefined || large === undefined) throw new Error('export: no runs')
  bench.judgeAmounts({
    figure: `export-worst-frame-${manyRows}`,
    ours: Math.max(...large.intervalsMs),
    reference: worstFrameMs,
    unit: 'ms',
    mostTimes: 1,
  })
  bench.judgeAmounts({
    figure: `export-memory-${manyRows}-beside-${fewRows}`,
    ours: mega(large.rss.peak),
    reference: mega(small.rss.peak),
    unit: 'MB',
    mostTimes: 1.1,
  })
  for (const { rows, tookMs, idleMs, rss, heap, intervalsMs, longShare } of runs) {
    const sizes = ({ before, peak, after }: typeof rss): string =>
      [before, peak, after].map((bytes) => mega(bytes).toFixed(0)).join('/')
    bench.tell(
      `export-${rows}`,
      `took=${(tookMs / 1000).toFixed(1)}s frames=${intervalsMs.length} p50=${median(intervalsMs).toFixed(1)}ms ` +
        `p95=${p95(intervalsMs).toFixed(1)}ms worst=${worst(intervalsMs)} ` +
        `in long tasks=${percent(longShare)} an idle process stood still for ${idleMs.toFixed(1)}ms ` +
        `main process before/peak/after: RSS ${sizes(rss)}MB heap ${sizes(heap)}MB`,
    )
  }
  bench.tell(
    'export',
    `the same list for as long with nothing written: p95=${p95(atRest).toFixed(1)}ms worst=${worst(atRest)}`,
  )
  bench.printGrowth(
    'export',
    runs.map(({ rows, tookMs }) => ({ size: rows, ms: tookMs })),
  )
}

const folders = new Map<number, string>()
let kinds: string[] = []
for (const count of [few, many]) {
  folders.set(
    count,
    await makeDataFolder(count, async (store) => {
      kinds = await putViews(store)
    }),
  )
}

if (isWanted('fling')) await compareFrames('unlimited', folders)
if (isWanted('screen')) await compareFrames('screen', folders)
if (isWanted('answer')) await timeAnswers(folders, kinds)
if (isWanted('export')) await timeExport(folders.get(many) ?? '')
bench.finish()
