// Keeps what all fills of an account moved, by hour, so that a new fill is added without reading the others again.
import { type Exact, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { createMutex } from '../../async/mutex.ts'
import type { FillPlace } from '../../store/api/order-pages.ts'
import type { FlowStep } from '../../store/api/result-rows.ts'
import type { Store } from '../../store/api/store-api.ts'
import { placeAfter } from '../results/ledger/fold-events.ts'
import { addTo } from '../results/sums.ts'

export const HOUR_MS = 3_600_000
/** Fills are counted by these pieces of time, and one with another count is read again. */
const PIECE_MS = 32 * 24 * HOUR_MS
/** About thirty milliseconds on the reading thread. */
const FILLS_PER_CALL = 10_000
const NEVER_MS = Number.MAX_SAFE_INTEGER - 1

export type FlowStore = Pick<Store, 'sumFlowsByStep' | 'countFillsBetween' | 'getLedgerVersion'>

/** What came in less what went out within a step of time, by currency in lower case. */
export interface Flow {
  readonly startMs: number
  readonly fills: number
  readonly amounts: ReadonlyMap<string, Exact>
}

/** All fills of an account, by hour. */
export interface HourFlows {
  /** In chronological order; hours without fills are absent. */
  readonly hours: readonly Flow[]
  /** Fills within an hour, by its start. */
  fillsIn(hourMs: number): number
}

/** Adds a flow to that of the same step: it may be told in two parts. */
function addFlow(steps: Map<number, Flow>, flow: Flow): void {
  const before = steps.get(flow.startMs)
  if (before === undefined) {
    steps.set(flow.startMs, flow)
    return
  }
  const amounts = new Map(before.amounts)
  for (const [currency, amount] of flow.amounts) addTo(amounts, currency, amount)
  steps.set(flow.startMs, { startMs: flow.startMs, fills: before.fills + flow.fills, amounts })
}

const parseStep = ({ startMs, fills, flows }: FlowStep): Flow => ({
  startMs,
  fills,
  amounts: new Map(Object.entries(flows).map(([currency, text]) => [currency, parseExact(text)])),
})

/** Reads the flows after a place until a time (inclusive), in steps of `stepMs`. */
export async function readFlows(
  store: Pick<Store, 'sumFlowsByStep'>,
  accountId: string,
  after: FillPlace | null,
  untilMs: number,
  stepMs: number,
  signal: AbortSignal,
): Promise<{ readonly steps: ReadonlyMap<number, Flow>; readonly last: FillPlace | null }> {
  const steps = new Map<number, Flow>()
  let last = after
  for (;;) {
    const piece = await store.sumFlowsByStep(accountId, last, untilMs, stepMs, FILLS_PER_CALL)
    signal.throwIfAborted()
    for (const step of piece.steps) addFlow(steps, parseStep(step))
    last = piece.last
    if (!piece.hasMore) return { steps, last }
  }
}

const isLater = (a: FillPlace, b: FillPlace): boolean =>
  (a.atMs - b.atMs || a.orderId - b.orderId || a.position - b.position) > 0

const pieceOf = (atMs: number): number => Math.floor(atMs / PIECE_MS)

interface Kept {
  readonly accountId: string
  readonly version: string
  readonly steps: Map<number, Flow>
  readonly last: FillPlace | null
  readonly flows: HourFlows
}

function listFlows(steps: ReadonlyMap<number, Flow>): HourFlows {
  return {
    hours: [...steps.values()].sort((a, b) => a.startMs - b.startMs),
    fillsIn: (hourMs) => steps.get(hourMs)?.fills ?? 0,
  }
}

export interface FlowCache {
  /** The same object until a fill has changed. Errors: those of the store, and the signal's reason. */
  read(accountId: string, signal: AbortSignal): Promise<HourFlows>
}

export function createFlowCache(store: FlowStore): FlowCache {
  let kept: Kept | null = null
  /** Serializes reads: the next one goes on from the one before. */
  const runExclusive = createMutex()

  /** Reads again what has another count of fills than is stored: fills that came late, changed hands, or were dropped. */
  async function repair(
    accountId: string,
    steps: Map<number, Flow>,
    last: FillPlace | null,
    signal: AbortSignal,
  ): Promise<FillPlace | null> {
    const counts = new Map<number, number>()
    for (const { startMs, fills } of steps.values()) {
      counts.set(pieceOf(startMs), (counts.get(pieceOf(startMs)) ?? 0) + fills)
    }
    const pieces = [...counts.keys()].sort((x, y) => x - y)
    const [first, final] = [pieces[0] ?? 0, pieces.at(-1) ?? -1]
    const spans = [{ fromMs: 0, toMs: first * PIECE_MS, fills: 0 }]
    for (let piece = first; piece <= final; piece += 1) {
      spans.push({ fromMs: piece * PIECE_MS, toMs: (piece + 1) * PIECE_MS, fills: counts.get(piece) ?? 0 })
    }
    let newest = last
    const checked = await Promise.all(
      spans.map(async (span) => ({
        ...span,
        stored: await store.countFillsBetween(accountId, span.fromMs - 1, span.toMs - 1),
      })),
    )
    signal.throwIfAborted()
    for (const { fromMs, toMs, fills, stored } of checked) {
      if (fills === stored) continue
      for (const startMs of steps.keys()) if (startMs >= fromMs && startMs < toMs) steps.delete(startMs)
      const found = await readFlows(store, accountId, placeAfter(fromMs - 1), toMs - 1, HOUR_MS, signal)
      for (const [startMs, flow] of found.steps) steps.set(startMs, flow)
      if (found.last !== null && (newest === null || isLater(found.last, newest))) newest = found.last
    }
    return newest
  }

  async function refresh(accountId: string, signal: AbortSignal): Promise<HourFlows> {
    const version = await store.getLedgerVersion(accountId)
    const before = kept?.accountId === accountId ? kept : null
    if (before?.version === version) return before.flows
    // An aborted read leaves steps that are half changed.
    kept = null
    const steps = before?.steps ?? new Map<number, Flow>()
    const found = await readFlows(store, accountId, before?.last ?? null, NEVER_MS, HOUR_MS, signal)
    for (const flow of found.steps.values()) addFlow(steps, flow)
    const last = before === null ? found.last : await repair(accountId, steps, found.last, signal)
    kept = { accountId, version, steps, last, flows: listFlows(steps) }
    return kept.flows
  }

  return { read: (accountId, signal) => runExclusive(() => refresh(accountId, signal)) }
}
