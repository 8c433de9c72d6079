// `npm run bench -- NAME [--rounds N]`: runs test/bench/NAME.bench.ts on this Node; `all` runs each, no name lists them. Writes
// the figures and the machine to out/bench.json.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFigures, readMachine, readNotes, wordMachine } from './bench-record.ts'
import buildTestThreads from './test-threads.ts'
import { type NameList, printNames, printUnknown } from './name-list.ts'
import { outFolder, root } from './paths.ts'

const benches: NameList = {
  signing: 'deriving the L2 key and signing with it, beside the reference library',
  client: 'a page of 1,000 orders through the client, beside a bare fetch',
  store: 'the cache up to a million orders and five million candles, beside bare SQLite',
  chart: 'charts beside lightweight-charts in one browser, frames interleaved',
  orders: 'the list of orders at ten thousand and a million, beside a bare list',
  fills: 'the first sync of the fills of 100,000 orders, beside a bare loop over the same pages',
  report: 'the period report of 100,000 fills: first, another period or market, a new fill',
  portfolio: 'the equity curve of a million fills: first, from what is kept, a new fill; beside a plain pass',
  matching: 'orders a second of the practice exchange, beside a plain matcher, up to a million at rest',
  trade: 'from the press of a ticket to create while a first sync runs, beside a bare client',
  stream: '5,000 increments of an order book a second for a minute, beside a bare client that parses JSON',
  live: 'the processor at rest on each view, then frames and message to pixel under 500 changes of the book a second',
  memory: 'main and page at rest, with a million orders, with the practice exchange; beside an empty window',
  startup: 'from the start of the process to markets that answer a key, beside an empty window',
}
const everything = 'all'
const names: NameList = { ...benches, [everything]: 'each of these, one after another' }
/** For a look at all of them within a quarter of an hour: less data and fewer rounds. */
const quick = ['--small', '--rounds', '5']
const usage = `npm run bench -- NAME [--rounds N] [--only FIGURE] [--small] [--quick]

Measures our code beside a reference. Not every bench takes every option; its file in test/bench says which.
--quick stands for ${quick.join(' ')}. The figures are also in out/bench.json.

${printNames(names)}`

// Ignore the second `--` that some npm versions pass on.
const args = process.argv.slice(2).filter((arg) => arg !== '--')
const [name, ...options] = args
if (name === undefined || args.includes('--help') || args.includes('-h')) {
  process.stdout.write(usage)
  process.exit(0)
}
if (name.startsWith('-')) {
  process.stderr.write(`The name comes first, then ${name}.\n\n${usage}`)
  process.exit(1)
}
if (!Object.hasOwn(names, name)) {
  process.stderr.write(printUnknown('bench', name, names))
  process.exit(1)
}
await buildTestThreads()
const told = options.flatMap((option) => (option === '--quick' ? quick : [option]))
const wanted = name === everything ? Object.keys(benches) : [name]
const machine = await readMachine()
process.stdout.write(`${wordMachine(machine)}\n`)

interface Ended {
  readonly bench: string
  readonly seconds: number
  readonly code: number
  readonly printed: string
}

async function run(bench: string): Promise<Ended> {
  const startedAt = performance.now()
  const file = join(root, 'test', 'bench', `${bench}.bench.ts`)
  const child = spawn(process.execPath, [file, ...told], { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    process.stdout.write(text)
  })
  await once(child, 'close')
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return { bench, seconds, code: child.exitCode ?? 1, printed }
}

const ended: Ended[] = []
for (const bench of wanted) ended.push(await run(bench))
const record = {
  at: new Date().toISOString(),
  commit: spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim(),
  options: told,
  machine,
  benches: ended.map(({ bench, seconds, code }) => ({ bench, seconds, code })),
  figures: ended.flatMap(({ printed }) => readFigures(printed)),
  notes: ended.flatMap(({ printed }) => readNotes(printed)),
}
mkdirSync(outFolder, { recursive: true })
writeFileSync(join(outFolder, 'bench.json'), `${JSON.stringify(record, null, 2)}\n`)
process.exit(Math.max(0, ...ended.map(({ code }) => code)))
