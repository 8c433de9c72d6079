// Owns: a process that asks the hostile service as main does, and measures itself; without a service it only measures an idle one.
// Must not: look into what it reads: that is the time of a test, not of the app.
import { AsyncLocalStorage } from 'node:async_hooks'
import { pathToFileURL } from 'node:url'
import { createAnswerThread } from '../../../src-main/exchange/answers/answer-thread.ts'
import { endpointNames } from '../../../src-preload/domain/endpoints.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { asks, createRawCall } from './asks.ts'
import type { Outcome } from './messages.ts'
import { randomFrom, shapeNames } from './shapes.ts'
import { watchTurns } from './turns.ts'

const [baseUrl = '', answerUrl = '', roundsText = '0', seedText = '0'] = process.argv.slice(2)
const rounds = Number(roundsText)
const seed = Number(seedText)
/** As many as the traffic lets through. */
const AT_ONCE = 4
/** Calls before anything is measured: an app that is asked for something has started. */
const WARM_UP = 60

/** What the failures of a hostile answer may be; anything else is a fault of ours. */
const expected = [
  'contractViolation',
  'rejectedByExchange',
  'unauthenticated',
  'outcomeUnknown',
  'network',
  'accountNotRegistered',
] as const

const collect = (): { heap: number; rss: number } => {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
}

async function ask(): Promise<Outcome> {
  const faults: string[] = []
  const thread = createAnswerThread({
    workerUrl: new URL(answerUrl === '' ? pathToFileURL('/') : answerUrl),
    onFault: (error) => faults.push(error.message),
  })
  const shapeOf = new AsyncLocalStorage<number>()
  const plainFetch = globalThis.fetch
  globalThis.fetch = (url, init) =>
    plainFetch(url, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), 'x-shape': String(shapeOf.getStore() ?? 0) },
    })
  const call = createRawCall(baseUrl, thread.read)
  const outcomes: Record<string, number> = {}
  const under = new Set<string>()
  let longest = ''

  async function one(endpoint: (typeof endpointNames)[number], shape: number): Promise<void> {
    const name = `${endpoint} ${shapeNames[shape] ?? ''}`
    under.add(name)
    let came = 'read'
    try {
      await shapeOf.run(shape, () => asks[endpoint](call))
    } catch (error) {
      came = isAppError(error) ? error.code : 'thrown'
      if (!isAppError(error, ...expected))
        faults.push(`${name}: ${String(error)} ${String((error as Error).cause)}`)
    }
    under.delete(name)
    outcomes[came] = (outcomes[came] ?? 0) + 1
  }

  for (let index = 0; index < WARM_UP; index += 1)
    await one(endpointNames[index % endpointNames.length] ?? 'health', index % 2)
  const watch = watchTurns((cpuMs) => {
    longest = `${cpuMs.toFixed(1)} ms: ${[...under].join(', ')}`
  })
  const random = randomFrom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  let left = rounds
  let early = collect()
  const earlyAt = rounds - Math.floor(rounds / 5)
  watch.take()
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      if (left === earlyAt) {
        early = collect()
        // The collection that the test asks for is no turn of the app's.
        const { stallMs, turnCpuMs, looks } = watch.take()
        before = { stallMs, turnCpuMs, looks }
      }
      await one(endpointNames[pick(endpointNames.length)] ?? 'health', pick(shapeNames.length))
    }
  }
  let before = { stallMs: 0, turnCpuMs: 0, looks: 0 }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const after = watch.take()
  watch.stop()
  const late = collect()
  await thread.close()
  return {
    turns: {
      stallMs: Math.max(before.stallMs, after.stallMs),
      turnCpuMs: Math.max(before.turnCpuMs, after.turnCpuMs),
      looks: before.looks + after.looks,
    },
    outcomes,
    faults: [...new Set(faults)].slice(0, 20),
    longest,
    heap: [early.heap, late.heap],
    rss: [early.rss, late.rss],
  }
}

if (baseUrl === 'idle') {
  const watch = watchTurns()
  process.once('message', () => {
    watch.stop()
    process.send?.(watch.take(), () => process.disconnect())
  })
} else {
  process.send?.(await ask(), () => process.disconnect())
}
