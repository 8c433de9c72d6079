// Owns: sending what moves money over a connection that was never used before, one request at a time.
// Must not: know what is sent, send it again, or share a connection with anything else.
//
// Chromium sends a request again by itself, a POST included, when a connection that it had kept open turns out to be dead
// before any byte of the answer: the service may have had the request by then, and would get it twice. It does so on reused
// connections only. Source: Chromium, net/http/http_network_transaction.cc, HandleIOError and ShouldResendRequest
// ("we resend a request only if we reused a keep-alive connection"). On a new one it repeats what the other side says it has
// not looked at (HTTP/2 REFUSED_STREAM), and after a protocol error of HTTP/3, which a new connection does not prevent.
import { AppError } from '../../src-preload/domain/errors.ts'
import type { MoneyFetch } from '../exchange/http.ts'
import { untilAborted } from '../exchange/traffic/until-aborted.ts'

/** What is needed of Electron's `Session`: one that nothing else uses, since its connections are closed at will. */
export interface MoneySession {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Ends every connection of the session, and fails what is under way on them. */
  closeAllConnections(): Promise<void>
}

/**
 * A `fetch` whose requests each get a new connection. A request's turn lasts until its signal fires, which its sender makes
 * happen when it is done with the answer (see sendRequest): the next one closes the connection that the answer comes on.
 * Errors: those of the session; what the signal was aborted with; internal { what } where there is no signal.
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
