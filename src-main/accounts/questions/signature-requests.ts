// The login text that waits for the signature of an external wallet, one at a time. The session decides which texts may be
// signed.
import type { AccountsState } from '../../../src-preload/contract/accounts/accounts.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { untilAborted } from '../../exchange/rate-limit/until-aborted.ts'
import { recoverSigner } from '../../signing/ethereum.ts'
import type { RequestSignature } from '../../session/login-signer.ts'

export type SignatureRequest = NonNullable<AccountsState['signatureRequest']>

interface Waiting extends SignatureRequest {
  readonly settle: (signature: string) => void
  readonly fail: (error: AppError) => void
}

export interface SignatureRequests {
  /** The pending request; null without one. */
  readonly get: () => SignatureRequest | null
  /**
   * Shows a text and waits for its signature by the wallet of the address: `0x` and 130 lowercase digits, v 27 or 28.
   * Replaces a pending request. Errors: cancelled.
   */
  readonly request: RequestSignature
  /**
   * Passes a signature on. Errors: notFound without a pending request; validation { field: 'signature', reason: notHex |
   * wrongLength | otherWallet }, after which the request stays pending.
   */
  readonly give: (typed: string) => void
  /** Ends the request with `cancelled`, if there is one. */
  readonly cancel: () => void
}

/** @param onChange - called when the pending request changes or ends */
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
