// SQL on `placed_orders`.
import type Sqlite from 'better-sqlite3'
import type { NetworkKind } from '../../../../src-preload/contract/accounts/accounts.ts'
import type {
  ComparedOrderField,
  PlacedOrderState,
} from '../../../../src-preload/contract/trading/trading.ts'
import type { OrderSide, OrderType } from '../../../../src-preload/domain/markets/markets.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import type {
  PlacedOrderChange,
  PlacedOrderMethods,
  StoredOrderIntent,
  StoredPlacedOrder,
} from '../../api/placed-order-rows.ts'
import { inTransaction } from '../../worker/pragmas.ts'
import { readWord } from '../orders/words.ts'
import { readErrorReport, writeErrorReport } from './error-reports.ts'
import { refuseUsed, type UsedField } from './refuse-seen-hashes.ts'
import { findHashOwnerSql, noteSeenHashSql } from './seen-hashes.ts'

// Typed as whole records, so that a new word does not compile until it is here. (The contract's own lists would bring the
// schema library into the worker.)
const kinds: Record<NetworkKind, true> = { practice: true, mainnet: true, testnet: true, custom: true }
const sides: Record<OrderSide, true> = { buy: true, sell: true }
const types: Record<OrderType, true> = { limit: true, market: true, stop_limit: true, limit_maker: true }
const states: Record<PlacedOrderState, true> = {
  intended: true,
  sending: true,
  accepted: true,
  refused: true,
  notSent: true,
  unknown: true,
  probablyPlaced: true,
}
const fields: Record<ComparedOrderField, true> = {
  market: true,
  side: true,
  type: true,
  amount: true,
  price: true,
  stopPrice: true,
}
const wordsOf = <Word extends string>(record: Record<Word, true>): Word[] => Object.keys(record) as Word[]

interface ChangeableRow {
  readonly state: string
  readonly updatedAtMs: number
  readonly msgHash: string | null
  readonly nonce: number | null
  readonly signatureR: string | null
  readonly signatureS: string | null
  readonly sentAtMs: number | null
  readonly orderId: number | null
  readonly differences: string
  readonly failure: string | null
}
type IntentRow = Omit<StoredOrderIntent, 'networkKind' | 'side' | 'type'> & {
  readonly networkKind: string
  readonly side: string
  readonly type: string
}
type Row = IntentRow & ChangeableRow

const changeableColumns: Record<keyof ChangeableRow, string> = {
  state: 'state',
  updatedAtMs: 'updated_at_ms',
  msgHash: 'msg_hash',
  nonce: 'nonce',
  signatureR: 'signature_r',
  signatureS: 'signature_s',
  sentAtMs: 'sent_at_ms',
  orderId: 'order_id',
  differences: 'differences',
  failure: 'failure',
}
const columns: Record<keyof Row, string> = {
  id: 'id',
  accountId: 'account_id',
  networkKind: 'network_kind',
  networkKey: 'network_key',
  host: 'host',
  senderAddress: 'sender_address',
  market: 'market',
  side: 'side',
  type: 'type',
  amount: 'amount',
  price: 'price',
  stopPrice: 'stop_price',
  createdAtMs: 'created_at_ms',
  ...changeableColumns,
}
const pairs = Object.entries(columns)
const select = `SELECT ${pairs.map(([name, column]) => `${column} AS ${name}`).join(', ')} FROM placed_orders`

export const getPlacedOrderSql = `${select} WHERE id = ?`
export const getSecondAttemptSql = `${select} WHERE again_of = ?`
/** The condition on the signature is that of its index, to the letter. */
export const listSentOrdersSql = `${select}
  WHERE signature_r IS NOT NULL AND network_key = ? AND sender_address = ? AND sent_at_ms >= ? ORDER BY sent_at_ms`
export const listPlacedOrdersSql = `
  ${select} WHERE network_key = ? AND sender_address = ? ORDER BY created_at_ms DESC, key DESC LIMIT ?`
/** The condition is that of its index, to the letter. */
export const listWatchedOrdersSql = `${select}
  WHERE state IN ('intended', 'sending', 'unknown', 'probablyPlaced') ORDER BY created_at_ms, key`
export const findOrderNonceSql =
  'SELECT id FROM placed_orders WHERE network_key = ? AND sender_address = ? AND nonce = ?'
export const findOrderIdSql =
  'SELECT id FROM placed_orders WHERE network_key = ? AND sender_address = ? AND order_id = ?'
/** Changes nothing where the order is certain to have its id. */
const releaseOrderIdSql = `
  UPDATE placed_orders SET state = 'unknown', order_id = NULL, updated_at_ms = ?
  WHERE network_key = ? AND sender_address = ? AND order_id = ? AND state = 'probablyPlaced' AND id <> ?`

type Changeable = Pick<StoredPlacedOrder, 'state' | 'updatedAtMs'> & Required<PlacedOrderChange>

const bind = ({ signature, differences, failure, ...rest }: Changeable): ChangeableRow => ({
  state: rest.state,
  updatedAtMs: rest.updatedAtMs,
  msgHash: rest.msgHash,
  nonce: rest.nonce,
  signatureR: signature?.r ?? null,
  signatureS: signature?.s ?? null,
  sentAtMs: rest.sentAtMs,
  orderId: rest.orderId,
  differences: differences.join(' '),
  failure: failure === null ? null : writeErrorReport(failure),
})

function readRow(db: Sqlite.Database, row: Row): StoredPlacedOrder {
  const { signatureR, signatureS, ...rest } = row
  return {
    ...rest,
    networkKind: readWord(db, wordsOf(kinds), row.networkKind, 'placed_orders.network_kind'),
    side: readWord(db, wordsOf(sides), row.side, 'placed_orders.side'),
    type: readWord(db, wordsOf(types), row.type, 'placed_orders.type'),
    state: readWord(db, wordsOf(states), row.state, 'placed_orders.state'),
    signature: signatureR === null || signatureS === null ? null : { r: signatureR, s: signatureS },
    differences: row.differences
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => readWord(db, wordsOf(fields), word, 'placed_orders.differences')),
    failure: row.failure === null ? null : readErrorReport(db, row.failure, 'placed_orders.failure'),
  }
}

export function preparePlacedOrders(db: Sqlite.Database): PlacedOrderMethods {
  const selectById = db.prepare<[string], Row>(getPlacedOrderSql)
  const list = db.prepare<[string, string, number], Row>(listPlacedOrdersSql)
  const selectSecond = db.prepare<[string], Row>(getSecondAttemptSql)
  const listSent = db.prepare<[string, string, number], Row>(listSentOrdersSql)
  const release = db.prepare<[number, string, string, number, string]>(releaseOrderIdSql)
  const listWatched = db.prepare<[], Row>(listWatchedOrdersSql)
  const findHash = db.prepare<[string], { id: string }>(findHashOwnerSql)
  const noteHash = db.prepare<[string, string]>(noteSeenHashSql)
  const findNonce = db.prepare<[string, string, number], { id: string }>(findOrderNonceSql)
  const findOrderId = db.prepare<[string, string, number], { id: string }>(findOrderIdSql)
  const insert = db.prepare<[Row & { againOf: string | null }]>(`
    INSERT INTO placed_orders (${pairs.map(([, column]) => column).join(', ')}, again_of)
    VALUES (${pairs.map(([name]) => `@${name}`).join(', ')}, @againOf)`)
  const update = db.prepare<[ChangeableRow & { id: string }]>(`
    UPDATE placed_orders SET ${Object.entries(changeableColumns)
      .map(([name, column]) => `${column} = @${name}`)
      .join(', ')} WHERE id = @id`)

  const read = (row: Row | undefined) => (row === undefined ? null : readRow(db, row))
  const readBack = (id: string): StoredPlacedOrder => {
    const order = read(selectById.get(id))
    if (order === null) throw new AppError('internal', { what: 'written order is not there' })
    return order
  }

  /** Who has what a change brings; read one by one, for the first refusal ends it. */
  function* findOwners(
    { networkKey, senderAddress }: StoredPlacedOrder,
    { msgHash = null, nonce = null, orderId = null }: PlacedOrderChange,
  ): Generator<UsedField> {
    if (msgHash !== null) yield { field: 'msgHash', owner: findHash.get(msgHash) }
    if (nonce !== null) yield { field: 'nonce', owner: findNonce.get(networkKey, senderAddress, nonce) }
    if (orderId !== null)
      yield { field: 'orderId', owner: findOrderId.get(networkKey, senderAddress, orderId) }
  }

  return {
    createPlacedOrder: (intent, againOf = null) =>
      inTransaction(db, () => {
        const before = read(selectById.get(intent.id))
        if (before !== null) return { order: before, isNew: false }
        const first = bind({
          state: 'intended',
          updatedAtMs: intent.createdAtMs,
          msgHash: null,
          nonce: null,
          signature: null,
          sentAtMs: null,
          orderId: null,
          differences: [],
          failure: null,
        })
        insert.run({ ...intent, ...first, againOf })
        return { order: readBack(intent.id), isNew: true }
      }),
    movePlacedOrder: (id, from, to, change, atMs) =>
      inTransaction(db, () => {
        const order = read(selectById.get(id))
        if (order === null || !from.includes(order.state)) return null
        if (to === 'accepted' && change.orderId !== undefined && change.orderId !== null) {
          release.run(atMs, order.networkKey, order.senderAddress, change.orderId, id)
        }
        refuseUsed(id, findOwners(order, change))
        update.run({ ...bind({ ...order, ...change, state: to, updatedAtMs: atMs }), id })
        return readBack(id)
      }),
    getPlacedOrder: (id) => read(selectById.get(id)),
    getSecondAttempt: (id) => read(selectSecond.get(id)),
    findUsedBefore: (networkKey, senderAddress, msgHash, nonce) => {
      if (findHash.get(msgHash) !== undefined) return 'msgHash'
      return findNonce.get(networkKey, senderAddress, nonce) === undefined ? null : 'nonce'
    },
    noteSeenHash: (msgHash, orderId) => {
      noteHash.run(msgHash, orderId)
    },
    listSentOrders: (networkKey, senderAddress, sinceMs) =>
      listSent.all(networkKey, senderAddress, sinceMs).map((row) => readRow(db, row)),
    listPlacedOrders: (networkKey, senderAddress, limit) =>
      list.all(networkKey, senderAddress, limit).map((row) => readRow(db, row)),
    listWatchedOrders: () => listWatched.all().map((row) => readRow(db, row)),
  }
}
