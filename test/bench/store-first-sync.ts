// The first sync of an account beside a bare loop, and how long it keeps the main process from everything else.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench } from './harness.ts'
import type { FirstSyncRound } from './store-first-sync-child.ts'

/** Each takes some seconds. */
const mostRounds = 5

export async function benchFirstSync(bench: Bench, folder: string, orders: number): Promise<void> {
  const script = fileURLToPath(new URL('store-first-sync-child.ts', import.meta.url))
  const rounds: FirstSyncRound[] = []
  const child = fork(script, [folder, String(orders), String(Math.min(bench.rounds, mostRounds))])
  // It sends nothing but its rounds.
  child.on('message', (round) => rounds.push(round as FirstSyncRound))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`first-sync: its process ended with ${String(code)}`)
  bench.judgeTimes({ figure: 'first-sync', rounds, mostTimes: 1.5 })
  bench.judgeStalls(
    'first-sync-stall',
    rounds.map(({ stall }) => stall),
    rounds.map(({ idle }) => idle),
    20,
  )
}
