// Owns: measuring our code beside a reference in one run: interleaved rounds, medians, one printed line per figure.
// Must not: know what is measured, or judge by absolute times (machines differ; ratios of one run do not).
import { parseArgs } from 'node:util'

export interface Contest {
  /** Name of the figure, one word. */
  readonly figure: string
  /** Calls of `ours` and `reference` per round. */
  readonly calls: number
  /** The n-th call of our code; what it returns is compared with the reference's. */
  readonly ours: (call: number) => unknown
  readonly reference: (call: number) => unknown
  /** Least ratio of our rate to the reference's; null where the figure is only to be known. */
  readonly goal: number | null
}

export interface Growth {
  readonly figure: string
  /** Sizes of the data, ascending. */
  readonly sizes: readonly number[]
  readonly run: (size: number) => void
}

function readRounds(): number {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '41' } } })
  if (!/^[1-9]\d{0,3}$/.test(values.rounds)) throw new Error('--rounds needs a whole number from 1 to 9999')
  return Number(values.rounds)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/**
 * `cpu` counts the time that this thread computes, and not the time that it waits for other programs to leave the
 * processor: right for work that never sleeps. `wall` counts all of it: right for anything that reads, writes or waits.
 */
export type BenchClock = 'cpu' | 'wall'

const nowMs: Readonly<Record<BenchClock, () => number>> = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
}

const rate = (perSecond: number): string => `${perSecond.toPrecision(4)}/s`
/** Rounds before those that count: the compiler needs to have seen both sides. */
const warmUpRounds = 3

export class Bench {
  readonly #name: string
  readonly #rounds = readRounds()
  #hasMissed = false

  readonly #now: () => number

  constructor(name: string, clock: BenchClock) {
    this.#name = name
    this.#now = nowMs[clock]
  }

  #timeMs(run: () => void): number {
    const startedAt = this.#now()
    run()
    return this.#now() - startedAt
  }

  #timeCalls(calls: number, run: (call: number) => unknown): number {
    return this.#timeMs(() => {
      for (let call = 0; call < calls; call += 1) run(call)
    })
  }

  /** Times both sides in turn, so that a machine that slows down slows both. Both must give the same results. */
  compare({ figure, calls, ours, reference, goal }: Contest): void {
    for (let call = 0; call < calls; call += 1) {
      if (JSON.stringify(ours(call)) !== JSON.stringify(reference(call))) {
        throw new Error(`${this.#name} ${figure}: the results of call ${call} differ`)
      }
    }
    const oursMs: number[] = []
    const referenceMs: number[] = []
    const ratios: number[] = []
    for (let round = -warmUpRounds; round < this.#rounds; round += 1) {
      const one = this.#timeCalls(calls, ours)
      const other = this.#timeCalls(calls, reference)
      if (round < 0) continue
      oursMs.push(one)
      referenceMs.push(other)
      ratios.push(other / one)
    }
    // The median of the rounds' own ratios: both times of a round were taken within the same moment.
    const ratio = median(ratios)
    const verdict = goal === null ? 'measured' : ratio >= goal ? 'met' : 'missed'
    if (verdict === 'missed') this.#hasMissed = true
    const perSecond = (times: number[]): string => rate((calls / median(times)) * 1000)
    process.stdout.write(
      `bench ${this.#name} ${figure} ours=${perSecond(oursMs)} reference=${perSecond(referenceMs)} ` +
        `ratio=${ratio.toFixed(2)} goal=${goal === null ? 'none' : goal.toFixed(2)} ${verdict}\n`,
    )
  }

  /** Prints how the time grows with the data, and the exponent of it: 1 is in proportion, 2 is with the square. */
  grow({ figure, sizes, run }: Growth): void {
    const largest = Math.max(...sizes)
    run(largest)
    const points = sizes.map((size) => {
      const times = Array.from({ length: this.#rounds }, () => this.#timeMs(() => run(size)))
      return { size, ms: median(times) }
    })
    const [first, last] = [points[0], points.at(-1)]
    const exponent =
      first === undefined || last === undefined || first === last
        ? NaN
        : Math.log(last.ms / first.ms) / Math.log(last.size / first.size)
    const texts = points.map(({ size, ms }) => `${size}=${ms.toPrecision(3)}ms`)
    process.stdout.write(
      `bench ${this.#name} ${figure} grows ${texts.join(' ')} exponent=${exponent.toFixed(2)}\n`,
    )
  }

  /** Sets the exit code: 1 where a goal was missed. */
  finish(): void {
    if (this.#hasMissed) process.exitCode = 1
  }
}
