// Making the call of each endpoint, over a real line or straight to the reading of an answer.
import type { Call } from '../../../../../src-main/exchange/call.ts'
import type { ExchangeClient } from '../../../../../src-main/exchange/client.ts'
import { type AuthCalls, createAuthCalls } from '../../../../../src-main/exchange/endpoints/auth.ts'
import { checkHealth } from '../../../../../src-main/exchange/endpoints/health.ts'
import { listCandles, listMarketTrades } from '../../../../../src-main/exchange/endpoints/market.ts'
import { getOrder, listOrders } from '../../../../../src-main/exchange/endpoints/orders.ts'
import {
  checkUserExists,
  getTransfer,
  initiateTransfer,
  processTransfer,
} from '../../../../../src-main/exchange/endpoints/transfers.ts'
import { getPnl, getProfile } from '../../../../../src-main/exchange/endpoints/user.ts'
import { readAnswer } from '../../../../../src-main/exchange/answers/envelope.ts'
import type { EndpointName } from '../../../../../src-preload/domain/endpoints.ts'
import { movableClock } from '../../../../fixtures/test-client.ts'
import { type Json, textIn } from './json-text.ts'
import { fieldOf } from './verdict.ts'

/** Everything that can be asked of the service. */
export type Asker = AuthCalls &
  Pick<
    ExchangeClient,
    | 'health'
    | 'getProfile'
    | 'getPnl'
    | 'listMarketTrades'
    | 'listCandles'
    | 'listOrders'
    | 'getOrder'
    | 'checkUserExists'
    | 'initiateTransfer'
    | 'processTransfer'
    | 'getTransfer'
  >

/** The endpoints without a line: what `answerOf` gives is read as the body of an answer under that status. */
export function askerWithoutLine(answerOf: () => { readonly text: string; readonly status: number }): Asker {
  const clock = movableClock()
  const call: Call = async (endpoint) => {
    const head = { contentType: 'application/json', retryAfter: null, date: null }
    await Promise.resolve()
    return readAnswer(endpoint, { ...head, ...answerOf() }, clock, [])
  }
  return {
    ...createAuthCalls(call),
    health: () => checkHealth(call),
    getProfile: () => getProfile(call),
    getPnl: () => getPnl(call),
    listMarketTrades: (query) => listMarketTrades(call, query),
    listCandles: (query) => listCandles(call, query),
    listOrders: (query) => listOrders(call, query),
    getOrder: (id) => getOrder(call, id),
    checkUserExists: (query) => checkUserExists(call, query),
    initiateTransfer: (start) => initiateTransfer(call, start),
    processTransfer: (signed) => processTransfer(call, signed),
    getTransfer: (reference) => getTransfer(call, reference),
  }
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

export const someKeys = { organizationKey: 'organisation-1', apiKey: 'api-key-1' } as const
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
  'market.trades': (asker) => asker.listMarketTrades({ market: 'ethusdc', limit: 1_000 }),
  'market.candles': (asker) => asker.listCandles({ market: 'ethusdc', period: 1, limit: 10_000 }),
  'orders.list': (asker) => asker.listOrders({ limit: 1_000 }),
  'orders.get': (asker, answer) => asker.getOrder(Number(payloadText(answer, 'id'))),
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
}
