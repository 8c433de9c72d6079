// What runs in the page before the app does: the hurried clock, and the live main in the place of the preload.
import { type ChannelName, channelNames, eventNames } from '../../../src-preload/contract/contract.ts'
import { HurriedClock } from './hurried-clock.ts'
import { LiveMain, type Tell } from './live-main.ts'

/** What must not grow and the browser does not count. */
export interface PageCounts {
  /** Timers, intervals and frames that are waited for. */
  readonly waiting: number
  /** Listeners to main's events. */
  readonly followers: number
  /** Questions that main was asked so far; a day in which nothing is asked proves nothing. */
  readonly asked: number
}

declare global {
  interface Window {
    chartDay?: {
      /** Lets so many milliseconds of the market pass. */
      advance(ms: number): Promise<void>
      counts(): PageCounts
    }
  }
}

/** As long as a call over the border takes, in milliseconds of the market. */
const answerMs = 3
const startMs = Date.UTC(2026, 10, 20, 8, 0, 30)

const clock = new HurriedClock(startMs)
clock.install()

const followers = new Map<string, Set<(payload: unknown) => void>>()
let asked = 0
const tell: Tell = (name, payload) => {
  for (const follower of [...(followers.get(name) ?? [])]) follower(payload)
}
const main = new LiveMain(() => Math.floor(clock.nowMs), tell)

async function ask(name: ChannelName, input: unknown): Promise<unknown> {
  asked += 1
  await new Promise((resolve) => setTimeout(resolve, answerMs))
  // Each answer belongs to its own channel's input, which the app's types have seen to.
  const answer = main.answers[name] as ((input: unknown) => unknown) | undefined
  if (answer !== undefined) return { ok: true, value: structuredClone(await answer(input)) }
  const missing = new Error(`no answer for ${name}`)
  // The page takes any failure; the test must not.
  reportError(missing)
  throw missing
}

const invoke = Object.fromEntries(
  channelNames.map((name) => [name, (input: unknown) => ask(name, structuredClone(input))]),
)
const on = Object.fromEntries(
  eventNames.map((name) => [
    name,
    (follower: (payload: unknown) => void) => {
      const all = followers.get(name) ?? new Set()
      followers.set(name, all.add(follower))
      return () => all.delete(follower)
    },
  ]),
)
Object.assign(window, { starkdesk: { invoke, on } })
main.live()

window.chartDay = {
  advance: (ms) => clock.advance(ms),
  counts: () => ({
    waiting: clock.waiting,
    followers: [...followers.values()].reduce((sum, { size }) => sum + size, 0),
    asked,
  }),
}
