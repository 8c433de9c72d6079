// Owns: one GET for updates over Chromium's network, and the redirect that it leads to. Must not: follow it, or send cookies.
//
// Not `net.fetch`: with redirects left to the caller it fails instead of telling where to. Source: Electron,
// lib/common/api/net-client-request.ts.
import { Readable } from 'node:stream'
import { net, type Session } from 'electron'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { AskHop, Hop } from '../updates/downloads.ts'

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A redirect has nothing to say but where to.
}

/** @param session - one of its own, in memory: what is asked of the place of the releases has no cookie and leaves none */
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
      // Answered first: what is not followed ends with an error, which is then of no account.
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
