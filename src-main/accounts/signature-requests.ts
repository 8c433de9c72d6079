// Owns: the login text that waits for a signature from a wallet outside of Starkdesk: one at a time.
// Must not: decide which texts may be signed (the session does), or keep a signature.
import type { AccountsState } from '../../src-preload/contract/accounts.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { untilAborted } from '../exchange/traffic/until-aborted.ts'
import { recoverSigner } from '../signing/ethereum.ts'
import type { RequestSignature } from '../session/login-signer.ts'

export type SignatureRequest = NonNullable<AccountsState['signatureRequest']>

interface Waiting extends SignatureRequest {
  readonly settle: (signature: string) => void
  readonly fail: (error: AppError) => void
}

export interface SignatureRequests {
  /** What waits to be signed; null where nothing does. */
  readonly get: () => SignatureRequest | null
  /**
   * Shows a text and waits for its signature by the wallet of the address: `0x` and 130 lowercase digits, v 27 or 28. A
   * request that waits already gives way. Errors: cancelled.
   */
  readonly request: RequestSignature
  /**
   * Passes a signature on. Errors: notFound where nothing waits; validation { field: 'signature', reason: notHex |
   * wrongLength | otherWallet }, after which the request still waits.
   */
  readonly give: (typed: string) => void
  /** Ends the request with `cancelled`, if there is one. */
  readonly cancel: () => void
}

/** @param onChange - another request waits, or none */
export function createSignatureRequests(onChange: () => void): SignatureRequests {
  let waiting: Waiting | null = null

  function end(): Waiting | null {
    const ended = waiting
    waiting = null
    if (ended !== null) onChange()
    return ended
  }

  function cancel(reason: 'givenUp' | 'replaced'): void {
    end()?.fail(new AppError('cancelled', { reason }))
  }

  async function request(ethereumAddress: string, text: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    cancel('replaced')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const own: Waiting = { ethereumAddress, text, settle: resolve, fail: reject }
    waiting = own
    onChange()
    try {
      return await untilAborted(promise, signal)
    } finally {
      if (waiting === own) end()
    }
  }

  function give(typed: string): void {
    if (waiting === null) throw new AppError('notFound', { what: 'signature request' })
    const { ethereumAddress, signature } = recoverSigner(waiting.text, typed)
    if (ethereumAddress !== waiting.ethereumAddress) {
      throw new AppError('validation', { field: 'signature', reason: 'otherWallet' })
    }
    end()?.settle(signature)
  }

  return {
    get: () => (waiting === null ? null : { ethereumAddress: waiting.ethereumAddress, text: waiting.text }),
    request,
    give,
    cancel: () => cancel('givenUp'),
  }
}
