// Reads an account's fills and movements into a ledger, and keeps it: what comes later is added without a new walk.
import type { MovementInput } from '../../../src-preload/contract/portfolio.ts'
import { type Exact, parseExact, zero } from '../../../src-preload/shared/exact.ts'
import type { Zone } from '../../../src-preload/shared/zone.ts'
import type { FillPlace } from '../../store/order-pages.ts'
import type { Store } from '../../store/store-api.ts'
import { pnlUnits, type PnlUnits } from './book-state.ts'
import { toUnits } from './fill-value.ts'
import { foldEvents, placeAfter } from './fold-events.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { LedgerScope } from './ledger-scope.ts'
import { addTo } from './sums.ts'

/** Some ten milliseconds of the reading thread; its answer is short. */
const FLOWS_PER_PIECE = 10_000
/** Of the stored readings, the newest so many check a book whose opening was solved. */
const MAX_CHECKED_READINGS = 500
const READINGS_PER_CALL = 100

export type LedgerStore = Pick<
  Store,
  | 'listFillMarkets'
  | 'readFillsByTime'
  | 'countFillsBetween'
  | 'sumFlows'
  | 'listPnlReadings'
  | 'getPnlSnapshots'
  | 'listCandleMarkets'
  | 'listClosesAt'
>

export interface LedgerSource {
  readonly store: LedgerStore
  readonly accountId: string
  readonly network: string
  readonly zone: Zone
  /** Ends the reading with its reason. */
  readonly signal: AbortSignal
}

/** A movement or transfer, in time. */
export interface TimedMovement extends MovementInput {
  readonly atMs: number
}

/** A ledger with what it was made of. */
export interface KeptLedger {
  readonly ledger: Ledger
  readonly scope: LedgerScope
  readonly unit: string
  readonly zoneName: string
  readonly movements: readonly TimedMovement[]
  readonly openings: ReadonlyMap<string, bigint>
  /** By currency, of the reading; null where there is none. */
  readonly said: ReadonlyMap<string, PnlUnits> | null
  readonly earlier: ReadonlyMap<number, ReadonlyMap<string, PnlUnits>>
}

/** What came in less what went out by fills from one moment until another, by currency. */
async function sumFlows(
  { store, accountId, signal }: LedgerSource,
  { sinceMs, untilMs }: LedgerScope,
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
        FLOWS_PER_PIECE,
      )
      signal.throwIfAborted()
      for (const [currency, amount] of Object.entries(piece.flows)) addTo(flows, currency, parseExact(amount))
      after = piece.next
    } while (after !== null)
  }
  return flows
}

/** What was held before the ledger begins = balance − (what came in − what went out since), by currency, in 10^-30. */
async function findOpenings(
  source: LedgerSource,
  scope: LedgerScope,
  movements: readonly TimedMovement[],
  said: ReadonlyMap<string, PnlUnits> | null,
): Promise<Map<string, bigint>> {
  if (said === null) return new Map()
  const flows = await sumFlows(source, scope)
  for (const { currency, direction, amount } of movements) {
    const moved = parseExact(amount)
    addTo(flows, currency, direction === 'in' ? moved : { ...moved, units: -moved.units })
  }
  return new Map(
    [...said].map(([currency, { credit, debit }]) => [
      currency,
      credit - debit - toUnits(flows.get(currency) ?? zero),
    ]),
  )
}

/** The exchange's figures of a reading, by currency in lower case; only those in `unit`. */
async function readSaid(
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

/** Stored readings within a scope that no fill is near to, newest first: those that check a solved opening. */
async function listChecked(
  source: LedgerSource,
  scope: LedgerScope,
): Promise<{ id: number; momentMs: number }[]> {
  if (scope.sinceMs === 0 || scope.reading === null) return []
  const found: { id: number; momentMs: number }[] = []
  let beforeId: number | null = scope.reading.id
  while (beforeId !== null && found.length < MAX_CHECKED_READINGS) {
    const piece: { id: number; momentMs: number }[] = await source.store.listPnlReadings(
      source.accountId,
      beforeId,
      READINGS_PER_CALL,
    )
    source.signal.throwIfAborted()
    found.push(...piece.filter(({ momentMs }) => momentMs >= scope.sinceMs))
    beforeId = piece.length < READINGS_PER_CALL ? null : (piece.at(-1)?.id ?? null)
  }
  const near = await Promise.all(
    found.map(({ momentMs }) => isNearFill(source.store, source.accountId, momentMs)),
  )
  return found.filter((_, at) => near[at] === false)
}

/** Whether a fill lies within two seconds of a reading: then it is not certain on which side of it. */
export async function isNearFill(
  store: Pick<Store, 'countFillsBetween'>,
  accountId: string,
  momentMs: number,
): Promise<boolean> {
  const secondMs = Math.floor(momentMs / 1_000) * 1_000
  return (await store.countFillsBetween(accountId, secondMs - 2_001, secondMs + 2_999)) > 0
}

const sameOpenings = (a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>): boolean =>
  a.size === b.size && [...a].every(([currency, amount]) => b.get(currency) === amount)

const sameMovements = (a: readonly TimedMovement[], b: readonly TimedMovement[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/**
 * The ledger of a scope: what is kept with the fills since added, where nothing of before has changed; else a new walk over all fills.
 * @param unit - the currency of profit and loss, in lower case
 */
export async function readLedger(
  source: LedgerSource,
  scope: LedgerScope,
  unit: string,
  movements: readonly TimedMovement[],
  kept: KeptLedger | null,
): Promise<KeptLedger> {
  const { store, accountId, zone } = source
  const reading = scope.reading
  const said =
    reading === null ? null : ((await readSaid(source, [reading.id], unit)).get(reading.id) ?? null)
  const afterMs = scope.sinceMs - 1
  const moved = movements.filter(({ atMs }) => atMs > afterMs && atMs <= scope.untilMs)
  const isSame =
    kept !== null &&
    kept.zoneName === zone.name &&
    kept.unit === unit &&
    kept.scope.sinceMs === scope.sinceMs &&
    kept.scope.untilMs <= scope.untilMs &&
    kept.ledger.state.unpriced.size === 0 &&
    // A solved opening is checked against each reading on the way, so its walk is made anew.
    (scope.sinceMs === 0 || kept.scope.untilMs === scope.untilMs) &&
    sameMovements(
      kept.movements,
      moved.filter(({ atMs }) => atMs <= kept.scope.untilMs),
    ) &&
    kept.ledger.state.fills === (await store.countFillsBetween(accountId, -1, kept.scope.untilMs))
  if (kept !== null && isSame) {
    const openings = openingsAfter(kept, said)
    if (kept.scope.untilMs === scope.untilMs && said !== null && sameOpenings(openings, kept.openings)) {
      return { ...kept, scope, said }
    }
    // Whether what came since explains the new balance shows only after it was added.
    await foldEvents(source, kept.ledger, unit, kept.scope.untilMs, scope.untilMs, moved, [])
    const next = { ...kept, scope, said, movements: moved }
    if (sameOpenings(openingsAfter(next, said), kept.openings)) return next
  }
  const openings = await findOpenings(source, scope, moved, said)
  const checked = await listChecked(source, scope)
  const earlier = await readSaid(
    source,
    checked.map(({ id }) => id),
    unit,
  )
  const ledger = createLedger(openings, unit, zone, scope.sinceMs)
  await foldEvents(source, ledger, unit, -1, scope.untilMs, moved, checked)
  return { ledger, scope, unit, zoneName: zone.name, movements: moved, openings, said, earlier }
}

/** What was held before the ledger began, by its own flows and what the exchange says now. */
function openingsAfter(
  { ledger, openings }: KeptLedger,
  said: ReadonlyMap<string, PnlUnits> | null,
): ReadonlyMap<string, bigint> {
  if (said === null) return new Map()
  return new Map(
    [...said].map(([currency, { credit, debit }]) => {
      const book = ledger.state.books.get(currency)?.now()
      const flow = book === undefined ? 0n : book.amountIn - book.amountOut
      const opening = openings.get(currency) ?? 0n
      const found = credit - debit - flow
      // Sums at 30 decimals may differ in the last one from those that were rounded once.
      return [currency, found - opening <= 1n && opening - found <= 1n ? opening : found]
    }),
  )
}
