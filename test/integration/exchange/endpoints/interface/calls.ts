// Making the call of each endpoint, over a real line or straight to the reading of an answer.
import type { Call } from '../../../../../src-main/exchange/call.ts'
import type { ExchangeClient } from '../../../../../src-main/exchange/client.ts'
import { type AuthCalls, createAuthCalls } from '../../../../../src-main/exchange/endpoints/auth.ts'
import { createServiceCalls, type ServiceCalls } from '../../../../../src-main/exchange/service-calls.ts'
import { readAnswer } from '../../../../../src-main/exchange/answers/envelope.ts'
import type { EndpointName } from '../../../../../src-preload/domain/endpoints.ts'
import { movableClock } from '../../../../fixtures/test-client.ts'
import { type Json, textIn } from './json-text.ts'
import { isOneTicker, orderIdIn } from './table.ts'
import { fieldOf } from './verdict.ts'

/** Everything that can be asked of the service. */
export type Asker = AuthCalls & ServiceCalls

/** The endpoints without a line: what `answerOf` gives is read as the body of an answer under that status. */
export function askerWithoutLine(answerOf: () => { readonly text: string; readonly status: number }): Asker {
  const clock = movableClock()
  const call: Call = async (endpoint) => {
    const head = { contentType: 'application/json', retryAfter: null, date: null }
    await Promise.resolve()
    return readAnswer(endpoint, { ...head, ...answerOf() }, clock, [])
  }
  return { ...createAuthCalls(call), ...createServiceCalls(call) }
}

/** A client, and beside it the three calls that its session keeps to itself, over HTTP as well. */
export function askerOver(client: ExchangeClient): Asker {
  const clock = movableClock()
  const call: Call = async (endpoint, { path, body = {} }) => {
    const response = await fetch(`${client.baseUrl}${path}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const contentType = response.headers.get('content-type') ?? ''
    const text = await response.text()
    const { status } = response
    return readAnswer(endpoint, { status, contentType, retryAfter: null, date: null, text }, clock, [])
  }
  return { ...client, ...createAuthCalls(call) }
}

export const someKeys = { organizationKey: 'organization-1', apiKey: 'api-key-1' } as const
export const someAddress = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'

const payloadText = (answer: Json, field: string): string =>
  textIn(fieldOf(fieldOf(answer, 'payload') ?? null, field))

/** Asks for what a sound answer of an endpoint is about. */
export const askFor: Readonly<Record<EndpointName, (asker: Asker, answer: Json) => Promise<unknown>>> = {
  health: (asker) => asker.health(),
  'auth.nonce': (asker) => asker.requestNonce(someAddress),
  'auth.login': (asker) => asker.logIn(someAddress, '0x12'),
  'auth.refresh': (asker) => asker.refresh('refresh-1'),
  'user.profile': (asker) => asker.getProfile(),
  'user.pnl': (asker) => asker.getPnl(),
  'user.balances': (asker) => asker.listBalances({}),
  'market.trades': (asker) => asker.listMarketTrades({ market: 'ethusdc', limit: 1_000 }),
  'market.candles': (asker) => asker.listCandles({ market: 'ethusdc', period: 1, limit: 10_000 }),
  'market.tickers': (asker, answer) => asker.listTickers(isOneTicker(answer) ? { market: 'ethusdc' } : {}),
  'market.orderBook': (asker) => asker.getOrderBook({ market: 'ethusdc', asksLimit: 200, bidsLimit: 200 }),
  'coins.list': (asker) => asker.listCoins(),
  'orders.list': (asker) => asker.listOrders({ limit: 1_000 }),
  'orders.get': (asker, answer) => asker.getOrder(Number(payloadText(answer, 'id'))),
  'orders.nonce': (asker) =>
    asker.prepareOrder({ market: 'ethusdc', side: 'buy', type: 'limit', volume: '0.5', price: '1222.52' }),
  'orders.create': (asker) =>
    asker.createOrder({ msgHash: '0x12', nonce: 797982128, signature: { r: '0x1', s: '0x2' } }),
  'orders.cancel': (asker, answer) => asker.cancelOrder(orderIdIn(answer)),
  'orders.bulkCancel': (asker) => asker.cancelOrders({ market: 'ethusdc' }),
  'trades.list': (asker) => asker.listOwnTrades({ limit: 1_000 }),
  'transfers.checkUser': (asker, answer) =>
    // In one case, since its checksum may be any.
    asker.checkUserExists({
      ...someKeys,
      destinationAddress: payloadText(answer, 'destination_address').toLowerCase(),
    }),
  'transfers.initiate': (asker) =>
    asker.initiateTransfer({
      ...someKeys,
      destinationAddress: someAddress,
      reference: 'reference-1',
      currency: 'usdc',
      amount: '1.5',
    }),
  'transfers.process': (asker) =>
    asker.processTransfer({
      ...someKeys,
      msgHash: '0x12',
      nonce: 797982128,
      signature: { r: '0x1', s: '0x2' },
    }),
  'transfers.get': (asker, answer) => asker.getTransfer(payloadText(answer, 'client_reference_id')),
  'transfers.list': (asker) => asker.listTransfers({ limit: 500 }),
}
