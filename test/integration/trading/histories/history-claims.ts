// What must be so whatever happened: what the journal may claim, by what the exchange has and what went out.
import { expect } from 'vitest'
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { StoredPlacedOrder } from '../../../../src-main/store/api/placed-order-rows.ts'
import { isWatched } from '../../../../src-main/trading/order-machine.ts'
import { isStranger } from './history-streams.ts'
import type { Terms, World } from './history-world.ts'

/** Prices of these markets have two decimals. */
const PRICE_SCALE = 100

const isSameNumber = (one: string | null, other: unknown): boolean =>
  one === null ? other === null || other === undefined : compareDecimals(one, String(other)) === 0

/** The row whose signature an order came of. */
function rowOf(
  rows: readonly StoredPlacedOrder[],
  nonce: number,
  hash: string,
): StoredPlacedOrder | undefined {
  return rows.find(
    (row) => row.nonce === nonce && row.msgHash !== null && BigInt(row.msgHash) === BigInt(hash),
  )
}

const isAlike = (one: Terms, other: Terms): boolean =>
  one.market === other.market &&
  one.side === other.side &&
  one.type === other.type &&
  isSameNumber(one.amount, other.amount) &&
  isSameNumber(one.price, other.price) &&
  isSameNumber(one.stopPrice, other.stopPrice)

/** @param since - how many nonces the exchange had given before this history */
function placedOf(world: World, since: number, elsewhere: ReadonlySet<number>) {
  return world.exchange
    .nonces()
    .slice(since)
    .flatMap((entry) =>
      entry.order_id === null || elsewhere.has(entry.order_id) ? [] : [{ ...entry, id: entry.order_id }],
    )
}

/** After every command. */
export function checkAlways(
  world: World,
  since: number,
  elsewhere: ReadonlySet<number>,
  nowMs: number,
): void {
  const rows = world.rows()
  const creates = world.sent.filter(({ kind }) => kind === 'create')

  // One order per intent.
  const ticketOf = new Map<string, string>()
  for (const id of world.wanted.keys()) {
    ticketOf.set(id, id)
    const second = world.secondOf(id)
    if (second !== null) ticketOf.set(second.id, id)
  }
  const placed = placedOf(world, since, elsewhere).map((entry) => ({
    entry,
    row: rowOf(rows, entry.nonce, entry.msg_hash),
  }))
  const perTicket = Map.groupBy(placed, ({ row }) => ticketOf.get(row?.id ?? '') ?? 'none')
  for (const [ticket, some] of perTicket) expect(some.length, `one order per intent: ${ticket}`).toBe(1)
  expect(perTicket.has('none'), 'one order per intent: an order of no ticket').toBe(false)

  // Each order there is known or watched.
  for (const { entry, row } of placed) {
    const isKnown = row?.orderId === entry.id || row?.state === 'accepted'
    const isUnderWay = row?.state === 'sending'
    const isSought = row !== undefined && isWatched(row, nowMs, nowMs)
    expect(isKnown || isUnderWay || isSought, `known or watched: ${JSON.stringify(row)}`).toBe(true)
    if (row?.state === 'accepted') expect(row.orderId, 'accepted with its own id').toBe(entry.id)
  }
  // Nobody has the order of another ticket.
  const ids = rows.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  expect(new Set(ids).size, 'an order belongs to one ticket').toBe(ids.length)

  // No hash is signed twice.
  for (const [life, some] of Map.groupBy(world.signed, (one) => one.life)) {
    expect(new Set(some.map(({ hash }) => hash)).size, `no hash signed twice in life ${life}`).toBe(
      some.length,
    )
  }
  const hashes = creates.map(({ body }) => BigInt(String(body['msg_hash'])))
  expect(new Set(hashes).size, 'no hash sent twice').toBe(hashes.length)

  // On the disk before it is sent, and nothing is sent after a crash.
  for (const { body, life, rows: then } of creates) {
    const row = rowOf(then, Number(body['nonce']), String(body['msg_hash']))
    expect(row?.state, 'on the disk before it is sent').toBe('sending')
    expect(world.lifeOf.get(row?.id ?? ''), 'nothing sent after a crash').toBe(life)
  }

  // What was signed is what was asked.
  for (const { body, rows: then, kind } of world.sent) {
    if (kind !== 'nonce') continue
    const isAsked = then.some(
      (row) =>
        row.state === 'intended' &&
        row.market === body['market'] &&
        row.side === body['side'] &&
        row.type === body['ord_type'] &&
        isSameNumber(row.amount, body['volume']) &&
        isSameNumber(row.price, body['price']) &&
        isSameNumber(row.stopPrice, body['stop_price']),
    )
    expect(isAsked, `what was signed is what was asked: ${JSON.stringify(body)}`).toBe(true)
  }
  for (const row of rows) {
    const meant = world.wanted.get(ticketOf.get(row.id) ?? '')
    expect(meant !== undefined && isAlike(meant, row), 'the journal has what the ticket said').toBe(true)
  }

  // Amounts are counted: whatever is at the exchange has a signature on record, and what has none was never sent.
  for (const { row } of placed) expect(row?.signature, 'amounts counted').not.toBeNull()
  for (const row of rows) {
    const wasSent = creates.some(({ body }) => row.nonce === body['nonce'])
    if (row.signature === null) expect(wasSent, 'sent without a record').toBe(false)
  }

  // A difference is told.
  for (const { entry, row } of placed) {
    const order = world.exchange.order(entry.id)
    if (row?.state !== 'accepted' || order === undefined) continue
    const isOther =
      order.market.symbol !== row.market ||
      order.side !== row.side ||
      order.type !== row.type ||
      order.originUnits !== entry.units ||
      order.price !== entry.price
    expect(row.differences.length > 0, `a difference is told: ${JSON.stringify(row)}`).toBe(isOther)
  }
}

type ThereOrder = NonNullable<ReturnType<World['exchange']['order']>>

/** Whether an order at the exchange is what a row meant; one that a faulty exchange placed otherwise is not. */
const isAsMeant = (order: ThereOrder, row: StoredPlacedOrder): boolean =>
  order.market.symbol === row.market &&
  order.side === row.side &&
  order.type === row.type &&
  order.originUnits === Math.round(Number(row.amount) * 10 ** order.market.volumeDecimals) &&
  (row.price === null || order.price === Math.round(Number(row.price) * PRICE_SCALE)) &&
  (row.stopPrice === null || order.stopPrice === Math.round(Number(row.stopPrice) * PRICE_SCALE))

/** Once nothing fails any more: all is settled, and what is there for a set of alike orders is found. */
export function checkHealed(world: World, elsewhere: ReadonlySet<number>, since: number): void {
  const rows = world.rows()
  for (const { state } of rows) expect(['intended', 'sending'], 'settled').not.toContain(state)
  const claimed = new Set(rows.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))
  const there = [...placedOf(world, since, elsewhere).map(({ id }) => id), ...elsewhere].flatMap(
    (id) => world.exchange.order(id) ?? [],
  )
  const unknown = rows.filter(({ state }) => state === 'unknown')
  // Ours that another order was taken for is told, unless intents like it still wait for theirs.
  for (const { id, nonce, msg_hash: hash } of placedOf(world, since, elsewhere)) {
    const row = rowOf(rows, nonce, hash)
    if (row?.state !== 'probablyPlaced' || claimed.has(id)) continue
    if (unknown.some((one) => isAlike(one, row))) continue
    const order = world.exchange.order(id)
    if (order === undefined || order.state === 'cancel' || !isAsMeant(order, row)) continue
    expect(world.further.has(id), `ours was placed and nobody tells: ${JSON.stringify({ id, row })}`).toBe(
      true,
    )
  }
  for (const row of unknown) {
    const alike = unknown.filter((one) => isAlike(one, row))
    const lastSentMs = Math.max(...alike.map(({ sentAtMs }) => sentAtMs ?? 0))
    const free = there.filter(
      (order) => !claimed.has(order.id) && isAsMeant(order, row) && order.createdMs >= lastSentMs - 120_000,
    )
    expect(free.length, `found, as a set: ${JSON.stringify(row)}`).toBeLessThan(alike.length)
  }
}

/** Once nothing fails any more: what is kept is what REST says, whatever the stream said, and nothing else is. */
export async function checkStreams(world: World, elsewhere: ReadonlySet<number>): Promise<void> {
  expect(world.streamFaults, 'the reader of reports').toEqual([])
  expect(world.openReports(), 'each report ends').toEqual([])
  const own = new Set([...world.rows().map(({ orderId }) => orderId), ...elsewhere])
  for (const [id, kept] of world.cache) {
    expect(isStranger(id), `a stranger's order is not kept: ${id}`).toBe(false)
    if (!own.has(id)) continue
    const told = await world.readOrder(id)
    const { state, remainingVolume, executedVolume } = told
    expect(kept, 'REST decides').toMatchObject({ state, remainingVolume, executedVolume })
  }
}
