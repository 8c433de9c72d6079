// `npm run bench -- NAME [--rounds N]`: runs test/bench/NAME.bench.ts on this Node; `all` runs each, no name lists them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import buildTestThreads from './test-threads.ts'
import { type NameList, printNames, printUnknown } from './name-list.ts'
import { root } from './paths.ts'

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
  startup: 'from the start of the process to markets that answer a key, beside an empty window',
}
const everything = 'all'
const names: NameList = { ...benches, [everything]: 'each of these, one after another' }
const usage = `npm run bench -- NAME [--rounds N] [--only FIGURE] [--small]

Measures our code beside a reference. Not every bench takes every option; its file in test/bench says which.

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
const wanted = name === everything ? Object.keys(benches) : [name]
const ends = wanted.map((one) => {
  const file = join(root, 'test', 'bench', `${one}.bench.ts`)
  return spawnSync(process.execPath, [file, ...options], { cwd: root, stdio: 'inherit' }).status ?? 1
})
process.exit(Math.max(0, ...ends))
