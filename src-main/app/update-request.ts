// Sends one GET for updates over Chromium's network without cookies, and reports a redirect instead of following it.
//
// `net.fetch` with manual redirects fails without the target. Source: Electron, lib/common/api/net-client-request.ts.
import { Readable } from 'node:stream'
import { net, type Session } from 'electron'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { AskHop, Hop } from '../updates/downloads.ts'

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A redirect has no body.
}

/** @param session - a separate in-memory session, so update requests neither send nor store cookies */
export function createUpdateRequest(session: Session): AskHop {
  return (url, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Hop>()
    const request = net.request({
      url,
      session,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
    const end = (): void => {
      reject(new AppError('cancelled', { reason: 'aborted' }))
      request.abort()
    }
    signal.addEventListener('abort', end, { once: true })
    request.on('redirect', (status, _method, location) => {
      // Resolve first: a redirect that is not followed ends with an error, which is then ignored.
      resolve({ status, location, body: nothing() })
    })
    request.on('response', (response) => {
      if (response instanceof Readable)
        resolve({ status: response.statusCode, location: null, body: response })
      else reject(new AppError('internal', { what: 'an answer that cannot be read' }))
    })
    request.on('error', reject)
    request.end()
    return promise
  }
}
