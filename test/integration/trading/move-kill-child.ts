// An app that places a stop, moves it, and is killed at a write of the journal. Run by move-kills.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { askMovedStop, killMoments, placeStop } from './move-kill-moments.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import { startLife } from '../transfers/kill-life.ts'
import { signInPatiently } from './sign-in.ts'

const [file, exchangeUrl, name] = process.argv.slice(2)
const { call: killedCall, when } = killMoments.find((each) => each.name === name) ?? {}
if (file === undefined || exchangeUrl === undefined || killedCall === undefined)
  throw new Error('usage: move-kill-child.ts FILE EXCHANGE MOMENT')

/** Nothing is killed before the stop is there. */
let isMoving = false
const isMeant = (call: string): boolean => isMoving && call === killedCall
async function atWrite<Result>(call: string, write: () => Promise<Result>): Promise<Result> {
  if (isMeant(call) && when === 'before') process.kill(process.pid, 'SIGKILL')
  const result = await write()
  if (isMeant(call) && when === 'after') process.kill(process.pid, 'SIGKILL')
  return result
}

/** The real journal, which is the last that the process sees. */
const withEnd = (journal: Journal): Journal => ({
  ...journal,
  beginMove: (...args) => atWrite('beginMove', () => journal.beginMove(...args)),
  endMove: (...args) => atWrite('endMove', () => journal.endMove(...args)),
  createPlacedOrder: (...args) => atWrite('createPlacedOrder', () => journal.createPlacedOrder(...args)),
  movePlacedOrder: (...args) => atWrite(args[2], () => journal.movePlacedOrder(...args)),
})

const { services } = await startLife({ file, exchangeUrl, wrap: withEnd })
while (services.connection.getState().status !== 'online') await sleep(10)
await signInPatiently(services)
const orderId = await placeStop(services)
isMoving = true
process.stdout.write(`${String(orderId)}\n`)
await askMovedStop(services, orderId)
throw new Error('the move ended, and nothing killed it')
