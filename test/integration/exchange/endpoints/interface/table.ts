// The answers of the fourteen endpoints, written from the service interface and the facts (A2, A5, A6, A9) alone.
import type { EndpointName } from '../../../../../src-preload/domain/endpoints.ts'
import type { Json } from './json-text.ts'
import {
  decimalInEitherForm,
  decimalText,
  decimalTextLeniently,
  id,
  noisyMoneyNumber,
  seconds,
} from './numbers.ts'
import {
  candles,
  type Field,
  judge,
  type Kind,
  must,
  nullable,
  object,
  type ObjectKind,
  omissible,
  optional,
  rows,
} from './shapes.ts'
import {
  address,
  anything,
  hexNumber,
  market,
  reference,
  starkKey,
  text,
  token,
  truth,
  word,
} from './texts.ts'
import { isoTime, isoTimeOrSeconds } from './times.ts'
import { fieldOf, refuse, type Verdict } from './verdict.ts'

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

/** @param price - a number under this name is money elsewhere in the same answer of Get order */
function orderFields(price: Kind): readonly Field[] {
  return [
    must('id', id),
    must('uuid', filledText),
    must('side', side),
    must('ord_type', word('limit', 'market', 'stop_limit', 'limit_maker'), 'type'),
    nullable(must('price', price)),
    optional(must('stop_price', decimalText, 'stopPrice')),
    must('avg_price', decimalText, 'averagePrice'),
    must('state', word('pending', 'wait', 'done', 'cancel')),
    must('market', market),
    must('created_at', isoTime, 'createdAtMs'),
    must('updated_at', isoTime, 'updatedAtMs'),
    must('origin_volume', decimalText, 'originVolume'),
    must('remaining_volume', decimalText, 'remainingVolume'),
    must('executed_volume', decimalText, 'executedVolume'),
    must('maker_fee', decimalText, 'makerFee'),
    must('taker_fee', decimalText, 'takerFee'),
    must('trades_count', id, 'tradesCount'),
    optional(must('cancel_reason', text(0, 512), 'cancelReason')),
  ]
}

/** Not shown by the interface; the shape of the facts, A9 and B8. What a fill cannot be without is its id, price and amount. */
const orderTrade = object(
  must('id', id),
  must('price', decimalInEitherForm),
  must('amount', decimalInEitherForm),
  optional(must('total', decimalInEitherForm)),
  optional(must('fee_currency', text(0, 64), 'feeCurrency')),
  optional(must('fee', decimalInEitherForm, 'feeRate')),
  optional(must('fee_amount', decimalInEitherForm, 'feeAmount')),
  optional(must('market', market)),
  optional(must('created_at', isoTimeOrSeconds, 'createdAtMs')),
  optional(must('taker_type', side, 'takerType')),
  optional(must('side', side)),
  optional(must('order_id', id, 'orderId')),
)

const transfer = object(
  must('client_reference_id', reference, 'reference'),
  must('amount', decimalText),
  must('currency', filledText),
  must('from_address', address, 'fromAddress'),
  must('destination_address', address, 'destinationAddress'),
  // Words other than success and pending are not known, and there must be some.
  must('status', text(1, 64)),
  must('created_at', isoTime, 'createdAtMs'),
  must('updated_at', isoTime, 'updatedAtMs'),
)

const profile = object(
  must('name', text(0, 256)),
  optional(must('customer_id', text(0, 256), 'customerId')),
  optional(must('img', anything, null)),
  must('username', text(0, 256)),
  must('stark_key', starkKey, 'starkKey'),
)

const pnlEntry = object(
  must('currency', filledText),
  must('pnl_currency', filledText, 'pnlCurrency'),
  must('total_credit', decimalText, 'totalCredit'),
  must('total_debit', decimalText, 'totalDebit'),
  must('total_credit_value', decimalText, 'totalCreditValue'),
  must('total_debit_value', decimalText, 'totalDebitValue'),
  must('average_buy_price', decimalText, 'averageBuyPrice'),
  must('average_sell_price', decimalText, 'averageSellPrice'),
  must('average_balance_price', decimalText, 'averageBalancePrice'),
  must('total_balance_value', decimalText, 'totalBalanceValue'),
)

const tokens = object(must('access', token), must('refresh', token))

interface Description {
  readonly payload: Kind
  /** Only login has a token beside its payload. */
  readonly token?: ObjectKind
  /** The field of the payload that says what it is about, where the caller has asked for one thing. */
  readonly asked?: { readonly field: string; readonly isSame: (sent: unknown, asked: unknown) => boolean }
  /** What the caller gets of the fields of the envelope, under their names. */
  readonly result: (parts: { readonly payload: unknown; readonly token?: unknown }) => unknown
}

const payloadOnly: Description['result'] = ({ payload }) => payload
const isSameText = (sent: unknown, asked: unknown): boolean => sent === asked
const isSameAddress = (sent: unknown, asked: unknown): boolean =>
  String(sent).toLowerCase() === String(asked).toLowerCase()
const part = (value: unknown, name: string): unknown => Reflect.get(Object(value) as object, name)

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
  'market.trades': { payload: rows(marketTrade), result: payloadOnly },
  'market.candles': { payload: candles, result: payloadOnly },
  'orders.list': { payload: rows(object(...orderFields(decimalText)), true), result: payloadOnly },
  'orders.get': {
    payload: object(...orderFields(decimalTextLeniently), must('trades', rows(orderTrade))),
    asked: { field: 'id', isSame: isSameText },
    result: ({ payload }) => {
      const { trades, ...order } = Object(payload) as Record<string, unknown>
      return { order, trades }
    },
  },
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
}

/** The whole answer: a message may be empty, and nobody is harmed where it is missing. */
export function envelopeOf(endpoint: EndpointName): ObjectKind {
  const { payload, token: beside } = table[endpoint]
  const data = must('payload', payload)
  return object(
    must('status', word('success'), null),
    omissible(must('message', text(0, 8_192), null)),
    payload === anything ? optional(data) : data,
    ...(beside === undefined ? [] : [must('token', beside)]),
  )
}

/**
 * What may become of a success answer. A refusal of the body as a whole names `body`.
 * @param asked - the answer before it was damaged: it is what the caller asked for
 */
export function judgeAnswer(endpoint: EndpointName, answer: Json, asked: Json): Verdict {
  const { result, asked: about } = table[endpoint]
  const verdict = judge(envelopeOf(endpoint), answer)
  const refusals = verdict.refusals.map((path) => (path === '' ? 'body' : path))
  const values = verdict.values.map((value) => result(value as { payload: unknown }))
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
