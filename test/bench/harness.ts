// Measuring our code beside a reference in one run: interleaved rounds, medians, one printed line per figure.
import { setTimeout as sleep } from 'node:timers/promises'
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

/** A contest of work that waits (for the line, for other processes). */
export interface AsyncContest {
  readonly figure: string
  /** Calls of `ours` and `reference` per round, one after another. */
  readonly calls: number
  readonly ours: () => Promise<unknown>
  readonly reference: () => Promise<unknown>
  /** Our time may be at most this many times the reference's. */
  readonly mostTimes: number
}

/** A time that must stay below a limit; null where it is only to be known. */
export interface LimitedTime {
  readonly figure: string
  readonly oursMs: number
  readonly referenceMs: number
  /** What all threads of this process computed for ours: about what it takes where no other program wants the processor. */
  readonly cpuMs: number
  readonly limitMs: number | null
}

/** Waits of which those count that one in twenty exceeds; the goal is for ours alone. */
export interface LimitedTail {
  readonly figure: string
  readonly oursMs: readonly number[]
  readonly referenceMs: readonly number[]
  readonly limitMs: number
}

/** Frames of a window that works, beside those of the same window at rest: one of both goals is enough. */
export interface FrameContest extends LimitedTail {
  /** The most that our 95th percentile may be of the reference's, where it is above the limit. */
  readonly mostTimes: number
}

/** Work that must leave the event loop free for others. */
export interface StallCheck {
  readonly figure: string
  readonly run: () => Promise<void>
  /** The event loop may stand still for less than this, in milliseconds. */
  readonly goalMs: number
}

export interface Growth {
  readonly figure: string
  /** Sizes of the data, ascending. */
  readonly sizes: readonly number[]
  readonly run: (size: number) => void
}

export interface AsyncGrowth extends Omit<Growth, 'run'> {
  readonly run: (size: number) => Promise<unknown>
}

/** Times of the same work done by both sides within the same moment. */
export interface TimedRound {
  readonly oursMs: number
  readonly referenceMs: number
}

/** Rounds that were timed by whoever prepared them; here the ratio is our rate to the reference's. */
export interface TimedRates {
  readonly figure: string
  /** How many of what is counted (rows, say) each round did. */
  readonly count: number
  readonly rounds: readonly TimedRound[]
  readonly leastTimes: number
}

/** As TimedRates, in times: the ratio is our time to the reference's. */
export interface TimedTimes {
  readonly figure: string
  readonly rounds: readonly TimedRound[]
  /** Null: printed without a goal. */
  readonly mostTimes: number | null
}

/** Waits of which the longest count: those that one in a hundred exceeds. */
export interface TailContest {
  readonly figure: string
  readonly oursMs: readonly number[]
  readonly referenceMs: readonly number[]
  readonly mostTimes: number
}

/** An amount of ours beside one of the reference, such as memory. */
export interface AmountContest {
  readonly figure: string
  readonly ours: number
  readonly reference: number
  readonly unit: string
  /** Null where the figure is only to be known. */
  readonly mostTimes: number | null
}

/** An amount that must stay below a limit, beside one of the reference. */
export interface LimitedAmount extends Omit<AmountContest, 'mostTimes'> {
  readonly limit: number
}

const usualRounds = 41

function readOptions() {
  return parseArgs({
    options: {
      rounds: { type: 'string' },
      only: { type: 'string' },
      small: { type: 'boolean', default: false },
    },
  }).values
}

function readRounds(unlessTold: number): number {
  const { rounds = String(unlessTold) } = readOptions()
  if (!/^[1-9]\d{0,3}$/.test(rounds)) throw new Error('--rounds needs a whole number from 1 to 9999')
  return Number(rounds)
}

/** What a bench of several figures may be asked for. */
export interface Wish {
  /** `--only FIGURE`: the one figure that is wanted; null for all. */
  readonly only: string | null
  /** `--small`: less data, for a look while one works on something; its figures are not the ones that count. */
  readonly isSmall: boolean
}

export function readWish(): Wish {
  const { only = null, small } = readOptions()
  return { only, isSmall: small }
}

/** The value that a hundredth of all exceeds. */
export function p99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN
}

/** The value that a twentieth of all exceeds. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN
}

export function median(values: readonly number[]): number {
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
/** So many digits, and no power of ten. */
const digits = (value: number, count: number): string =>
  Math.abs(value) < 10 ** count ? value.toPrecision(count) : String(Math.round(value))
const duration = (ms: number): string => `${digits(ms, 3)}ms`
/** Rounds before those that count: the compiler needs to have seen both sides. */
const warmUpRounds = 3
/** Memory is not collected in every run. */
const stallRuns = 5

/** The longest time that the event loop stood still, by each clock. */
export type Stall = Readonly<Record<BenchClock, number>>

export async function longestStall(run: () => Promise<unknown>): Promise<Stall> {
  const read = (): Stall => ({ cpu: nowMs.cpu(), wall: nowMs.wall() })
  let longest: Stall = { cpu: 0, wall: 0 }
  let last = read()
  const look = (): void => {
    const now = read()
    longest = {
      cpu: Math.max(longest.cpu, now.cpu - last.cpu),
      wall: Math.max(longest.wall, now.wall - last.wall),
    }
    last = now
  }
  const timer = setInterval(look, 1)
  await run()
  clearInterval(timer)
  // Work that never lets the timer have its turn is one stall.
  look()
  return longest
}

export class Bench {
  readonly #name: string
  readonly #rounds: number
  #hasMissed = false

  readonly #now: () => number

  /** @param rounds - how many there are unless `--rounds` tells another number */
  constructor(name: string, clock: BenchClock, rounds = usualRounds) {
    this.#name = name
    this.#rounds = readRounds(rounds)
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

  async #timeAsyncMs(run: () => Promise<unknown>): Promise<number> {
    const startedAt = this.#now()
    await run()
    return this.#now() - startedAt
  }

  async #timeAsyncCalls(calls: number, run: () => Promise<unknown>): Promise<number> {
    return this.#timeAsyncMs(async () => {
      for (let call = 0; call < calls; call += 1) await run()
    })
  }

  #judge(isMet: boolean): 'met' | 'missed' {
    if (!isMet) this.#hasMissed = true
    return isMet ? 'met' : 'missed'
  }

  /**
   * As `compare`, for work that waits, and in times instead of rates: here the ratio is our time to the reference's, and
   * the goal is the most that it may be. The sides take turns in going first, so that neither always clears up the
   * other's memory.
   */
  async race({ figure, calls, ours, reference, mostTimes }: AsyncContest): Promise<void> {
    if (JSON.stringify(await ours()) !== JSON.stringify(await reference())) {
      throw new Error(`${this.#name} ${figure}: the results differ`)
    }
    const rounds: { readonly oursMs: number; readonly referenceMs: number }[] = []
    for (let round = -warmUpRounds; round < this.#rounds; round += 1) {
      const isOursFirst = round % 2 === 0
      const first = await this.#timeAsyncCalls(calls, isOursFirst ? ours : reference)
      const second = await this.#timeAsyncCalls(calls, isOursFirst ? reference : ours)
      if (round < 0) continue
      rounds.push(
        isOursFirst ? { oursMs: first, referenceMs: second } : { oursMs: second, referenceMs: first },
      )
    }
    const ratio = median(rounds.map(({ oursMs, referenceMs }) => oursMs / referenceMs))
    const oneCall = (times: number[]): string => duration(median(times) / calls)
    const verdict = this.#judge(ratio <= mostTimes)
    process.stdout.write(
      `bench ${this.#name} ${figure} ours=${oneCall(rounds.map(({ oursMs }) => oursMs))} ` +
        `reference=${oneCall(rounds.map(({ referenceMs }) => referenceMs))} ` +
        `ratio=${ratio.toFixed(2)} goal=${mostTimes.toFixed(2)} ${verdict}\n`,
    )
  }

  /**
   * How long work keeps the event loop from everything else: the longest time by the clock between two turns of a timer of one
   * millisecond, the median of several runs after one to warm up. The reference is a sleep of the same length, run in turn:
   * on a busy machine even that is kept waiting. `cpu` is what of ours this thread computed, collecting memory included.
   */
  async stall({ figure, run, goalMs }: StallCheck): Promise<void> {
    await run()
    const ours: Stall[] = []
    const idle: Stall[] = []
    for (let count = 0; count < stallRuns; count += 1) {
      const startedAt = nowMs.wall()
      ours.push(await longestStall(run))
      const lengthMs = nowMs.wall() - startedAt
      idle.push(await longestStall(() => sleep(lengthMs)))
    }
    this.judgeStalls(figure, ours, idle, goalMs)
  }

  /** Prints how the time grows with the data, and the exponent of it: 1 is in proportion, 2 is with the square. */
  grow({ figure, sizes, run }: Growth): void {
    const largest = Math.max(...sizes)
    run(largest)
    const points = sizes.map((size) => {
      const times = Array.from({ length: this.#rounds }, () => this.#timeMs(() => run(size)))
      return { size, ms: median(times) }
    })
    this.printGrowth(figure, points)
  }

  /** As `grow`, for work that waits. The sizes take turns, as the sides of `race` do. */
  async growAsync({ figure, sizes, run }: AsyncGrowth): Promise<void> {
    const timed = sizes.map((size) => ({ size, times: [] as number[] }))
    for (let round = -warmUpRounds; round < this.#rounds; round += 1) {
      for (const { size, times } of timed) {
        const ms = await this.#timeAsyncMs(() => run(size))
        if (round >= 0) times.push(ms)
      }
    }
    this.printGrowth(
      figure,
      timed.map(({ size, times }) => ({ size, ms: median(times) })),
    )
  }

  /** How often a round is to be done. */
  get rounds(): number {
    return this.#rounds
  }

  /** As `compare`, for rounds that were timed elsewhere. */
  judgeRates({ figure, count, rounds, leastTimes }: TimedRates): void {
    const ratio = median(rounds.map(({ oursMs, referenceMs }) => referenceMs / oursMs))
    const perSecond = (times: number[]): string => rate((count / median(times)) * 1000)
    process.stdout.write(
      `bench ${this.#name} ${figure} ours=${perSecond(rounds.map(({ oursMs }) => oursMs))} ` +
        `reference=${perSecond(rounds.map(({ referenceMs }) => referenceMs))} ` +
        `ratio=${ratio.toFixed(2)} goal=${leastTimes.toFixed(2)} ${this.#judge(ratio >= leastTimes)}\n`,
    )
  }

  /** As `race`, for rounds that were timed elsewhere. */
  judgeTimes({ figure, rounds, mostTimes }: TimedTimes): void {
    const ratio = median(rounds.map(({ oursMs, referenceMs }) => oursMs / referenceMs))
    process.stdout.write(
      `bench ${this.#name} ${figure} ours=${duration(median(rounds.map(({ oursMs }) => oursMs)))} ` +
        `reference=${duration(median(rounds.map(({ referenceMs }) => referenceMs)))} ` +
        `ratio=${ratio.toFixed(2)} goal=${mostTimes?.toFixed(2) ?? 'none'} ` +
        `${mostTimes === null ? 'measured' : this.#judge(ratio <= mostTimes)}\n`,
    )
  }

  /** The 99th percentiles of both, and their ratio. */
  judgeTails({ figure, oursMs, referenceMs, mostTimes }: TailContest): void {
    const [ours, reference] = [p99(oursMs), p99(referenceMs)]
    const ratio = ours / reference
    process.stdout.write(
      `bench ${this.#name} ${figure} ours=${duration(ours)} reference=${duration(reference)} ` +
        `ratio=${ratio.toFixed(2)} goal=${mostTimes.toFixed(2)} ${this.#judge(ratio <= mostTimes)}\n`,
    )
  }

  judgeLimit({ figure, oursMs, referenceMs, cpuMs, limitMs }: LimitedTime): void {
    process.stdout.write(
      `bench ${this.#name} ${figure} ours=${duration(oursMs)} reference=${duration(referenceMs)} ` +
        `ratio=${(oursMs / referenceMs).toFixed(2)} cpu=${duration(cpuMs)} ` +
        `goal=${limitMs === null ? 'none' : `${limitMs}ms`} ` +
        `${limitMs === null ? 'measured' : this.#judge(oursMs < limitMs)}\n`,
    )
  }

  /** The medians of both, then the 95th percentiles, of which ours has a goal. */
  judgeLimitedTail({ figure, oursMs, referenceMs, limitMs }: LimitedTail): void {
    const line = (name: string, ours: number, reference: number, verdict: string): string =>
      `bench ${this.#name} ${name} ours=${duration(ours)} reference=${duration(reference)} ` +
      `ratio=${(ours / reference).toFixed(2)} ${verdict}\n`
    const verdict = `goal=${limitMs}ms ${this.#judge(p95(oursMs) < limitMs)}`
    process.stdout.write(line(`${figure}-p50`, median(oursMs), median(referenceMs), 'goal=none measured'))
    process.stdout.write(line(`${figure}-p95`, p95(oursMs), p95(referenceMs), verdict))
  }

  /** The 95th percentiles of both. */
  judgeFrames({ figure, oursMs, referenceMs, limitMs, mostTimes }: FrameContest): void {
    const [ours, reference] = [p95(oursMs), p95(referenceMs)]
    const verdict = this.#judge(ours < limitMs || ours <= mostTimes * reference)
    process.stdout.write(
      `bench ${this.#name} ${figure}-p95 ours=${duration(ours)} reference=${duration(reference)} ` +
        `ratio=${(ours / reference).toFixed(2)} goal=${limitMs}ms or ${mostTimes.toFixed(2)} ${verdict}\n`,
    )
  }

  judgeAmounts({ figure, ours, reference, unit, mostTimes }: AmountContest): void {
    const ratio = ours / reference
    const verdict = mostTimes === null ? 'measured' : this.#judge(ratio <= mostTimes)
    process.stdout.write(
      `bench ${this.#name} ${figure} ours=${digits(ours, 4)}${unit} reference=${digits(reference, 4)}${unit} ` +
        `ratio=${ratio.toFixed(2)} goal=${mostTimes === null ? 'none' : mostTimes.toFixed(2)} ${verdict}\n`,
    )
  }

  judgeLimitedAmount({ figure, ours, reference, unit, limit }: LimitedAmount): void {
    process.stdout.write(
      `bench ${this.#name} ${figure} ours=${digits(ours, 4)}${unit} reference=${digits(reference, 4)}${unit} ` +
        `ratio=${(ours / reference).toFixed(2)} goal=${String(limit)}${unit} ${this.#judge(ours <= limit)}\n`,
    )
  }

  /** Stalls that were seen elsewhere, as `stall` prints them. */
  judgeStalls(figure: string, ours: readonly Stall[], idle: readonly Stall[], goalMs: number): void {
    const wall = median(ours.map((stall) => stall.wall))
    process.stdout.write(
      `bench ${this.#name} ${figure} ours=${duration(wall)} ` +
        `reference=${duration(median(idle.map((stall) => stall.wall)))} ` +
        `cpu=${duration(median(ours.map((stall) => stall.cpu)))} goal=${goalMs}ms ${this.#judge(wall < goalMs)}\n`,
    )
  }

  /** More about a figure, in its own words. */
  tell(figure: string, text: string): void {
    process.stdout.write(`bench ${this.#name} ${figure} ${text}\n`)
  }

  /** How measured times grow with the data; the exponent is as `grow` has it. */
  printGrowth(figure: string, points: readonly { readonly size: number; readonly ms: number }[]): void {
    const [first, last] = [points[0], points.at(-1)]
    const exponent =
      first === undefined || last === undefined || first === last
        ? NaN
        : Math.log(last.ms / first.ms) / Math.log(last.size / first.size)
    const texts = points.map(({ size, ms }) => `${size}=${duration(ms)}`)
    process.stdout.write(
      `bench ${this.#name} ${figure} grows ${texts.join(' ')} exponent=${exponent.toFixed(2)}\n`,
    )
  }

  /** Sets the exit code: 1 where a goal was missed. */
  finish(): void {
    if (this.#hasMissed) process.exitCode = 1
  }
}
