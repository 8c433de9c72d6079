// An app that reads all history and ends, unless it is killed before. Run by kills.test.ts.
import { startLife } from './sync-life.ts'

const [file, exchangeUrl, nowMs] = process.argv.slice(2)
if (file === undefined || exchangeUrl === undefined || nowMs === undefined) {
  throw new Error('usage: sync-child.ts FILE EXCHANGE NOW')
}
const life = await startLife({
  file,
  exchangeUrl,
  nowMs: Number(nowMs),
  // The client's own pauses are most of a run, and no moment to be killed in is lost with them.
  haste: 10,
  onFault: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
})
process.stdout.write('reading\n')
await life.finish()
await life.close()
process.stdout.write('finished\n')
