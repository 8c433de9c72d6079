// The largest honest answer of each endpoint, and the largest that a service can send of what it likes.
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { type FixtureName, fixtureEnvelope, fixtureText } from '../../fixtures/fixtures.ts'

const honest: Readonly<Record<EndpointName, FixtureName>> = {
  health: 'health',
  'auth.nonce': 'nonce',
  'auth.login': 'login',
  'auth.refresh': 'refresh',
  'user.profile': 'profile',
  'user.pnl': 'pnl',
  'user.balances': 'balances',
  'market.trades': 'trades',
  'market.candles': 'candles',
  'market.tickers': 'tickers',
  'market.orderBook': 'order-book',
  'coins.list': 'coins',
  'orders.list': 'orders',
  'orders.get': 'order',
  'orders.nonce': 'order-nonce',
  'orders.create': 'order-created',
  'orders.cancel': 'order-canceled',
  'orders.bulkCancel': 'bulk-cancel',
  'trades.list': 'own-trades',
  'transfers.checkUser': 'check-user',
  'transfers.initiate': 'initiate',
  'transfers.process': 'process',
  'transfers.get': 'transfer',
  'transfers.list': 'transfers',
}

/** A recorded answer. */
export const honestText = (endpoint: EndpointName): string => fixtureText(honest[endpoint])
export const honestAnswer = (endpoint: EndpointName) => fixtureEnvelope(honest[endpoint])

/** As long as decimals get: 20 digits before the point, 20 behind it. */
const decimal = '12345678901234567890.12345678901234567890'
const id = (index: number): number => 9_000_000_000_000_000 - index
const time = '2022-11-07T22:12:00.123456+01:00'
const market = 'abcdefghijklmnopqrstuvwxyzabcdef'
const reason = 'Slippage greater than 30%. Order cancelled to prevent loss of funds'

export const marketTradeRow = (index: number): object => ({
  id: id(index),
  price: 1.2345678901234567e-20,
  amount: 1.2345678901234567e-20,
  total: 1.2345678901234567e-20,
  market,
  created_at: 1_667_855_520,
  taker_type: 'sell',
})

export const candleRow = (index: number): number[] => [
  1_600_000_020 + index * 60,
  ...Array.from({ length: 5 }, () => 1.2345678901234567e-20),
]

export const orderRow = (index: number): object => ({
  id: id(index),
  uuid: '6d9a3b0c-2f7a-4a0e-8f0d-5a4f1f6c2b11',
  side: 'sell',
  ord_type: 'limit_maker',
  price: decimal,
  stop_price: decimal,
  avg_price: decimal,
  state: 'pending',
  market,
  created_at: time,
  updated_at: time,
  origin_volume: decimal,
  remaining_volume: decimal,
  executed_volume: decimal,
  maker_fee: decimal,
  taker_fee: decimal,
  trades_count: 1_000_000,
  cancel_reason: reason,
})

export const fillRow = (index: number): object => ({
  id: id(index),
  order_id: id(index),
  market,
  side: 'sell',
  taker_type: 'sell',
  price: decimal,
  amount: decimal,
  total: decimal,
  fee_currency: 'abcdefghijklmnop',
  fee: decimal,
  fee_amount: decimal,
  created_at: time,
})

export const currencyRow = (index: number): object => ({
  currency: `currency${String(index).padStart(8, '0')}`,
  pnl_currency: 'abcdefghijklmnop',
  total_credit: decimal,
  total_debit: decimal,
  total_credit_value: decimal,
  total_debit_value: decimal,
  average_buy_price: decimal,
  average_sell_price: decimal,
  average_balance_price: decimal,
  total_balance_value: decimal,
})

export const balanceRow = (index: number): object => ({
  currency: `currency${String(index).padStart(8, '0')}`,
  balance: decimal,
  locked: decimal,
  deposit_address: `0x${'1'.repeat(64)}`,
})

const tickerRow = (): object => ({
  at: '1660636224',
  ticker: {
    at: '1660636224',
    avg_price: decimal,
    high: decimal,
    last: decimal,
    low: decimal,
    open: decimal,
    price_change_percent: `+${decimal}%`,
    volume: decimal,
    amount: decimal,
  },
})

const bookRow = (side: string, index: number): object => ({
  ...orderRow(index),
  side,
  market: 'ethusdc',
  stop_price: undefined,
  cancel_reason: undefined,
})

const coinRow = (index: number): object => ({
  name: 'x'.repeat(100),
  symbol: `currency${String(index).padStart(8, '0')}`,
  type: 'ERC20',
  fee: decimal,
  quanitization: '18',
  stark_asset_id: `0x${'1'.repeat(64)}`,
  token_contract: `0x${'1'.repeat(40)}`,
  decimal: '18',
  blockchain_decimal: '18',
  trade_decimal: '18',
  minimum_order: decimal,
  maximum_order: decimal,
  minimum_withdraw: decimal,
  minimum_deposit: decimal,
  fast_withdrawals_enabled: true,
  fast_withdrawal_fee: decimal,
  min_fast_withdrawal: decimal,
  max_fast_withdrawal_for_user_per_day: decimal,
  max_fast_withdrawal_for_platform_per_day: decimal,
  frontend_visibility: true,
  color: '#123456',
  logo: 'x'.repeat(500),
  description: 'x'.repeat(500),
})

const transferRow = (index: number): object => ({
  client_reference_id: `${'東'.repeat(240)}${String(index).padStart(15, '0')}`,
  amount: decimal,
  currency: 'abcdefghijklmnop',
  from_address: `0x${'1'.repeat(40)}`,
  destination_address: `0x${'1'.repeat(40)}`,
  status: 'success',
  created_at: time,
  updated_at: time,
})

const keyed = (rows: unknown[], name: (index: number) => string): object =>
  Object.fromEntries(rows.map((row, index) => [name(index), row]))

const rowsOf = (count: number, row: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => row(index))

/** So many rows where the endpoint is a list; else the fixture's payload with its texts as long as they honestly get. */
export function payloadOf(endpoint: EndpointName, rows: number): unknown {
  switch (endpoint) {
    case 'user.pnl':
      return rowsOf(rows, currencyRow)
    case 'market.trades':
      return rowsOf(rows, marketTradeRow)
    case 'market.candles':
      return rowsOf(rows, candleRow)
    case 'orders.list':
      return rowsOf(rows, orderRow)
    case 'user.balances':
      return rowsOf(rows, balanceRow)
    case 'market.tickers':
      return keyed(rowsOf(rows, tickerRow), (index) => `market${String(index).padStart(26, '0')}`)
    case 'market.orderBook':
      return {
        asks: rowsOf(rows, (index) => bookRow('sell', index)),
        bids: rowsOf(rows, (index) => bookRow('buy', index)),
      }
    case 'coins.list':
      return keyed(rowsOf(rows, coinRow), (index) => `coin ${String(index)}`)
    case 'trades.list':
      return rowsOf(rows, fillRow)
    case 'transfers.list':
      return { ...Object(honestAnswer(endpoint).payload), internal_transfers: rowsOf(rows, transferRow) }
    case 'orders.get':
      return {
        ...orderRow(0),
        id: 81991,
        stop_price: undefined,
        cancel_reason: undefined,
        trades: rowsOf(rows, fillRow),
      }
    case 'user.profile':
      return { ...Object(honestAnswer(endpoint).payload), name: '東'.repeat(256), img: 'x'.repeat(1_000_000) }
    default:
      return honestAnswer(endpoint).payload
  }
}

/** The most rows that an honest answer has. */
export const honestRows: Readonly<Partial<Record<EndpointName, number>>> = {
  'user.pnl': 500,
  'market.trades': 1_000,
  'market.candles': 10_000,
  'orders.list': 1_000,
  'orders.get': 4_000,
  'user.balances': 500,
  'market.tickers': 1_000,
  'market.orderBook': 200,
  'coins.list': 500,
  'trades.list': 1_000,
  'transfers.list': 500,
}

export function textOf(endpoint: EndpointName, payload: unknown, message = 'm'.repeat(300)): string {
  return JSON.stringify({ ...honestAnswer(endpoint), message, payload })
}

export const largestHonest = (endpoint: EndpointName): string =>
  textOf(endpoint, payloadOf(endpoint, honestRows[endpoint] ?? 0))
