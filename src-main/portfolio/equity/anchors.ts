// Reads the balances that the exchange reported over time: the last usable reading of `pnl` of each day.
import { type Exact, exactText, subtract, zero } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { PnlEntry } from '../../../src-preload/contract/orders/entities.ts'
import type { PnlReading } from '../../store/api/result-rows.ts'
import type { Store } from '../../store/api/store-api.ts'
import { placeAfter } from '../results/ledger/fold-events.ts'
import { endOfSecond, isNearEvent } from '../results/ledger/ledger-reader.ts'
import { balanceOf } from '../results/pnl-results.ts'
import { addTo } from '../results/sums.ts'
import { HOUR_MS, type HourFlows, readFlows } from './flow-cache.ts'
import { type Amounts, type Anchor, hourOf, type SignedMovement } from './roll-back.ts'

const DAY_MS = 24 * HOUR_MS
const READINGS_PER_CALL = 1_000
const SNAPSHOTS_PER_CALL = 200
/** Readings of one day that are tried: of an account that trades every few seconds most lie too near to a fill. */
const MAX_TRIED = 20

export type AnchorStore = Pick<
  Store,
  'listPnlReadings' | 'getPnlSnapshots' | 'countFillsBetween' | 'sumFlowsByStep'
>

export interface AnchorSource {
  readonly store: AnchorStore
  readonly accountId: string
  readonly flows: HourFlows
  readonly movements: readonly SignedMovement[]
  readonly signal: AbortSignal
}

/** The balances of a reading, by currency in lower case. */
export function balancesOf(entries: readonly PnlEntry[]): Amounts {
  const balances = new Map<string, Exact>()
  for (const entry of entries) addTo(balances, entry.currency.toLowerCase(), balanceOf(entry))
  return balances
}

/** What fills and movements moved within an hour until a moment (inclusive). */
async function sumSince(source: AnchorSource, hourMs: number, momentMs: number): Promise<Amounts> {
  const { store, accountId, flows, movements, signal } = source
  const sums = new Map<string, Exact>()
  if (flows.fillsIn(hourMs) > 0) {
    const { steps } = await readFlows(store, accountId, placeAfter(hourMs - 1), momentMs, HOUR_MS, signal)
    for (const { amounts } of steps.values()) {
      for (const [currency, amount] of amounts) addTo(sums, currency, amount)
    }
  }
  for (const { currency, atMs, amount } of movements) {
    if (atMs >= hourMs && atMs <= momentMs) addTo(sums, currency, amount)
  }
  return sums
}

/** Puts a reading at the start of its hour: balance then = balance − what moved in the hour until the reading. */
export async function makeAnchor(source: AnchorSource, momentMs: number, reported: Amounts): Promise<Anchor> {
  const hourMs = hourOf(momentMs)
  const since = await sumSince(source, hourMs, momentMs)
  const currencies = new Set([...reported.keys(), ...since.keys()])
  return {
    ...{ hourMs, momentMs },
    balances: new Map(
      [...currencies].map((currency) => [
        currency,
        subtract(reported.get(currency) ?? zero, since.get(currency) ?? zero),
      ]),
    ),
  }
}

interface Chosen {
  /** What the choice follows from; another text chooses again. */
  readonly basis: string
  readonly reading: PnlReading | null
}

export interface AnchorCache {
  /**
   * One anchor a day at most, in chronological order: readings that a listing of the orders followed, with no fill or
   * movement within two seconds. Errors: those of the store, and the signal's reason.
   */
  read(source: AnchorSource): Promise<readonly Anchor[]>
}

/** Keeps which reading of each day is used, and its balances. */
export function createAnchorCache(): AnchorCache {
  let owner: string | null = null
  let moved = ''
  /** Newest first. */
  let readings: readonly PnlReading[] = []
  const chosen = new Map<number, Chosen>()
  const anchors = new Map<string, Anchor>()

  async function listReadings({ store, accountId, signal }: AnchorSource): Promise<void> {
    const newestId = readings[0]?.id ?? -1
    const found: PnlReading[] = []
    let beforeId: number | null = null
    for (;;) {
      const piece: PnlReading[] = await store.listPnlReadings(accountId, beforeId, READINGS_PER_CALL)
      signal.throwIfAborted()
      // The newest one that is known may have been seen again since.
      found.push(...piece.filter(({ id }) => id >= newestId))
      beforeId = piece.at(-1)?.id ?? null
      if (piece.length < READINGS_PER_CALL || beforeId === null || beforeId < newestId) break
    }
    readings = [...found, ...readings.filter(({ id }) => id < newestId)]
  }

  /** The last reading of a day that nothing lies too near to; null without one. */
  async function choose(source: AnchorSource, ofDay: readonly PnlReading[]): Promise<PnlReading | null> {
    for (const reading of ofDay.slice(0, MAX_TRIED)) {
      const isNear = await isNearEvent(source, source.movements, reading.momentMs)
      source.signal.throwIfAborted()
      if (!isNear) return reading
    }
    return null
  }

  return {
    async read(source) {
      const { store, accountId, flows, movements, signal } = source
      const movedNow = JSON.stringify(
        movements.map(({ currency, atMs, amount }) => [currency, atMs, exactText(amount)]),
      )
      if (owner !== accountId) readings = []
      if (owner !== accountId || moved !== movedNow) {
        chosen.clear()
        anchors.clear()
      }
      owner = accountId
      moved = movedNow
      await listReadings(source)
      const byDay = Map.groupBy(readings, ({ momentMs }) => Math.floor(momentMs / DAY_MS))
      const wanted: PnlReading[] = []
      for (const [day, ofDay] of byDay) {
        const tried = ofDay.slice(0, MAX_TRIED)
        const near = tried.flatMap(({ momentMs }) => {
          const hourMs = hourOf(momentMs)
          return [hourMs - HOUR_MS, hourMs, hourMs + HOUR_MS].map((atMs) => flows.fillsIn(atMs))
        })
        const basis = JSON.stringify([tried, near])
        const before = chosen.get(day)
        const reading = before?.basis === basis ? before.reading : await choose(source, ofDay)
        if (before?.basis !== basis) chosen.set(day, { basis, reading })
        if (reading !== null) wanted.push(reading)
      }
      const nameOf = ({ id, momentMs }: PnlReading): string =>
        JSON.stringify([id, momentMs, flows.fillsIn(hourOf(momentMs))])
      const missing = wanted.filter((reading) => !anchors.has(nameOf(reading)))
      for (let at = 0; at < missing.length; at += SNAPSHOTS_PER_CALL) {
        const piece = missing.slice(at, at + SNAPSHOTS_PER_CALL)
        const snapshots = await store.getPnlSnapshots(
          accountId,
          piece.map(({ id }) => id),
        )
        signal.throwIfAborted()
        const entriesOf = new Map(snapshots.map(({ id, entries }) => [id, entries]))
        for (const reading of piece) {
          const entries = entriesOf.get(reading.id)
          if (entries === undefined) continue
          const { momentMs } = endOfSecond(reading)
          anchors.set(nameOf(reading), await makeAnchor(source, momentMs, balancesOf(entries)))
        }
      }
      const used = new Set(wanted.map(nameOf))
      for (const name of anchors.keys()) if (!used.has(name)) anchors.delete(name)
      return wanted
        .flatMap((reading) => anchors.get(nameOf(reading)) ?? [])
        .sort((a, b) => a.momentMs - b.momentMs)
    },
  }
}
