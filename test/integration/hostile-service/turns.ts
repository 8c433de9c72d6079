// How long main's event loop is kept from its next turn, and how much CPU time its own thread takes meanwhile.
import type { Turns } from './messages.ts'

const LOOK_EVERY_MS = 1

export interface TurnWatch {
  /** What was seen since the last time. */
  take(): Turns
  stop(): void
}

/** CPU time of this thread, in milliseconds; that of other threads of the process is theirs. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** @param onLongest - told of each look that took more CPU time than any before */
export function watchTurns(onLongest: (cpuMs: number) => void = () => undefined): TurnWatch {
  let seen: Turns = { stallMs: 0, turnCpuMs: 0, looks: 0 }
  let lastMs = performance.now()
  let lastCpuMs = threadCpuMs()
  const look = (): void => {
    const nowMs = performance.now()
    const cpuMs = threadCpuMs()
    const turnCpuMs = cpuMs - lastCpuMs
    if (turnCpuMs > seen.turnCpuMs) onLongest(turnCpuMs)
    seen = {
      stallMs: Math.max(seen.stallMs, nowMs - lastMs - LOOK_EVERY_MS),
      turnCpuMs: Math.max(seen.turnCpuMs, turnCpuMs),
      looks: seen.looks + 1,
    }
    lastMs = nowMs
    lastCpuMs = cpuMs
    timer = setTimeout(look, LOOK_EVERY_MS)
  }
  let timer = setTimeout(look, LOOK_EVERY_MS)
  return {
    take() {
      const result = seen
      seen = { stallMs: 0, turnCpuMs: 0, looks: 0 }
      lastMs = performance.now()
      lastCpuMs = threadCpuMs()
      return result
    },
    stop: () => clearTimeout(timer),
  }
}
