// A service that sends what it likes neither stops main nor fills its memory: 100 answers here, 10,000 in the soak.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isSoak, soakRounds } from '../../fixtures/soak.ts'
import { answerUrl } from '../../fixtures/thread-scripts.ts'
import { outcome, serverReady, turns } from './messages.ts'

/** Beyond an idle process of the same run, in milliseconds. */
const MAX_STALL_MS = 50
/** CPU time of main's thread in one turn, in milliseconds. */
const MAX_TURN_CPU_MS = 50
/** Of main's memory after a collection with no call under way, from the first fifth of the answers to the last, in bytes. */
const MAX_GROWTH_BYTES = 8_000_000
/** Of the most that the process has had: the bodies of four calls are 128 MB, and they may come together late. */
const MAX_PEAK_GROWTH_BYTES = 150_000_000

function start(file: string, args: readonly string[] = []): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: ['--expose-gc'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process ended with ${String(code)}`)
  })
  ended.catch(() => undefined)
  const came: unknown[] = await Promise.race([once(child, 'message'), ended])
  return came[0]
}

test('a hostile service neither stops main nor fills its memory, whatever it answers', async () => {
  const seed = Date.now() % 1_000_000
  const rounds = soakRounds(100)
  const server = start('server-child.ts')
  const { baseUrl } = serverReady.parse(await messageOf(server))
  const idle = start('main-child.ts', ['idle'])
  const main = start('main-child.ts', [baseUrl, answerUrl.href, String(rounds), String(seed)])
  const result = outcome.parse(await messageOf(main))
  idle.send('stop')
  const idleTurns = turns.parse(await messageOf(idle))

  const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`
  const said = [
    `seed ${seed}, ${rounds} answers: ${JSON.stringify(result.outcomes)}`,
    `longest stall ${result.turns.stallMs.toFixed(1)} ms (idle ${idleTurns.stallMs.toFixed(1)} ms)`,
    `longest turn ${result.turns.turnCpuMs.toFixed(1)} ms of CPU (${result.longest}) in ${result.turns.looks} looks`,
    `memory ${result.heap.map(mebibytes).join(' → ')}, peak of the process ${result.peak.map(mebibytes).join(' → ')}`,
  ].join('\n')
  process.stdout.write(`${said}\n`)

  expect(result.faults, said).toEqual([])
  expect(Object.values(result.outcomes).reduce((sum, count) => sum + count, 0)).toBe(rounds + 60)
  // A hundred answers are within what a process takes up at its start.
  if (!isSoak) return
  expect(result.heap[1] - result.heap[0], said).toBeLessThan(MAX_GROWTH_BYTES)
  expect(result.peak[1] - result.peak[0], said).toBeLessThan(MAX_PEAK_GROWTH_BYTES)
  expect(result.turns.stallMs - idleTurns.stallMs, said).toBeLessThan(MAX_STALL_MS)
  expect(result.turns.turnCpuMs, said).toBeLessThan(MAX_TURN_CPU_MS)
})
