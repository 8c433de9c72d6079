// Rolls balances back from the readings of an account through what its fills and movements moved. Pure and exact.
import { add, type Exact, subtract, zero } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { addTo } from '../results/sums.ts'
import { type Flow, HOUR_MS } from './flow-cache.ts'

/** Amounts by currency in lower case. */
export type Amounts = ReadonlyMap<string, Exact>

/** Balances that the exchange reported. */
export interface Anchor {
  /** The start of the hour of the reading; `balances` are those of then: the reading less what moved since. */
  readonly hourMs: number
  /** When the exchange made the reading. */
  readonly momentMs: number
  readonly balances: Amounts
}

/** A deposit, withdrawal or transfer: `amount` is negative for what went out. */
export interface SignedMovement {
  readonly currency: string
  readonly atMs: number
  readonly amount: Exact
}

/** What must have moved although nothing here tells of it. */
export interface UnknownMove extends SignedMovement {
  /**
   * `negative`: the balance of before would be below zero, by this amount; `readings`: two readings of the exchange differ by
   * this amount more than what moved between them.
   */
  readonly reason: 'negative' | 'readings'
  /** It happened between these times. `atMs` is the start of the hour in which the curve counts it. */
  readonly fromMs: number
  readonly untilMs: number
}

export interface RollInput {
  /** What fills moved, by hour, in chronological order. */
  readonly hours: readonly Flow[]
  readonly movements: readonly SignedMovement[]
  /** In chronological order, one an hour at most. */
  readonly anchors: readonly Anchor[]
}

/** The hour that a time is in, by its start. */
export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS

interface Hour {
  readonly startMs: number
  readonly amounts: Amounts
}

/** Fills and movements together, by hour, in chronological order. */
function joinHours({ hours, movements }: RollInput): Hour[] {
  if (movements.length === 0) return [...hours]
  const moved = new Map<number, Map<string, Exact>>()
  for (const { currency, atMs, amount } of movements) {
    const sums = moved.get(hourOf(atMs)) ?? new Map<string, Exact>()
    moved.set(hourOf(atMs), sums)
    addTo(sums, currency, amount)
  }
  const joined = hours.map(({ startMs, amounts }): Hour => {
    const more = moved.get(startMs)
    if (more === undefined) return { startMs, amounts }
    moved.delete(startMs)
    for (const [currency, amount] of amounts) addTo(more, currency, amount)
    return { startMs, amounts: more }
  })
  for (const [startMs, amounts] of moved) joined.push({ startMs, amounts })
  return joined.sort((a, b) => a.startMs - b.startMs)
}

/** The newest anchor's balances and what moved since, at each time after it. */
function rollForward(
  newest: Anchor,
  hours: readonly Hour[],
  timesMs: readonly number[],
): Map<number, Amounts> {
  const found = new Map<number, Amounts>()
  const balances = new Map(newest.balances)
  let at = hours.findIndex(({ startMs }) => startMs >= newest.hourMs)
  if (at < 0) at = hours.length
  for (const timeMs of timesMs) {
    for (let hour = hours[at]; hour !== undefined && hour.startMs < timeMs; hour = hours[(at += 1)]) {
      for (const [currency, amount] of hour.amounts) addTo(balances, currency, amount)
    }
    found.set(timeMs, new Map(balances))
  }
  return found
}

export interface Rolled {
  /** The balances at each requested time. */
  readonly balances: ReadonlyMap<number, Amounts>
  /** Newest first. */
  readonly unknown: readonly UnknownMove[]
}

/**
 * balance(t) = balance of the next reading − Σ what fills, fees, deposits, withdrawals and transfers moved from t until that
 * reading; after the newest reading: its balance + Σ what moved since. At the hour of an earlier reading the balance becomes
 * that reading's, and where it would go below zero it becomes zero: both are moves that nothing here tells of.
 *
 * @param timesMs - starts of hours, in chronological order
 */
export function rollBack(input: RollInput, timesMs: readonly number[]): Rolled {
  const { anchors } = input
  const newest = anchors.at(-1)
  if (newest === undefined) return { balances: new Map(), unknown: [] }
  const hours = joinHours(input)
  const later = timesMs.filter((timeMs) => timeMs > newest.hourMs)
  const balances = rollForward(newest, hours, later)
  const unknown: UnknownMove[] = []
  const state = new Map<string, Exact>()
  let next = newest
  let anchorAt = anchors.length - 2
  let hourAt = hours.findLastIndex(({ startMs }) => startMs < newest.hourMs)

  /** A balance of a moment: never below zero; what is missing went out after it, unknown, until a reading. */
  function setBalance(currency: string, balance: Exact, atMs: number, untilMs: number): void {
    state.set(currency, balance.units < 0n ? zero : balance)
    if (balance.units >= 0n) return
    unknown.push({ currency, reason: 'negative', amount: balance, atMs, fromMs: atMs, untilMs })
  }

  /** Undoes what moved from a time on, until the anchor before that time. */
  function undoUntil(timeMs: number): void {
    for (
      let hour = hours[hourAt];
      hour !== undefined && hour.startMs >= timeMs;
      hour = hours[(hourAt -= 1)]
    ) {
      for (const [currency, amount] of hour.amounts) {
        const before = subtract(state.get(currency) ?? zero, amount)
        setBalance(currency, before, hour.startMs, next.momentMs)
      }
    }
  }

  function passAnchor(anchor: Anchor): void {
    undoUntil(anchor.hourMs)
    for (const currency of new Set([...state.keys(), ...anchor.balances.keys()])) {
      const rolled = state.get(currency) ?? zero
      setBalance(currency, anchor.balances.get(currency) ?? zero, anchor.hourMs, anchor.momentMs)
      const amount = subtract(rolled, state.get(currency) ?? zero)
      if (amount.units === 0n) continue
      unknown.push({
        ...{ currency, reason: 'readings', amount, atMs: anchor.hourMs },
        ...{ fromMs: anchor.momentMs, untilMs: next.momentMs },
      })
    }
    next = anchor
  }

  const passAnchorsFrom = (timeMs: number): void => {
    for (
      let anchor = anchors[anchorAt];
      anchor && anchor.hourMs >= timeMs;
      anchor = anchors[(anchorAt -= 1)]
    ) {
      passAnchor(anchor)
    }
  }
  for (const [currency, balance] of newest.balances) {
    setBalance(currency, balance, newest.hourMs, newest.momentMs)
  }
  for (const timeMs of timesMs.toReversed()) {
    if (timeMs > newest.hourMs) continue
    passAnchorsFrom(timeMs)
    undoUntil(timeMs)
    balances.set(timeMs, new Map(state))
  }
  passAnchorsFrom(-Infinity)
  undoUntil(-Infinity)
  return { balances, unknown }
}

/** Adds up the unknown moves of one currency, reason and pair of readings: one question each, newest first. */
export function joinUnknown(unknown: readonly UnknownMove[]): UnknownMove[] {
  const joined = new Map<string, UnknownMove>()
  for (const one of unknown) {
    const name = `${one.currency} ${one.reason} ${String(one.untilMs)}`
    const before = joined.get(name)
    joined.set(
      name,
      before === undefined
        ? one
        : {
            ...{ currency: one.currency, reason: one.reason, untilMs: one.untilMs },
            amount: add(before.amount, one.amount),
            // The newest of them: it is the one that is sure to have happened after.
            atMs: Math.max(before.atMs, one.atMs),
            fromMs: Math.min(before.fromMs, one.fromMs),
          },
    )
  }
  return [...joined.values()].sort((a, b) => b.atMs - a.atMs)
}
