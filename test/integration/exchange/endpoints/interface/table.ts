// The answers of all endpoints, written from the service interface and the facts (A2, A5, A6, A9, B1 to B12) alone.
import fc from 'fast-check'
import type { EndpointName } from '../../../../../src-preload/domain/endpoints.ts'
import { isObject, type Json, textIn, withField } from './json-text.ts'
import {
  decimalInEitherForm as decimal,
  decimalText,
  id,
  noisyMoneyNumber,
  percentage,
  places,
  seconds,
} from './numbers.ts'
import {
  candles,
  type Field,
  judge,
  type KeyedKind,
  type Kind,
  loose,
  must,
  nullable,
  object,
  type ObjectKind,
  optional,
  rows,
  type RowsKind,
} from './shapes.ts'
import {
  address,
  anything,
  hexNumber,
  market,
  reference,
  someMarket,
  starkKey,
  text,
  token,
  truth,
  word,
} from './texts.ts'
import { isoTime, isoTimeOrSeconds } from './times.ts'
import { fieldOf, refuse, scalar, type Verdict } from './verdict.ts'

const side = word('buy', 'sell')
/** Of the longest that is taken, here as below. */
const filledText = text(1, 64)

const marketTrade = object(
  must('id', id),
  must('price', noisyMoneyNumber),
  must('amount', noisyMoneyNumber),
  must('total', noisyMoneyNumber),
  must('market', market),
  must('created_at', seconds, 'createdAtMs'),
  must('taker_type', side, 'takerType'),
)

/** Types and states may be words that nobody has told us of: they are kept as they are. */
const orderFields: readonly Field[] = [
  must('id', id),
  loose(must('uuid', text(0, 64)), ''),
  must('side', side),
  must('ord_type', filledText, 'type'),
  nullable(must('price', decimal)),
  optional(must('stop_price', decimal, 'stopPrice')),
  optional(must('avg_price', decimal, 'averagePrice'), '0'),
  must('state', filledText),
  must('market', market),
  must('created_at', isoTime, 'createdAtMs'),
  must('updated_at', isoTime, 'updatedAtMs'),
  must('origin_volume', decimal, 'originVolume'),
  must('remaining_volume', decimal, 'remainingVolume'),
  must('executed_volume', decimal, 'executedVolume'),
  must('maker_fee', decimal, 'makerFee'),
  must('taker_fee', decimal, 'takerFee'),
  must('trades_count', id, 'tradesCount'),
  loose(must('cancel_reason', text(0, 512), 'cancelReason')),
]
const order = object(...orderFields)

/** Not shown by the interface; the shape of the facts, A9 and B8. What a fill cannot be without is its id, price and amount. */
const orderTrade = object(
  must('id', id),
  must('price', decimal),
  must('amount', decimal),
  optional(must('total', decimal)),
  optional(must('fee_currency', text(0, 64), 'feeCurrency')),
  optional(must('fee', decimal, 'feeRate')),
  optional(must('fee_amount', decimal, 'feeAmount')),
  optional(must('market', market)),
  optional(must('created_at', isoTimeOrSeconds, 'createdAtMs')),
  loose(must('taker_type', side, 'takerType')),
  optional(must('side', side)),
  optional(must('order_id', id, 'orderId')),
)
/** In the list of all fills: of which order, market, side and time it is must be there as well. */
const ownTrade = object(
  ...orderTrade.fields.map((field): Field => {
    const isNeeded = ['market', 'created_at', 'side', 'order_id'].includes(field.name)
    return isNeeded ? must(field.name, field.kind, field.as) : field
  }),
)

const transferFields = (amount: Kind): Field[] => [
  must('client_reference_id', reference, 'reference'),
  must('amount', amount),
  must('currency', filledText),
  must('from_address', address, 'fromAddress'),
  must('destination_address', address, 'destinationAddress'),
  // Words other than success and pending are not known, and there must be some.
  must('status', text(1, 64)),
  must('created_at', isoTime, 'createdAtMs'),
  must('updated_at', isoTime, 'updatedAtMs'),
]
/** Of a transfer that was signed the amount is text and nothing else. */
const transfer = object(...transferFields(decimalText))

const profile = object(
  loose(must('name', text(0, 256)), ''),
  loose(must('customer_id', text(0, 256), 'customerId')),
  optional(must('img', anything, null)),
  loose(must('username', text(0, 256)), ''),
  must('stark_key', starkKey, 'starkKey'),
)

const pnlEntry = object(
  must('currency', filledText),
  must('pnl_currency', filledText, 'pnlCurrency'),
  must('total_credit', decimal, 'totalCredit'),
  must('total_debit', decimal, 'totalDebit'),
  must('total_credit_value', decimal, 'totalCreditValue'),
  must('total_debit_value', decimal, 'totalDebitValue'),
  optional(must('average_buy_price', decimal, 'averageBuyPrice')),
  optional(must('average_sell_price', decimal, 'averageSellPrice')),
  optional(must('average_balance_price', decimal, 'averageBalancePrice')),
  must('total_balance_value', decimal, 'totalBalanceValue'),
)

const tickerFigures = object(
  loose(must('at', seconds)),
  must('last', decimal),
  ...['open', 'high', 'low', 'volume', 'vol', 'amount'].map((name) => optional(must(name, decimal))),
  optional(must('avg_price', decimal, 'averagePrice')),
  loose(must('price_change_percent', percentage, 'changePercent')),
)
/** The outer time goes before the inner one, and `volume` before `vol`, as one connector calls it. */
const tickerFields = object(loose(must('at', seconds)), must('ticker', tickerFigures))
const ticker: ObjectKind = {
  ...tickerFields,
  judgeAs: (node) => {
    const { values, refusals } = judge(object(...tickerFields.fields), node)
    return {
      values: values.map((value) => {
        const { at, ticker: figures } = value as { at: unknown; ticker: Record<string, unknown> }
        const { at: innerAt, vol, volume, ...rest } = figures
        return { ...rest, atMs: at ?? innerAt, volume: volume ?? vol }
      }),
      refusals,
    }
  },
}
const tickers: KeyedKind = {
  is: 'keyed',
  row: ticker,
  key: must('key', market, 'market'),
  one: {
    row: ticker,
    is: (node) => {
      const inner = fieldOf(node, 'ticker')
      return inner !== undefined && isObject(inner) && !Object.hasOwn(inner, 'ticker')
    },
  },
}

const bookOrder = (its: 'buy' | 'sell'): ObjectKind =>
  object(
    must('id', id),
    must('side', word(its)),
    optional(must('price', decimal)),
    must('remaining_volume', decimal, 'remainingVolume'),
    optional(must('market', someMarket)),
    // The others that an order has are not used.
    ...orderFields
      .filter(
        ({ name }) =>
          !['id', 'side', 'price', 'remaining_volume', 'market', 'stop_price', 'cancel_reason'].includes(
            name,
          ),
      )
      .map(({ name }) => optional(must(name, anything, null))),
  )

const balance = object(
  must('currency', filledText),
  must('balance', decimal),
  must('locked', decimal),
  optional(must('deposit_address', anything, null)),
)

const coin: KeyedKind = {
  is: 'keyed',
  key: null,
  one: null,
  row: object(
    must('symbol', filledText),
    loose(must('name', text(0, 256))),
    loose(must('decimal', places, 'decimals')),
    loose(must('blockchain_decimal', places, 'chainDecimals')),
    loose(must('trade_decimal', places, 'tradeDecimals')),
    loose(must('minimum_order', decimal, 'minOrder')),
    loose(must('maximum_order', decimal, 'maxOrder')),
    ...[
      'type',
      'fee',
      'quanitization',
      'stark_asset_id',
      'token_contract',
      'minimum_withdraw',
      'minimum_deposit',
      'fast_withdrawals_enabled',
      'fast_withdrawal_fee',
      'min_fast_withdrawal',
      'max_fast_withdrawal_for_user_per_day',
      'max_fast_withdrawal_for_platform_per_day',
      'frontend_visibility',
      'color',
      'logo',
      'description',
    ].map((name) => optional(must(name, anything, null))),
  ),
}

/** An order that is to be cancelled: its id under one of two names, and as much more of it as there is. */
const queued: ObjectKind = {
  ...object(
    ...orderFields,
    optional(must('order_id', scalar(id.judge, fc.constant(null), id.near), null)),
    optional(must('trades', anything, null)),
  ),
  judgeAs: (node) => {
    if (!isObject(node)) return refuse()
    const ids = ['id', 'order_id'].flatMap((name) => {
      const named = fieldOf(node, name)
      return named === undefined || named === null ? [] : [{ name, verdict: judge(id, named) }]
    })
    const bad = ids.find(({ verdict }) => verdict.values.length === 0)
    const [first] = ids
    if (bad !== undefined) return refuse(bad.name)
    const values = new Set(ids.map(({ verdict }) => verdict.values[0]))
    if (first === undefined || values.size > 1) return refuse('id')
    const named = withField(node, 'id', fieldOf(node, first.name) ?? null)
    const { values: read, refusals } = judge(order, named)
    const isOpen = ids.some(({ verdict }) => verdict.refusals.length > 0)
    const orders = refusals.length > 0 ? [...read, null] : read
    return {
      values: orders.map((one) => ({ orderId: first.verdict.values[0], order: one })),
      refusals: isOpen ? ['id', 'order_id'] : [],
    }
  },
}

const tokens = object(must('access', token), must('refresh', token))

interface Description {
  readonly payload: Kind
  /** Only login has a token beside its payload. */
  readonly token?: ObjectKind
  /** The field of the payload that says what it is about, where the caller has asked for one thing. */
  readonly asked?: { readonly field: string; readonly isSame: (sent: unknown, asked: unknown) => boolean }
  /** The field by which an answer is refused that is about something else, of what the caller would get. */
  readonly foreign?: (value: unknown, asked: Json) => string | null
  /** What the caller gets of the fields of the envelope, under their names. */
  readonly result: (parts: { readonly payload: unknown; readonly token?: unknown }, asked: Json) => unknown
}

const payloadOnly: Description['result'] = ({ payload }) => payload
const isSameText = (sent: unknown, asked: unknown): boolean => sent === asked
const isSameAddress = (sent: unknown, asked: unknown): boolean =>
  String(sent).toLowerCase() === String(asked).toLowerCase()
const part = (value: unknown, name: string): unknown => Reflect.get(Object(value) as object, name)
type Listed = { readonly rows: readonly Record<string, unknown>[]; readonly unread: Unread | null }
type Unread = { readonly count: number; readonly firstField: string }

const ofOrders: RowsKind = { ...rows(order), isOfOrders: true }

/** The one ticker that was asked for; it may not name its market. */
export const isOneTicker = (answer: Json): boolean =>
  tickers.one?.is(fieldOf(answer, 'payload') ?? null) === true

export const table: Readonly<Record<EndpointName, Description>> = {
  health: { payload: anything, result: () => undefined },
  'auth.nonce': { payload: text(1, 2_048), result: payloadOnly },
  'auth.login': {
    payload: object(must('uid', text(0, 128)), optional(must('signature', anything, null))),
    token: tokens,
    result: ({ payload, token: pair }) => ({ ...Object(payload), ...Object(pair) }) as unknown,
  },
  'auth.refresh': { payload: tokens, result: payloadOnly },
  'user.profile': { payload: profile, result: payloadOnly },
  'user.pnl': { payload: rows(pnlEntry), result: payloadOnly },
  'user.balances': { payload: { ...rows(balance), mayBeOne: true }, result: payloadOnly },
  'market.trades': { payload: rows(marketTrade), result: payloadOnly },
  'market.candles': { payload: candles, result: payloadOnly },
  'market.tickers': {
    payload: tickers,
    result: ({ payload }, asked) => {
      const { rows: read, unread } = payload as Listed
      if (!isOneTicker(asked)) return payload
      const named = read.map((row): Record<string, unknown> => ({ market: 'ethusdc', ...row }))
      return { rows: named.filter((row) => row['market'] === 'ethusdc'), unread }
    },
    // Nobody can tell of which market it is where all were asked for.
    foreign: (value, asked) =>
      !isOneTicker(asked) && (value as Listed).rows.some((row) => !('market' in row)) ? '' : null,
  },
  'market.orderBook': {
    payload: object(
      must('asks', rows(bookOrder('sell'), 'payload.asks')),
      must('bids', rows(bookOrder('buy'), 'payload.bids')),
    ),
    foreign: (value) => {
      const isForeign = (name: string): boolean =>
        (part(value, name) as Listed).rows.some((row) => ![null, 'ethusdc'].includes(row['market'] as null))
      return ['asks', 'bids'].find(isForeign) ?? null
    },
    result: ({ payload }) => {
      const { asks, bids } = payload as { asks: Listed; bids: Listed }
      const without = ({ rows: read }: Listed) => read.map(({ market: _market, ...row }) => row)
      const all = [asks.unread, bids.unread].flatMap((unread) => unread ?? [])
      const count = all.reduce((sum, unread) => sum + unread.count, 0)
      const unread = count === 0 ? null : { count, firstField: all[0]?.firstField }
      return { market: 'ethusdc', asks: without(asks), bids: without(bids), unread }
    },
  },
  'coins.list': { payload: coin, result: payloadOnly },
  'orders.list': { payload: ofOrders, result: payloadOnly },
  'orders.get': {
    payload: object(...orderFields, must('trades', rows(orderTrade, 'payload.trades'))),
    asked: { field: 'id', isSame: isSameText },
    result: ({ payload }) => {
      const { trades, ...rest } = Object(payload) as Record<string, unknown>
      const { rows: read, unread } = trades as Listed
      return { order: rest, trades: read, unread }
    },
  },
  'orders.nonce': {
    payload: object(must('msg_hash', hexNumber, 'msgHash'), must('nonce', id)),
    result: payloadOnly,
  },
  'orders.create': { payload: order, result: payloadOnly },
  'orders.cancel': {
    payload: queued,
    foreign: (value, asked) => (part(value, 'orderId') === orderIdIn(asked) ? null : 'id'),
    result: payloadOnly,
  },
  'orders.bulkCancel': { payload: anything, result: () => undefined },
  'trades.list': { payload: rows(ownTrade), result: payloadOnly },
  'transfers.checkUser': {
    payload: object(must('destination_address', address), must('exists', truth)),
    asked: { field: 'destination_address', isSame: isSameAddress },
    result: ({ payload }) => part(payload, 'exists'),
  },
  'transfers.initiate': {
    payload: object(must('msg_hash', hexNumber, 'msgHash'), must('nonce', id)),
    result: payloadOnly,
  },
  'transfers.process': { payload: transfer, result: payloadOnly },
  'transfers.get': {
    payload: transfer,
    asked: { field: 'client_reference_id', isSame: isSameText },
    result: ({ payload }) => ({ isKnown: true, transfer: payload }),
  },
  'transfers.list': {
    payload: object(
      must('internal_transfers', rows(object(...transferFields(decimal)), 'payload.internal_transfers')),
      loose(must('total_count', id, 'totalCount')),
      optional(must('limit', anything, null)),
      optional(must('offset', anything, null)),
    ),
    result: ({ payload }) => {
      const { internal_transfers: list, totalCount } = Object(payload) as Record<string, unknown>
      return { ...Object(list), totalCount } as unknown
    },
  },
}

/** The order that an answer to a cancel names, by one of its two names. */
export function orderIdIn(answer: Json): number {
  const payload = fieldOf(answer, 'payload') ?? null
  return Number(textIn(fieldOf(payload, 'id') ?? fieldOf(payload, 'order_id')))
}

/** The whole answer: nothing depends on the message. */
export function envelopeOf(endpoint: EndpointName): ObjectKind {
  const { payload, token: beside } = table[endpoint]
  const data = must('payload', payload)
  return object(
    must('status', word('success'), null),
    optional(must('message', anything, null)),
    payload === anything ? optional(data) : data,
    ...(beside === undefined ? [] : [must('token', beside)]),
  )
}

/**
 * What may become of a success answer. A refusal of the body as a whole names `body`.
 * @param asked - the answer before it was damaged: it is what the caller asked for
 */
export function judgeAnswer(endpoint: EndpointName, answer: Json, asked: Json): Verdict {
  const { result, asked: about, foreign } = table[endpoint]
  const verdict = judge(envelopeOf(endpoint), answer)
  const refusals = verdict.refusals.map((path) => (path === '' ? 'body' : path))
  const parts = verdict.values.map((value) => value as { payload: unknown })
  const others = parts.flatMap(({ payload }) => foreign?.(payload, asked) ?? [])
  if (others.length > 0)
    return refuse(['payload', ...others.slice(0, 1)].filter((step) => step !== '').join('.'))
  const values = parts.map((value) => result(value, asked))
  if (about === undefined || values.length === 0) return { values, refusals }
  const meant = (envelope: Json): unknown => meaningOf(endpoint, envelope, about.field)
  return about.isSame(meant(answer), meant(asked)) ? { values, refusals } : refuse(`payload.${about.field}`)
}

function meaningOf(endpoint: EndpointName, envelope: Json, field: string): unknown {
  const { payload } = table[endpoint]
  const kind = payload.is === 'object' ? payload.fields.find(({ name }) => name === field)?.kind : undefined
  const node = fieldOf(fieldOf(envelope, 'payload') ?? null, field)
  return kind === undefined || node === undefined ? undefined : judge(kind, node).values[0]
}
