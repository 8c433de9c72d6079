// `npm run bench -- startup [--rounds N] [--only FIGURE] [--small]`: from the start of the process to markets that answer a key,
// beside a window with an empty page on the same runtime, at two lengths of history; and what the app weighs.
import { build } from '../../scripts/build.ts'
import { Bench, median, readWish } from './harness.ts'
import { weighFirstLoad, weighPackages, weighPart } from './startup/sizes.ts'
import { emptyWindow, ourApp, type Startable, timeStart } from './startup/start-app.ts'
import { makeFolder } from './store-files.ts'

const figures = ['start', 'sizes'] as const
type Figure = (typeof figures)[number]

const { only, isSmall } = readWish()
if (only !== null && !figures.some((figure) => figure === only)) {
  process.stderr.write(`There is no figure "${only}"; there are: ${figures.join(', ')}\n`)
  process.exit(2)
}
const isWanted = (figure: Figure): boolean => only === null || only === figure

const [few, many] = isSmall ? [1_000, 10_000] : [10_000, 1_000_000]
/** A start takes seconds. */
const mostRounds = 11
const mostTimes = 1.6
const mostFirstLoadKilo = 350
const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)}kB`

const bench = new Bench('startup', 'wall')
if (!build()) process.exit(1)

async function measureStarts(): Promise<void> {
  const empty = emptyWindow(makeFolder())
  const withFew = await ourApp(few)
  const withMany = await ourApp(many)
  const sides = [empty, withFew, withMany]
  const times = new Map<Startable, number[]>(sides.map((side) => [side, []]))
  // The first round warms up what the system keeps of the files.
  for (let round = -1; round < Math.min(bench.rounds, mostRounds); round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const ms = await timeStart(side)
      if (round >= 0) times.get(side)?.push(ms)
    }
  }
  const of = (side: Startable): number[] => times.get(side) ?? []
  const against = (ours: Startable, reference: Startable) =>
    of(ours).map((oursMs, at) => ({ oursMs, referenceMs: of(reference)[at] ?? NaN }))
  bench.judgeTimes({ figure: `start-${few}`, rounds: against(withFew, empty), mostTimes })
  bench.judgeTimes({ figure: `start-${many}`, rounds: against(withMany, empty), mostTimes })
  bench.printGrowth('start', [
    { size: few, ms: median(of(withFew)) },
    { size: many, ms: median(of(withMany)) },
  ])
}

function measureSizes(): void {
  for (const part of ['main', 'preload', 'renderer'] as const) {
    const { bytes, packedBytes } = weighPart(part)
    bench.tell('size', `${part} raw=${kilo(bytes)} gzip=${kilo(packedBytes)}`)
  }
  const { weight, files, fonts } = weighFirstLoad()
  bench.judgeAmounts({
    figure: 'first-load',
    ours: weight.packedBytes / 1000,
    reference: mostFirstLoadKilo,
    unit: 'kB',
    mostTimes: 1,
  })
  bench.tell('first-load', `raw=${kilo(weight.bytes)} in ${files.length} files, page and styles among them`)
  for (const { name, bytes } of fonts) bench.tell('font', `${name} ${kilo(bytes)}`)
  const packages = weighPackages()
  if (packages.length === 0) bench.tell('package', 'none was made here')
  for (const { name, bytes } of packages) bench.tell('package', `${name} ${kilo(bytes)}`)
}

if (isWanted('sizes')) measureSizes()
if (isWanted('start')) await measureStarts()
bench.finish()
