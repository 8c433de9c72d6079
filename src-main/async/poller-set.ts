// Repeats several pieces of work independently, a limited number at once.
import { type Poller, type PollerOptions, startPoller } from './poller.ts'

export interface PollerSetOptions extends Omit<PollerOptions, 'run'> {
  /** So many of them are under way at once; the others wait for their turn, in the order in which they were due. */
  readonly mostAtOnce: number
}

export interface PollerSet {
  /** These are wanted now, by name: what is new begins at once, what goes on is left as it is, the rest is given up. */
  keep(wanted: ReadonlyMap<string, PollerOptions['run']>): void
  has(name: string): boolean
  trigger(): void
  retime(): void
  /** Resolves when all that was under way, which is given up, has ended. */
  stop(): Promise<void>
}

/** Runs no more than `most` pieces of work at once. One that is given up while it waits is not begun. */
function createSlots(most: number): (run: PollerOptions['run'], signal: AbortSignal) => Promise<void> {
  let taken = 0
  const waiting = new Set<() => void>()

  function untilFreeOrGivenUp(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        waiting.delete(go)
        signal.removeEventListener('abort', go)
        resolve()
      }
      waiting.add(go)
      signal.addEventListener('abort', go, { once: true })
    })
  }

  function wakeNext(): void {
    const [next] = waiting
    if (taken < most) next?.()
  }

  return async (run, signal) => {
    while (taken >= most && !signal.aborted) await untilFreeOrGivenUp(signal)
    taken += 1
    try {
      if (!signal.aborted) await run(signal)
    } finally {
      // Also where it was woken and given up at once: the place is the next one's.
      taken -= 1
      wakeNext()
    }
  }
}

/** Each of them has a pause of its own; what else is in the options is the same for all. */
export function createPollerSet({ mostAtOnce, ...options }: PollerSetOptions): PollerSet {
  const pollers = new Map<string, Poller>()
  /** Known before the first of them runs, which is at once. */
  let names: ReadonlySet<string> = new Set()
  /** Given up and not at their end yet. */
  const ending = new Set<Promise<void>>()
  const inSlot = createSlots(mostAtOnce)
  let isStopped = false

  function end(name: string, poller: Poller): void {
    pollers.delete(name)
    const ended = poller.stop()
    ending.add(ended)
    void ended.finally(() => ending.delete(ended))
  }

  return {
    keep(wanted) {
      if (isStopped) return
      names = new Set(wanted.keys())
      for (const [name, poller] of pollers) if (!wanted.has(name)) end(name, poller)
      for (const [name, run] of wanted) {
        if (pollers.has(name)) continue
        pollers.set(name, startPoller({ ...options, run: (signal) => inSlot(run, signal) }))
      }
    },
    has: (name) => names.has(name),
    trigger() {
      for (const poller of pollers.values()) poller.trigger()
    },
    retime() {
      for (const poller of pollers.values()) poller.retime()
    },
    async stop() {
      isStopped = true
      for (const [name, poller] of pollers) end(name, poller)
      await Promise.all(ending)
    },
  }
}
