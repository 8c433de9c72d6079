// The parameters of every call, written from the interface: what may be given, how it goes out, what must not be sent.
import fc from 'fast-check'
import type { ExchangeClient } from '../../../../../src-main/exchange/client.ts'
import type { EndpointName } from '../../../../../src-preload/domain/endpoints.ts'
import { someAddress } from './calls.ts'

/** One parameter of a call. */
export interface Parameter {
  /** The client's name; a dot leads into an object. */
  readonly input: string
  /** The service's name; `path` for the last segment of the path. */
  readonly wire: string
  readonly isRequired: boolean
  readonly sound: fc.Arbitrary<string | number>
  readonly unsound: readonly (string | number)[]
  /** The text in a query, or the JSON in a body, of a sound value. */
  readonly write: (value: string | number) => string
  /** What an error calls it. */
  readonly named: string
}

type Values = Pick<Parameter, 'sound' | 'unsound'> & Partial<Pick<Parameter, 'write' | 'named'>>

function optional(input: string, wire: string, values: Values): Parameter {
  return { input, wire, isRequired: false, write: String, named: input, ...values }
}
function required(input: string, wire: string, values: Values): Parameter {
  return { ...optional(input, wire, values), isRequired: true }
}
const asText = (values: Values): Values => ({ ...values, write: (value) => JSON.stringify(value) })

const count = (most: number): Values => ({
  sound: fc.oneof(fc.integer({ min: 1, max: most }), fc.constantFrom(1, most)),
  unsound: [0, -1, 1.5, most + 1, NaN, Infinity, 2 ** 53],
})
const word = (first: string, ...more: string[]): Values => ({
  sound: fc.constantFrom(first, ...more),
  unsound: ['', 'both', first.toUpperCase(), ` ${first}`, `${first}&limit=9`],
})
const unit: Values = {
  sound: fc.stringMatching(/^[a-z0-9]{1,16}$/),
  unsound: ['', 'ETH', 'eth&', 'e h', 'eth\n', 'x'.repeat(17)],
}
const market: Values = {
  sound: fc.stringMatching(/^[a-z0-9]{2,32}$/),
  unsound: [
    '',
    'ETHUSDC',
    'eth/usdc',
    'eth-usdc',
    'eth usdc',
    'e',
    'ethusdc&limit=9',
    '../orders',
    'ethusdc\n',
    'x'.repeat(33),
  ],
}
/** Whole seconds, by division of whole numbers; a broken one is left inside the range. */
const time = (edge: 'start' | 'end', min: number, max: number): Values => ({
  sound: fc.integer({ min, max }),
  unsound: [-1, NaN, Infinity, 2 ** 53],
  write: (ms) => String((BigInt(ms) + (edge === 'end' ? 999n : 0n)) / 1000n),
})
/** Ranges whose start is never after their end; the wrong way round is tested apart. */
const middleMs = 1_600_000_000_000
const range = [
  optional('startMs', 'start_time', time('start', 0, middleMs)),
  optional('endMs', 'end_time', time('end', middleMs, 4_102_444_800_000)),
]
const period: Values = {
  sound: fc.constantFrom(1, 5, 15, 30, 60, 120, 240, 360, 720, 1440, 4320, 10080),
  unsound: [0, 7, -5, 1.5, 10081, NaN],
}
const id: Values = {
  sound: fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER)),
  unsound: [-1, 1.5, NaN, Infinity, 2 ** 53],
}

const serviceKey: Values = asText({
  sound: fc.stringMatching(/^[\x21-\x7e]{1,60}$/),
  unsound: ['', ' ', 'a b', 'a\n', 'ä', 'x'.repeat(513)],
})
const keys = [
  required('organizationKey', 'organization_key', serviceKey),
  required('apiKey', 'api_key', serviceKey),
]
/** However it is given, it goes out with its checksum (EIP-55). */
const destination = required('destinationAddress', 'destination_address', {
  sound: fc.constantFrom(someAddress, someAddress.toLowerCase()),
  unsound: [
    '',
    '0x',
    someAddress.slice(0, -1),
    `${someAddress}0`,
    someAddress.replace('7E', '7e'),
    'vitalik.eth',
  ],
  write: () => JSON.stringify(someAddress),
  named: 'ethereumAddress',
})
const reference: Values = {
  sound: fc.oneof(
    fc.uuid(),
    fc.stringMatching(/^\d{15,17}$/),
    fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .map((value) => `r ${value.replace(/[/\\\p{Cc}]/gu, '%')}?#&=+`),
  ),
  unsound: [
    '',
    '.',
    '..',
    'a/b',
    '/',
    'a\\b',
    'a\nb',
    '\u0000',
    '\ud800',
    'initiate',
    'process',
    'check_user_exists',
    'x'.repeat(256),
  ],
}
/** A JSON number with these very digits (facts, A9): at most the six decimals of USDC, and never a double in between. */
const amount: Values = {
  sound: fc.oneof(
    fc
      .tuple(fc.stringMatching(/^(?:0|[1-9]\d{0,30})$/), fc.stringMatching(/^\d{0,5}[1-9]$/))
      .map((parts) => parts.join('.')),
    fc.stringMatching(/^[1-9]\d{0,30}$/),
    fc.constantFrom('1.0', '9007199254740993.000001', '0.000001'),
  ),
  unsound: [
    '',
    '0',
    '0.000000',
    '-1',
    '+1',
    ' 1',
    '1\n',
    '1e3',
    '1,5',
    '.5',
    '1.',
    '0.0000001',
    '1.0000000',
    '007',
    'NaN',
    '1}',
    '1'.repeat(61),
  ],
}
/** A JSON number with these very digits, as an amount is, with as many decimals as there are. */
const positive: Values = {
  ...amount,
  sound: fc.oneof(amount.sound, fc.constantFrom('0.0000000001', '1.0000000', '123.12345678901234567890')),
  unsound: amount.unsound.filter((value) => !['0.0000001', '1.0000000'].includes(String(value))),
}
const hexNumber: Values = asText({
  sound: fc.stringMatching(/^0x[0-9a-f]{1,64}$/),
  unsound: ['', '0x', '12', '0xg', '0x1 ', '0x1\n', `0x${'1'.repeat(65)}`],
})

export interface CallRules {
  readonly method: 'GET' | 'POST'
  /** Up to a parameter in the path. */
  readonly path: string
  readonly isPrivate: boolean
  readonly parameters: readonly Parameter[]
  /** The input is made from the parameters' `input` names. */
  readonly run: (client: ExchangeClient, input: never) => Promise<unknown>
}

/** Sent where the account has them. */
const keysOfAccount = keys.map((key): Parameter => ({ ...key, input: `keys.${key.input}` }))
const range200 = count(200)

const transfers = '/sapi/v1/internal_transfers/v2/'

/** Every call but those that the session makes for itself (their bodies are tested with it), and that of coins, which has no body. */
export const callRules: Readonly<Partial<Record<EndpointName, CallRules>>> = {
  health: {
    method: 'GET',
    path: '/sapi/v1/health/',
    isPrivate: false,
    parameters: [],
    run: (client) => client.health(),
  },
  'market.trades': {
    method: 'GET',
    path: '/sapi/v1/market/trades/',
    isPrivate: false,
    parameters: [
      required('market', 'market', market),
      optional('limit', 'limit', count(1_000)),
      optional('beforeMs', 'timestamp', time('end', 0, 4_102_444_800_000)),
      optional('orderBy', 'order_by', word('asc', 'desc')),
    ],
    run: (client, input) => client.listMarketTrades(input),
  },
  'market.candles': {
    method: 'GET',
    path: '/sapi/v1/market/kline/',
    isPrivate: false,
    parameters: [
      required('market', 'market', market),
      optional('limit', 'limit', count(10_000)),
      required('period', 'period', period),
      ...range,
    ],
    run: (client, input) => client.listCandles(input),
  },
  'user.profile': {
    method: 'GET',
    path: '/sapi/v1/user/profile/',
    isPrivate: true,
    parameters: [],
    run: (client) => client.getProfile(),
  },
  'user.pnl': {
    method: 'GET',
    path: '/sapi/v1/user/pnl/',
    isPrivate: true,
    parameters: [],
    run: (client) => client.getPnl(),
  },
  'user.balances': {
    method: 'GET',
    path: '/sapi/v1/user/balance/',
    isPrivate: true,
    parameters: [optional('currency', 'currency', unit)],
    run: (client, input) => client.listBalances(input),
  },
  'market.tickers': {
    method: 'GET',
    path: '/sapi/v1/market/tickers/',
    isPrivate: false,
    parameters: [optional('market', 'market', market)],
    run: (client, input) => client.listTickers(input),
  },
  'market.orderBook': {
    method: 'GET',
    path: '/sapi/v1/market/orderbook/',
    isPrivate: false,
    parameters: [
      required('market', 'market', market),
      optional('asksLimit', 'asks_limit', range200),
      optional('bidsLimit', 'bids_limit', range200),
    ],
    run: (client, input) => client.getOrderBook(input),
  },
  'orders.nonce': {
    method: 'POST',
    path: '/sapi/v1/orders/nonce/',
    isPrivate: true,
    // A stop limit order is the one with every price.
    parameters: [
      required('market', 'market', asText(market)),
      required('type', 'ord_type', asText(word('stop_limit'))),
      required('side', 'side', asText(word('buy', 'sell'))),
      required('volume', 'volume', positive),
      required('price', 'price', positive),
      required('stopPrice', 'stop_price', positive),
      ...keysOfAccount,
    ],
    run: (client, input) => client.prepareOrder(input),
  },
  'orders.create': {
    method: 'POST',
    path: '/sapi/v1/orders/create/',
    isPrivate: true,
    parameters: [
      required('signature.r', 'signature.r', hexNumber),
      required('signature.s', 'signature.s', hexNumber),
      required('nonce', 'nonce', id),
      required('msgHash', 'msg_hash', hexNumber),
      ...keysOfAccount,
    ],
    run: (client, input) => client.createOrder(input),
  },
  'orders.cancel': {
    method: 'POST',
    path: '/sapi/v1/orders/cancel/',
    isPrivate: true,
    parameters: [required('id', 'order_id', id)],
    run: (client, { id: asked }: { id: number }) => client.cancelOrder(asked, { retries: 0 }),
  },
  'orders.bulkCancel': {
    method: 'POST',
    path: '/sapi/v1/user/bulkcancel/',
    isPrivate: true,
    parameters: [
      required('market', 'market', asText(market)),
      optional('limit', 'limit', count(100)),
      optional('side', 'side', asText(word('buy', 'sell'))),
    ],
    run: (client, input) => client.cancelOrders(input, { retries: 0 }),
  },
  'trades.list': {
    method: 'GET',
    path: '/sapi/v1/trades/',
    isPrivate: true,
    parameters: [
      optional('limit', 'limit', count(1_000)),
      optional('page', 'page', count(1_000_000)),
      optional('market', 'market', market),
      optional('orderBy', 'order_by', word('asc', 'desc')),
      ...range,
    ],
    run: (client, input) => client.listOwnTrades(input),
  },
  'transfers.list': {
    method: 'GET',
    path: transfers,
    isPrivate: true,
    parameters: [
      optional('limit', 'limit', count(500)),
      optional('offset', 'offset', {
        sound: fc.nat(1_000_000_000),
        unsound: [-1, 1.5, 1_000_000_001, NaN, Infinity],
      }),
    ],
    run: (client, input) => client.listTransfers(input),
  },
  'orders.list': {
    method: 'GET',
    path: '/sapi/v1/orders/',
    isPrivate: true,
    parameters: [
      optional('limit', 'limit', count(1_000)),
      optional('page', 'page', count(1_000_000)),
      optional('market', 'market', market),
      optional('type', 'ord_type', word('limit', 'market', 'stop_limit', 'limit_maker')),
      optional('state', 'state', word('pending', 'wait', 'done', 'cancel')),
      optional('baseUnit', 'base_unit', unit),
      optional('quoteUnit', 'quote_unit', unit),
      optional('side', 'side', word('buy', 'sell')),
      ...range,
    ],
    run: (client, input) => client.listOrders(input),
  },
  'orders.get': {
    method: 'GET',
    path: '/sapi/v1/orders/',
    isPrivate: true,
    parameters: [required('id', 'path', { ...id, write: (value) => `${String(value)}/` })],
    run: (client, { id: asked }: { id: number }) => client.getOrder(asked),
  },
  'transfers.checkUser': {
    method: 'POST',
    path: `${transfers}check_user_exists/`,
    isPrivate: true,
    parameters: [...keys, destination],
    run: (client, input) => client.checkUserExists(input),
  },
  'transfers.initiate': {
    method: 'POST',
    path: `${transfers}initiate/`,
    isPrivate: true,
    parameters: [
      ...keys,
      required('reference', 'client_reference_id', asText(reference)),
      required('currency', 'currency', asText(word('usdc'))),
      required('amount', 'amount', amount),
      destination,
    ],
    run: (client, input) => client.initiateTransfer(input),
  },
  'transfers.process': {
    method: 'POST',
    path: `${transfers}process/`,
    isPrivate: true,
    parameters: [
      ...keys,
      required('signature.r', 'signature.r', hexNumber),
      required('signature.s', 'signature.s', hexNumber),
      required('nonce', 'nonce', id),
      required('msgHash', 'msg_hash', hexNumber),
    ],
    run: (client, input) => client.processTransfer(input),
  },
  'transfers.get': {
    method: 'GET',
    path: transfers,
    isPrivate: true,
    parameters: [required('reference', 'path', reference)],
    run: (client, { reference: asked }: { reference: string }) => client.getTransfer(asked),
  },
}
