// `npm run bench -- chart [--rounds N] [--only FIGURE] [--small]`: our chart beside lightweight-charts in one Chromium, frames
// interleaved.
import { join } from 'node:path'
import { buildPages } from './chart/build-pages.ts'
import { timeMinutes } from './chart/new-minute.ts'
import { ChartPage, launchBrowser, type SideName } from './chart/pages.ts'
import type { Load } from './chart/page/side.ts'
import { makeScript, type ScriptKind } from './chart/scripts.ts'
import { serveCharts } from './chart/serve.ts'
import { Bench, median, readWish } from './harness.ts'
import { makeCandlePattern, minuteAt, minuteMs } from './store-candles.ts'
import { makeFolder } from './store-files.ts'
import { ingestCandles } from './store-ingest-candles.ts'

const figures = [
  'first-candles',
  'frame',
  'dense',
  'whole',
  'live',
  'new-minute',
  'heap',
  'history',
  'weight',
] as const
type Figure = (typeof figures)[number]

const { only, isSmall } = readWish()
if (only !== null && !figures.some((figure) => figure === only)) {
  process.stderr.write(`There is no figure "${only}"; there are: ${figures.join(', ')}\n`)
  process.exit(2)
}
const isWanted = (...named: Figure[]): boolean => only === null || named.some((figure) => figure === only)

const yearMinutes = isSmall ? 50_000 : 525_600
const tenYearMinutes = isSmall ? 100_000 : 5_000_000
const framesInRun = 120
const warmUpFrames = 10
const liveUpdates = 10

const bench = new Bench('chart', 'wall')
const folder = makeFolder()
const files = {
  year: { count: yearMinutes, file: join(folder, 'year.sqlite') },
  tenYears: { count: tenYearMinutes, file: join(folder, 'ten-years.sqlite') },
}
const weights = await buildPages(folder)
const wantedFiles = isWanted('history') ? [files.year, files.tenYears] : [files.year]
for (const file of wantedFiles) {
  await ingestCandles(null, {
    pattern: makeCandlePattern(),
    file: join(folder, `made-${file.count}.sqlite`),
    floorFile: join(folder, 'unused.sqlite'),
    copies: [file],
  })
}
const server = await serveCharts(join(folder, 'pages'), isWanted('history') ? files : { year: files.year })
const browser = await launchBrowser()

const p95 = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? NaN
}
const open = (
  side: SideName,
  shown: number,
  data: keyof typeof files = 'year',
  load: Load = 'plain',
): Promise<ChartPage> => ChartPage.open(browser, server.url, side, data, shown, load)

/** What frames of a side took, of all rounds. */
interface Frames {
  readonly all: number[]
  unready: number
}
const noFrames = (): Frames => ({ all: [], unready: 0 })
const words = (frames: Frames): string =>
  `p50=${median(frames.all).toFixed(1)}ms p95=${p95(frames.all).toFixed(1)}ms ` +
  `worst=${Math.max(...frames.all).toFixed(1)}ms`

interface Contestant {
  readonly name: string
  readonly page: ChartPage
  readonly count: number
  readonly frames: Frames
  /** 95th percentile of each round. */
  readonly tails: number[]
  /** Median of each round. */
  readonly middles: number[]
}

async function enter(
  name: string,
  side: SideName,
  shown: number,
  data: keyof typeof files = 'year',
  load: Load = 'plain',
) {
  const page = await open(side, shown, data, load)
  return { name, page, count: files[data].count, frames: noFrames(), tails: [], middles: [] } as Contestant
}

/** Moves all of them through the same scripts, a script of one after that of the other, in turns of who begins. */
async function race(
  contestants: readonly Contestant[],
  kinds: readonly ScriptKind[],
  shown: number,
  rounds = bench.rounds,
): Promise<void> {
  for (let round = -1; round < rounds; round += 1) {
    const order = round % 2 === 0 ? contestants : contestants.toReversed()
    const seen = new Map<Contestant, number[]>()
    for (const kind of kinds) {
      for (const contestant of order) {
        const count = Math.min(...contestants.map((one) => one.count))
        const steps = makeScript({
          kind,
          lastMs: minuteAt(0),
          shown,
          count: kind === 'whole' ? contestant.count : count,
          frames: framesInRun,
          round: round + 1,
        })
        const run = await contestant.page.run(steps, warmUpFrames)
        if (round < 0) continue
        contestant.frames.all.push(...run.intervalsMs)
        contestant.frames.unready += run.unready
        seen.set(contestant, [...(seen.get(contestant) ?? []), ...run.intervalsMs])
      }
    }
    for (const [{ tails, middles }, intervals] of seen) {
      tails.push(p95(intervals))
      middles.push(median(intervals))
    }
  }
}

function judge(figure: string, ours: number[], reference: number[], mostTimes: number | null): void {
  if (mostTimes === null) {
    bench.judgeAmounts({ figure, ours: median(ours), reference: median(reference), unit: 'ms', mostTimes })
    return
  }
  const rounds = ours.map((oursMs, at) => ({ oursMs, referenceMs: reference[at] ?? NaN }))
  bench.judgeTimes({ figure, rounds, mostTimes })
}

if (isWanted('first-candles')) {
  const times: Record<'ours' | 'all', number[]> = { ours: [], all: [] }
  for (let round = -1; round < Math.min(bench.rounds, 7); round += 1) {
    for (const side of ['ours', 'all'] as const) {
      const page = await open(side, 800)
      if (round >= 0) times[side].push(page.openedMs)
      await page.close()
    }
  }
  judge('first-candles', times.ours, times.all, 0.2)
}

if (isWanted('frame')) {
  for (const [shown, goal] of [
    [300, null],
    [800, 0.8],
    [1_600, 0.8],
  ] as const) {
    const ours = await enter('ours', 'ours', shown)
    const all = await enter('all bars loaded', 'all', shown)
    const windows = await enter('fed by windows', 'windows', shown)
    await race([ours, all, windows], ['pan', 'zoom'], shown)
    judge(`frame-p95-${shown}`, ours.tails, all.tails, goal)
    judge(`frame-p95-${shown}-windows`, ours.tails, windows.tails, 1)
    for (const { name, frames } of [ours, all, windows])
      bench.tell(`frame-${shown}`, `${name}: ${words(frames)}`)
    bench.tell(
      `frame-${shown}`,
      `frames that waited for candles: ${ours.frames.unready} of ${ours.frames.all.length}`,
    )
    for (const { page } of [ours, all, windows]) await page.close()
  }
}

// Ten moving averages and a hundred trend lines, which the reference has as series.
if (isWanted('dense')) {
  for (const shown of [800, 1_600]) {
    const ours = await enter('ours', 'ours', shown, 'year', 'dense')
    const all = await enter('all bars loaded', 'all', shown, 'year', 'dense')
    await race([ours, all], ['pan', 'zoom'], shown)
    judge(`dense-p95-${shown}`, ours.tails, all.tails, 0.8)
    for (const { name, frames } of [ours, all]) bench.tell(`dense-${shown}`, `${name}: ${words(frames)}`)
    for (const { page } of [ours, all]) await page.close()
  }
}

if (isWanted('whole')) {
  const ours = await enter('ours', 'ours', 800)
  const all = await enter('all bars loaded', 'all', 800)
  // A frame of the reference takes a second or more.
  await race([ours, all], ['whole'], 800, Math.min(bench.rounds, 3))
  judge('whole-p95', ours.tails, all.tails, 0.1)
  for (const { name, frames } of [ours, all]) bench.tell('whole', `${name}: ${words(frames)}`)
  bench.tell('whole', `frames that waited for candles: ${ours.frames.unready} of ${ours.frames.all.length}`)
  for (const { page } of [ours, all]) await page.close()
}

if (isWanted('live', 'heap')) {
  const view = { fromMs: minuteAt(0) - 797 * minuteMs, toMs: minuteAt(0) + 3 * minuteMs }
  const ours = await open('ours', 800)
  const all = await open('all', 800)
  const times: Record<'ours' | 'all', number[]> = { ours: [], all: [] }
  const shownMs: number[] = []
  for (let round = -1; round < Math.min(bench.rounds, 5); round += 1) {
    const mine = await ours.timeLive(view, liveUpdates, 2_000)
    const theirs = await all.timeLive(view, liveUpdates, 2_000)
    if (round < 0) continue
    times.ours.push(mine.busyMs)
    times.all.push(theirs.busyMs)
    shownMs.push(...mine.shownMs)
  }
  judge('live-update', times.ours, times.all, 0.05)
  bench.tell(
    'live-update',
    `ours from the word to the screen, through the cache: ${median(shownMs).toFixed(1)}ms`,
  )
  const [oursBytes, allBytes] = [await ours.heapBytes(), await all.heapBytes()]
  const unit = 'MB'
  bench.judgeAmounts({
    figure: 'heap',
    ours: oursBytes / 2 ** 20,
    reference: allBytes / 2 ** 20,
    unit,
    mostTimes: 0.1,
  })
  await ours.close()
  await all.close()
}

if (isWanted('new-minute')) {
  const { oursMs, cpuMs, referenceMs } = timeMinutes(200)
  bench.judgeLimit({
    figure: 'new-minute-ten-indicators',
    oursMs: median(oursMs),
    referenceMs: median(referenceMs),
    cpuMs: median(cpuMs),
    limitMs: 2,
  })
}

if (isWanted('history')) {
  const year = await enter('a year', 'ours', 800)
  const tenYears = await enter('ten years', 'ours', 800, 'tenYears')
  await race([tenYears, year], ['pan', 'zoom'], 800)
  judge('history-p50', tenYears.middles, year.middles, 1.1)
  judge('history-p95', tenYears.tails, year.tails, 1.1)
  for (const { name, frames } of [year, tenYears]) bench.tell('history', `${name}: ${words(frames)}`)
  for (const { page } of [year, tenYears]) await page.close()
}

if (isWanted('weight')) {
  const kilo = (bytes: number): number => bytes / 1000
  bench.judgeAmounts({
    figure: 'weight',
    ours: kilo(weights.ours),
    reference: kilo(weights.reference),
    unit: 'kB',
    mostTimes: null,
  })
}

await browser.close()
await server.close()
bench.finish()
