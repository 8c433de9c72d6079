// Repeats several tasks independently, with a limit on how many run at once.
import { type Poller, type PollerOptions, startPoller } from './poller.ts'

export interface PollerSetOptions extends Omit<PollerOptions, 'run' | 'everyMs'> {
  /** See PollerOptions; `name` is the task's. */
  readonly everyMs: number | ((name: string) => number)
  /** Maximum number of runs at once; the others wait in the order in which they became due. */
  readonly maxConcurrent: number
}

/** Runs at most `most` tasks at once. A task that is aborted while it waits never starts. */
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
      // Also if the task was woken and aborted at once: the next one gets the slot.
      taken -= 1
      wakeNext()
    }
  }
}

/** Each task has its own pause; the other options are shared. */
export function createPollerSet({ maxConcurrent, everyMs, ...options }: PollerSetOptions) {
  const pollers = new Map<string, Poller>()
  /** Set before the first task starts, which happens at once. */
  let names: ReadonlySet<string> = new Set()
  /** Aborted tasks that have not ended yet. */
  const ending = new Set<Promise<void>>()
  const inSlot = createSlots(maxConcurrent)
  let isStopped = false

  function end(name: string, poller: Poller): void {
    pollers.delete(name)
    const ended = poller.stop()
    ending.add(ended)
    void ended.finally(() => ending.delete(ended))
  }

  return {
    /** Sets the wanted tasks by name: new ones start at once, running ones continue, all others are aborted. */
    keep(wanted: ReadonlyMap<string, PollerOptions['run']>): void {
      if (isStopped) return
      names = new Set(wanted.keys())
      for (const [name, poller] of pollers) if (!wanted.has(name)) end(name, poller)
      for (const [name, run] of wanted) {
        if (pollers.has(name)) continue
        const everyMsOf = typeof everyMs === 'number' ? everyMs : () => everyMs(name)
        pollers.set(
          name,
          startPoller({ ...options, everyMs: everyMsOf, run: (signal) => inSlot(run, signal) }),
        )
      }
    },
    has: (name: string): boolean => names.has(name),
    /** Runs this task now, or all of them. */
    trigger(name?: string): void {
      for (const [own, poller] of pollers) if (name === undefined || own === name) poller.trigger()
    },
    retime(): void {
      for (const poller of pollers.values()) poller.retime()
    },
    /** Aborts all runs; resolves when they have ended. */
    async stop(): Promise<void> {
      isStopped = true
      for (const [name, poller] of pollers) end(name, poller)
      await Promise.all(ending)
    },
  }
}
