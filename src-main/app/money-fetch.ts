// Sends requests that move money over a new connection each, one at a time.
//
// Chromium retries a request by itself, even a POST, when a reused keep-alive connection fails before the first byte of the
// response. The exchange may already have received the request and would get it twice. It retries only on reused connections.
// Source: Chromium, net/http/http_network_transaction.cc, HandleIOError and ShouldResendRequest ("we resend a request only if
// we reused a keep-alive connection"). On a new connection it retries only what the server reports as unprocessed (HTTP/2
// REFUSED_STREAM), and after an HTTP/3 protocol error, which a new connection does not prevent.
import { AppError } from '../../src-preload/domain/errors.ts'
import type { MoneyFetch } from '../exchange/http.ts'
import { untilAborted } from '../exchange/rate-limit/until-aborted.ts'

/** The part of Electron's `Session` used here. Must not be shared: its connections are closed at any time. */
export interface MoneySession {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Closes every connection of the session and fails the requests in flight on them. */
  closeAllConnections(): Promise<void>
}

/**
 * Creates a `fetch` that uses a new connection per request. A request holds its turn until its signal fires, which the sender
 * triggers after reading the response (see sendRequest): the next request closes the connection. Errors: those of the
 * session; the abort reason of the signal; internal { what } when no signal is given.
 */
export function createMoneyFetch(session: MoneySession): MoneyFetch {
  let lastTurn: Promise<undefined> = Promise.resolve(undefined)

  return async (url, init, onSending) => {
    const signal = init.signal ?? null
    if (signal === null) throw new AppError('internal', { what: 'a money request without a signal' })
    const before = lastTurn
    const turn = Promise.withResolvers<undefined>()
    lastTurn = turn.promise
    try {
      await before
      signal.throwIfAborted()
      await untilAborted(session.closeAllConnections(), signal)
      onSending()
      const response = await session.fetch(url, init)
      if (signal.aborted) turn.resolve(undefined)
      else signal.addEventListener('abort', () => turn.resolve(undefined), { once: true })
      return response
    } catch (error) {
      turn.resolve(undefined)
      throw error
    }
  }
}
