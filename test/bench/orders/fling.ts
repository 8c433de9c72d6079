// What runs inside a page to scroll a list by a script, a step a frame, and the time between frames.

export interface FlingOptions {
  /** Of the element that scrolls. */
  readonly selector: string
  /** Each run begins where the one before ended, and at the top again where the list is too short; null for where it stands. */
  readonly run: number | null
  /** How far it moves in each frame, in CSS pixels. */
  readonly stepsPx: readonly number[]
  /** Frames at the beginning that only warm up. */
  readonly warmUp: number
  /** Of rows whose data has not come yet. */
  readonly waiting: string
}

export interface Fling {
  /** From the beginning of a frame to that of the next, in milliseconds. */
  readonly intervalsMs: readonly number[]
  /** Time within tasks of more than 50 ms, as a share of all. */
  readonly longShare: number
  /** Share of rows that showed nothing yet, of some frames. */
  readonly waitingShare: number
}

/** Scrolls by the script. The time of a frame is read in its animation callback, after the scroll event of the step before. */
export async function fling({ selector, run, stepsPx, warmUp, waiting }: FlingOptions): Promise<Fling> {
  const list = document.querySelector(selector)
  if (list === null) throw new Error(`no ${selector}`)
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  if (run !== null) {
    const lengthPx = stepsPx.reduce((sum, step) => sum + step, 0)
    list.scrollTop = (run * lengthPx) % Math.max(1, list.scrollHeight - list.clientHeight - lengthPx)
    // What is there is read, and drawn.
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const intervalsMs: number[] = []
  let longMs = 0
  let drawn = 0
  let missing = 0
  const observer = new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries()) longMs += duration
  })
  let startedAt = 0
  let last = 0
  for (const [at, step] of stepsPx.entries()) {
    await frame()
    const nowMs = performance.now()
    if (at === warmUp) {
      startedAt = nowMs
      observer.observe({ type: 'longtask' })
    } else if (at > warmUp) intervalsMs.push(nowMs - last)
    last = nowMs
    // Looking costs, so not at each frame.
    if (at > warmUp && at % 16 === 0) {
      drawn += list.querySelectorAll('[role=row]').length
      missing += list.querySelectorAll(waiting).length
    }
    list.scrollTop += step
  }
  await frame()
  // Long tasks are told a little later.
  await new Promise((resolve) => setTimeout(resolve, 20))
  observer.disconnect()
  return { intervalsMs, longShare: longMs / (last - startedAt), waitingShare: missing / Math.max(1, drawn) }
}

export type FlingKind = 'wheel' | 'fling' | 'rush'

/** Where speed is lost, and where a fling ends. */
const friction = 0.975
const leastPx = 4

/**
 * `wheel`: steadily, one to two rows a frame. `fling`: thrown again and again, fading out, from a fifth of a screen a frame.
 * `rush`: the same from a whole screen and more a frame. All go down.
 */
export function makeSteps(kind: FlingKind, frames: number): number[] {
  const throwPx = { wheel: 0, fling: 160, rush: 1_400 }[kind]
  let speedPx = throwPx
  return Array.from({ length: frames }, () => {
    if (kind === 'wheel') return 40
    speedPx = speedPx * friction < leastPx ? throwPx : speedPx * friction
    return Math.round(speedPx)
  })
}
