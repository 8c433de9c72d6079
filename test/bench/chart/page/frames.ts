// Moving a chart by a script, a step a frame, and the time between frames.
import type { Side } from './side.ts'

/** One step of a script: what is in view, in epoch milliseconds. */
export interface Step {
  readonly fromMs: number
  readonly toMs: number
}

export interface Run {
  /** From the beginning of a frame to that of the next, in milliseconds. */
  readonly intervalsMs: readonly number[]
  /** Frames at whose beginning the step before was not drawn as it should be: data had not come yet. */
  readonly unready: number
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
const crosshairRows = 640

/** Runs a script with a crosshair that moves along. The steps before `counted` only warm up. */
export async function runFrames(side: Side, steps: readonly Step[], warmUp: number): Promise<Run> {
  const intervalsMs: number[] = []
  let unready = 0
  let last = 0
  for (const [at, step] of steps.entries()) {
    await frame()
    const now = performance.now()
    if (at > warmUp) {
      intervalsMs.push(now - last)
      if (!side.isWhole()) unready += 1
    }
    last = now
    side.show(step.fromMs, step.toMs)
    side.point(200 + ((at * 7) % 1_200), 120 + ((at * 3) % crosshairRows))
  }
  await frame()
  return { intervalsMs, unready }
}

/** Brings `count` changes of the newest candle to the screen, one after the other; answers how long each took to get there. */
export async function runLive(side: Side, count: number, price: number): Promise<number[]> {
  const times: number[] = []
  let close = price
  for (let turn = 0; turn < count; turn += 1) {
    close += (((turn * 7919) % 13) - 6) * 0.05
    await fetch(`/tick${location.search}&close=${String(close)}`, { method: 'POST' })
    await frame()
    const startedAt = performance.now()
    await side.live(close)
    await frame()
    await frame()
    times.push(performance.now() - startedAt)
  }
  return times
}
