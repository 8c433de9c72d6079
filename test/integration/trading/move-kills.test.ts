// SIGKILL at each write of a move: a stop that was canceled to be moved and is not surely placed anew is told at the next start.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { noFaults } from '../../../src-main/practice/faults.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { makeFile, openTestJournal } from '../store/support.ts'
import { practiceSeed, sender, startLife } from '../transfers/kill-life.ts'
import { killMoments, moved, stop } from './move-kill-moments.ts'
import { signInPatiently } from './sign-in.ts'

const script = fileURLToPath(new URL('move-kill-child.ts', import.meta.url))
/** Two looks at what a move left (move-watch.ts), and more. */
const TWO_LOOKS_MS = 7_000

async function moveAndDie(file: string, exchangeUrl: string, moment: string): Promise<number> {
  const child = spawn(process.execPath, [script, file, exchangeUrl, moment], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  expect(await exited).toEqual([null, 'SIGKILL'])
  return Number(line)
}

async function startAgain(file: string, exchangeUrl: string) {
  const life = await startLife({ file, exchangeUrl })
  await eventually(() => expect(life.services.connection.getState().status).toBe('online'))
  await signInPatiently(life.services)
  const gone = async () => {
    const { notices } = await life.services.alerts.listNotices({ limit: 200, beforeId: null })
    return notices.flatMap(({ what }) => (what.kind === 'orderGone' ? [what] : []))
  }
  return { ...life, gone }
}

test.each(killMoments)(
  'killed $name: $told is told',
  async ({ name, told }) => {
    const exchange = await startPracticeExchange({
      host: '127.0.0.1',
      port: 0,
      seed: practiceSeed,
      orders: 0,
      faults: noFaults,
    })
    onTestFinished(() => exchange.close())
    const file = makeFile()
    const orderId = await moveAndDie(file, exchange.baseUrl, name)
    const life = await startAgain(file, exchange.baseUrl)
    try {
      if (told === 'nothing') {
        await sleep(TWO_LOOKS_MS)
        expect(await life.gone()).toEqual([])
      } else {
        await eventually(async () => expect(await life.gone()).toHaveLength(1))
        expect((await life.gone())[0]).toMatchObject({
          orderId,
          order: { ...stop, ...moved },
          isUnknown: told === 'noAnswer',
        })
      }
    } finally {
      await life.close()
    }
    if (told === 'nothing') return
    // Told once: the start after it has nothing to tell.
    const journal = await openTestJournal(`${file}.journal`)
    expect(await journal.listMoves('practice', sender.ethereumAddress)).toEqual([])
  },
  60_000,
)
