// Reads an account's fills and movements into a ledger and caches it, so that later events are added without a full walk.
import { type Exact, parseExact, zero } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { FillPlace } from '../../../store/api/order-pages.ts'
import type { PnlReading } from '../../../store/api/result-rows.ts'
import type { Store } from '../../../store/api/store-api.ts'
import { pnlUnits, type PnlUnits } from './book-state.ts'
import { toUnits } from './fill-value.ts'
import type { LedgerSource } from './ledger-source.ts'
import { foldEvents, type LatePrice, placeAfter } from './fold-events.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { type LedgerScope, sinceOf } from './ledger-scope.ts'
import type { TimedMovement } from './movements.ts'
import { readPricesAt } from '../prices/price-history.ts'
import { addTo } from '../sums.ts'

/** About ten milliseconds on the reading thread, with a short answer. */
const FLOWS_PER_BATCH = 10_000
/** Number of newest stored readings that check books with solved openings. */
const MAX_CHECKED_READINGS = 500
/**
 * Number of newest stored readings that determine whether the exchange's values are before fees, if no book needs a check.
 */
const MAX_COMPARED_READINGS = 50
const READINGS_PER_CALL = 100
/** A few milliseconds on the main thread. */
const LATE_PRICES_PER_BATCH = 500
/** A fill this close to a reading may have come before or after it (figures.md, "One moment"). */
const NEAR_MS = 2_000

/** A ledger with its inputs. */
export interface CachedLedger {
  readonly ledger: Ledger
  readonly scope: LedgerScope
  readonly unit: string
  readonly zoneName: string
  readonly movements: readonly TimedMovement[]
  readonly openings: ReadonlyMap<string, bigint>
  /** By currency, of the reading; null without one. */
  readonly said: ReadonlyMap<string, PnlUnits> | null
  /** By id, of the readings at which the ledger was marked. */
  readonly earlier: ReadonlyMap<number, ReadonlyMap<string, PnlUnits>>
  readonly late: readonly LatePrice[]
}

/** Net flow of fills within a time range, by currency. */
async function sumFlows(
  { store, accountId, signal }: LedgerSource,
  sinceMs: number,
  untilMs: number,
): Promise<Map<string, Exact>> {
  const flows = new Map<string, Exact>()
  for (const market of await store.listFillMarkets(accountId)) {
    let after: FillPlace | null = placeAfter(sinceMs - 1)
    do {
      const piece: Awaited<ReturnType<Store['sumFlows']>> = await store.sumFlows(
        accountId,
        market,
        after,
        untilMs,
        FLOWS_PER_BATCH,
      )
      signal.throwIfAborted()
      for (const [currency, amount] of Object.entries(piece.flows)) addTo(flows, currency, parseExact(amount))
      after = piece.next
    } while (after !== null)
  }
  return flows
}

/** The amount held before each book starts = balance − (received − given since), by currency, in 10^-30. */
async function findOpenings(
  source: LedgerSource,
  scope: LedgerScope,
  movements: readonly TimedMovement[],
  said: ReadonlyMap<string, PnlUnits> | null,
): Promise<Map<string, bigint>> {
  if (said === null) return new Map()
  const flowsSince = new Map<number, Map<string, Exact>>()
  for (const sinceMs of new Set([...said.keys()].map((currency) => sinceOf(scope, currency)))) {
    const flows = await sumFlows(source, sinceMs, scope.untilMs)
    for (const { currency, direction, amount, atMs } of movements) {
      if (atMs < sinceMs) continue
      const moved = parseExact(amount)
      addTo(flows, currency, direction === 'in' ? moved : { ...moved, units: -moved.units })
    }
    flowsSince.set(sinceMs, flows)
  }
  return new Map(
    [...said].map(([currency, { credit, debit }]) => {
      const flow = flowsSince.get(sinceOf(scope, currency))?.get(currency) ?? zero
      return [currency, credit - debit - toUnits(flow)]
    }),
  )
}

/** The exchange's figures of a reading, by currency in lower case; only those in `unit`. */
async function readFigures(
  { store, accountId }: Pick<LedgerSource, 'store' | 'accountId'>,
  ids: readonly number[],
  unit: string,
): Promise<Map<number, ReadonlyMap<string, PnlUnits>>> {
  const snapshots = await store.getPnlSnapshots(accountId, ids)
  return new Map(
    snapshots.map(({ id, entries }) => [
      id,
      new Map(
        entries
          .filter(({ pnlCurrency }) => pnlCurrency.toLowerCase() === unit)
          .map((entry) => [entry.currency.toLowerCase(), pnlUnits(entry)]),
      ),
    ]),
  )
}

/**
 * Stored readings between two moments without nearby events, newest first. They check a solved opening, and determine whether
 * the exchange counts before fees.
 */
async function listChecked(
  source: LedgerSource,
  scope: LedgerScope,
  afterMs: number,
  movements: readonly TimedMovement[],
): Promise<PnlReading[]> {
  const { store, accountId, signal } = source
  if (scope.reading === null) return []
  const isSolved = scope.ordersFromMs > 0 || scope.sinceMs.size > 0
  const most = isSolved ? MAX_CHECKED_READINGS : MAX_COMPARED_READINGS
  const found: PnlReading[] = []
  let beforeId: number | null = scope.reading.id
  while (beforeId !== null && found.length < most) {
    const piece: PnlReading[] = await store.listPnlReadings(accountId, beforeId, READINGS_PER_CALL)
    signal.throwIfAborted()
    const wanted = piece
      .map(endOfSecond)
      .filter(({ momentMs }) => momentMs > afterMs && momentMs >= scope.ordersFromMs)
    found.push(...wanted.slice(0, most - found.length))
    beforeId = piece.length < READINGS_PER_CALL || wanted.length === 0 ? null : (piece.at(-1)?.id ?? null)
  }
  const near = await Promise.all(found.map(({ momentMs }) => isNearEvent(source, movements, momentMs)))
  return found.filter((_, at) => near[at] === false)
}

/** A reading's time with the exchange's resolution: seconds. */
export const startOfSecond = ({ momentMs }: PnlReading): number => Math.floor(momentMs / 1_000) * 1_000

/** A reading includes the fills of its whole second: REST reports times in seconds. */
export const endOfSecond = (reading: PnlReading): PnlReading => ({
  ...reading,
  momentMs: Math.floor(reading.momentMs / 1_000) * 1_000 + 999,
})

/**
 * Whether a fill or movement is within two seconds of a reading, so that their order is uncertain.
 * @param firstMs - the reading was made at this time or later
 */
export async function isNearEvent(
  { store, accountId }: { readonly store: Pick<Store, 'countFillsBetween'>; readonly accountId: string },
  movements: readonly Pick<TimedMovement, 'atMs'>[],
  firstMs: number,
  momentMs = firstMs,
): Promise<boolean> {
  const second = (timeMs: number): number => Math.floor(timeMs / 1_000) * 1_000
  const afterMs = second(firstMs) - NEAR_MS - 1
  const untilMs = second(momentMs) + NEAR_MS + 999
  if (movements.some(({ atMs }) => atMs > afterMs && atMs <= untilMs)) return true
  return (await store.countFillsBetween(accountId, afterMs, untilMs)) > 0
}

/** Whether a candle has arrived that changes a price already used. */
async function hasOtherPrices(
  source: LedgerSource,
  unit: string,
  late: readonly LatePrice[],
): Promise<boolean> {
  for (const currency of new Set(late.map((one) => one.currency))) {
    const taken = late.filter((one) => one.currency === currency)
    // The newest first: most candles that are still to come are recent.
    for (let end = taken.length; end > 0; end -= LATE_PRICES_PER_BATCH) {
      const piece = taken.slice(Math.max(0, end - LATE_PRICES_PER_BATCH), end)
      const prices = await readPricesAt(
        source,
        currency,
        unit,
        piece.map(({ atMs }) => atMs),
      )
      const isSame = ({ atMs, links }: LatePrice): boolean =>
        JSON.stringify(prices.get(atMs) ?? null) === JSON.stringify(links)
      if (!piece.every(isSame)) return true
    }
  }
  return false
}

const sameOpenings = (a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>): boolean =>
  a.size === b.size && [...a].every(([currency, amount]) => b.get(currency) === amount)

const sameMovements = (a: readonly TimedMovement[], b: readonly TimedMovement[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

const sameScope = (a: LedgerScope, b: LedgerScope): boolean =>
  a.ordersFromMs === b.ordersFromMs &&
  a.untilMs <= b.untilMs &&
  JSON.stringify([...a.sinceMs].sort()) === JSON.stringify([...b.sinceMs].sort())

/**
 * The ledger of a scope: the cached one plus new fills if nothing earlier has changed; otherwise a new walk over all fills.
 * @param unit - the currency of profit and loss, in lower case
 * @param looksForPrices - whether candles with better prices of earlier fills cause a new walk
 */
export async function readLedger(
  source: LedgerSource,
  scope: LedgerScope,
  unit: string,
  movements: readonly TimedMovement[],
  kept: CachedLedger | null,
  looksForPrices: boolean,
): Promise<CachedLedger> {
  const { store, accountId, zone } = source
  const { reading, untilMs } = scope
  const said =
    reading === null ? null : ((await readFigures(source, [reading.id], unit)).get(reading.id) ?? null)
  const moved = movements.filter(({ atMs }) => atMs <= untilMs)
  const isSame =
    kept !== null &&
    kept.zoneName === zone.name &&
    kept.unit === unit &&
    sameScope(kept.scope, scope) &&
    sameMovements(
      kept.movements,
      moved.filter(({ atMs }) => atMs <= kept.scope.untilMs),
    ) &&
    kept.ledger.state.fills === (await store.countFillsBetween(accountId, -1, kept.scope.untilMs)) &&
    !(looksForPrices && (await hasOtherPrices(source, unit, kept.late)))
  if (kept !== null && isSame) {
    const openings = openingsAfter(kept, said)
    if (kept.scope.untilMs === untilMs && said !== null && sameOpenings(openings, kept.openings)) {
      return { ...kept, scope, said }
    }
    // Whether the new events explain the new balance is known only after they are added.
    const checked = await listChecked(source, scope, kept.scope.untilMs, moved)
    const before = kept.scope.reading
    const marked = kept.said !== null && before !== null && before.id !== reading?.id ? kept.said : null
    if (before !== null && marked !== null) kept.ledger.mark(before.id, before.momentMs)
    const late = await foldEvents(source, kept.ledger, unit, kept.scope.untilMs, untilMs, moved, checked)
    const ids = checked.map(({ id }) => id)
    const earlier = new Map([...kept.earlier, ...(await readFigures(source, ids, unit))])
    if (before !== null && marked !== null) earlier.set(before.id, marked)
    const next = { ...kept, scope, said, movements: moved, earlier, late: [...kept.late, ...late] }
    if (sameOpenings(openingsAfter(next, said), kept.openings)) return next
  }
  const openings = await findOpenings(source, scope, moved, said)
  const checked = await listChecked(source, scope, -1, moved)
  const earlier = await readFigures(
    source,
    checked.map(({ id }) => id),
    unit,
  )
  const ledger = createLedger(openings, unit, zone, (currency) => sinceOf(scope, currency))
  const late = await foldEvents(source, ledger, unit, -1, untilMs, moved, checked)
  return { ledger, scope, unit, zoneName: zone.name, movements: moved, openings, said, earlier, late }
}

/** The amount held before the ledger started, from its own flows and the exchange's current figures. */
function openingsAfter(
  { ledger, openings }: CachedLedger,
  said: ReadonlyMap<string, PnlUnits> | null,
): ReadonlyMap<string, bigint> {
  if (said === null) return new Map()
  return new Map(
    [...said].map(([currency, { credit, debit }]) => {
      const book = ledger.state.books.get(currency)?.now()
      const flow = book === undefined ? 0n : book.amountIn - book.amountOut
      const opening = openings.get(currency) ?? 0n
      const found = credit - debit - flow
      // Sums at 30 decimals may differ in the last digit from values that were rounded once.
      return [currency, found - opening <= 1n && opening - found <= 1n ? opening : found]
    }),
  )
}
