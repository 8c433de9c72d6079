// A process that asks the hostile service as main does, and measures itself; without a service it only measures an idle one.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createAnswerThread } from '../../../src-main/exchange/answers/answer-thread.ts'
import { endpointNames } from '../../../src-preload/domain/endpoints.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { asks, createRawCall } from './asks.ts'
import type { Outcome, Turns } from './messages.ts'
import { randomFrom, shapeNames } from './shapes.ts'
import { watchTurns } from './turns.ts'

const [baseUrl = '', answerUrl = '', roundsText = '0', seedText = '0'] = process.argv.slice(2)
const rounds = Number(roundsText)
const seed = Number(seedText)
/** As many as the limiter lets through. */
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

/** Long enough for what a collection gave free to be swept: memory outside the heap is counted until then. */
const SWEEP_MS = 200

/** Memory while no call is under way: the bodies of calls that are (up to 32 MB each) are no growth. */
async function collect(): Promise<{ heap: number; peak: number }> {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.()
    await setTimeout(SWEEP_MS)
  }
  const { heapUsed, external } = process.memoryUsage()
  return { heap: heapUsed + external, peak: process.resourceUsage().maxRSS * 1_024 }
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
  let longestMs = 0
  const watch = watchTurns((cpuMs) => {
    if (cpuMs <= longestMs) return
    longestMs = cpuMs
    longest = `${cpuMs.toFixed(1)} ms: ${[...under].join(', ')}`
  })
  const random = randomFrom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  /** Asks so many times, AT_ONCE at a time, and resolves when the last has come. */
  async function askTimes(times: number): Promise<Turns> {
    let left = times
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1
        await one(endpointNames[pick(endpointNames.length)] ?? 'health', pick(shapeNames.length))
      }
    }
    watch.take()
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    return watch.take()
  }
  const first = Math.floor(rounds / 5)
  const before = await askTimes(first)
  const early = await collect()
  const after = await askTimes(rounds - first)
  watch.stop()
  const late = await collect()
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
    peak: [early.peak, late.peak],
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
