// An app with a chart and the tape on screen, and with the account's orders, that is live until it is killed. Run by
// live-kills.test.ts.
import { fastClock } from './fast-clock.ts'
import { startLife } from './sync-life.ts'

const [file, exchangeUrl, fromMs] = process.argv.slice(2)
if (file === undefined || exchangeUrl === undefined || fromMs === undefined) {
  throw new Error('usage: live-child.ts FILE EXCHANGE FROM')
}
const clock = fastClock(Number(fromMs))
const life = await startLife({
  file,
  exchangeUrl,
  nowMs: clock.now(),
  clock,
  // The line is not cut here, but the exchange asks for patience now and then.
  onFault: () => undefined,
})
process.stdout.write('started\n')
await life.showLive()
process.stdout.write('live\n')
