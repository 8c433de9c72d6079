// The time of a page that lives faster than its machine: its clock, its timers and its frames.

interface Timer {
  readonly atMs: number
  /** Of an interval; null: it runs once. */
  readonly everyMs: number | null
  readonly run: () => void
}

const frameMs = 16
/** How often the clock is brought up to date while nobody hurries it. */
const pumpMs = 8

/** Time goes on as on any clock until `advance` makes hours of it pass at once. */
export class HurriedClock {
  #nowMs: number
  readonly #startMs: number
  readonly #timers = new Map<number, Timer>()
  #lastId = 0
  #isBusy = false
  #isHurried = false
  readonly #real = {
    now: performance.now.bind(performance),
    frame: requestAnimationFrame.bind(window),
    every: setInterval.bind(window),
  }

  constructor(startMs: number) {
    this.#nowMs = startMs
    this.#startMs = startMs
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** Timers, intervals and frames that somebody waits for. */
  get waiting(): number {
    return this.#timers.size
  }

  /** Puts this clock in the place of the page's. */
  install(): void {
    const now = (): number => Math.floor(this.#nowMs)
    const RealDate = Date
    RealDate.now = now
    window.Date = new Proxy(RealDate, {
      construct: (target, args: unknown[], made) =>
        Reflect.construct(target, args.length === 0 ? [now()] : args, made) as object,
    })
    performance.now = () => this.#nowMs - this.#startMs
    const once = (run: (...args: unknown[]) => void, waitMs = 0, ...args: unknown[]): number =>
      this.#add(waitMs, null, () => run(...args))
    const every = (run: (...args: unknown[]) => void, everyMs = 0, ...args: unknown[]): number =>
      this.#add(everyMs, Math.max(1, everyMs), () => run(...args))
    const end = (id?: number): void => void this.#timers.delete(id ?? 0)
    const frame = (run: FrameRequestCallback): number =>
      // Whoever asks within a frame gets the same next one.
      this.#add(frameMs - (this.#nowMs % frameMs), null, () => run(performance.now()))
    Object.assign(window, {
      setTimeout: once,
      setInterval: every,
      clearTimeout: end,
      clearInterval: end,
      requestAnimationFrame: frame,
      cancelAnimationFrame: end,
    })
    let beforeMs = this.#real.now()
    this.#real.every(() => {
      const realMs = this.#real.now()
      const passedMs = realMs - beforeMs
      beforeMs = realMs
      if (!this.#isHurried && !this.#isBusy) void this.#run(this.#nowMs + passedMs)
    }, pumpMs)
  }

  /** Lets so much time pass, with everything that waits for it in its order; then two real frames are shown. */
  async advance(ms: number): Promise<void> {
    this.#isHurried = true
    while (this.#isBusy) await nextTask()
    await this.#run(this.#nowMs + ms)
    this.#isHurried = false
    for (let nth = 0; nth < 2; nth += 1) await new Promise((resolve) => this.#real.frame(resolve))
  }

  #add(waitMs: number, everyMs: number | null, run: () => void): number {
    this.#lastId += 1
    this.#timers.set(this.#lastId, { atMs: this.#nowMs + Math.max(0, waitMs), everyMs, run })
    return this.#lastId
  }

  #earliest(): { readonly id: number; readonly timer: Timer } | null {
    let found: { readonly id: number; readonly timer: Timer } | null = null
    for (const [id, timer] of this.#timers) {
      if (found === null || timer.atMs < found.timer.atMs) found = { id, timer }
    }
    return found
  }

  async #run(untilMs: number): Promise<void> {
    this.#isBusy = true
    for (;;) {
      const next = this.#earliest()
      if (next === null || next.timer.atMs > untilMs) break
      const { id, timer } = next
      this.#nowMs = Math.max(this.#nowMs, timer.atMs)
      if (timer.everyMs === null) this.#timers.delete(id)
      else this.#timers.set(id, { ...timer, atMs: timer.atMs + timer.everyMs })
      try {
        timer.run()
      } catch (error) {
        reportError(error)
      }
      // What it has promised is done before the next one has its turn.
      await nextTask()
    }
    this.#nowMs = untilMs
    this.#isBusy = false
  }
}

const tasks = new MessageChannel()
const waitingTasks: (() => void)[] = []
tasks.port1.onmessage = () => waitingTasks.shift()?.()

/** Resolves in a task of its own, after all that is promised by now; without the wait of nested timers. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waitingTasks.push(resolve)
    tasks.port2.postMessage(null)
  })
}
