// Reading answers of the service as the client does with those that come by HTTP.
import type { Call } from '../../src-main/exchange/call.ts'
import { listOrders, type OrderList } from '../../src-main/exchange/endpoints/orders/orders.ts'
import { readAnswer } from '../../src-main/exchange/answers/envelope.ts'

/** The present of the bench. */
export const benchNowMs = Date.UTC(2026, 10, 20, 12)

const clock = { now: () => benchNowMs }

/** Answers every call with these bytes, decoded and checked as the client does with those that come by HTTP. */
export function answerWith(bytes: Uint8Array): Call {
  return (endpoint) => {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const answer = { status: 200, contentType: 'application/json', retryAfter: null, date: null, text }
    return Promise.resolve(readAnswer(endpoint, answer, clock, []))
  }
}

/** A page, checked and in our own words. */
export async function readOrderPage(bytes: Uint8Array): Promise<OrderList> {
  const list = await listOrders(answerWith(bytes), { limit: 1_000 })
  if (list.refused.length > 0) throw new Error('the client refused an order of the practice exchange')
  return list
}
