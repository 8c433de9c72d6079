// Signs transfers: who may sign, confirmation before, verification after.
// Reads no key before the user approves, and shows no text that comes from a page.
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { TransferRequest } from '../../src-preload/contract/accounts/confirm.ts'
import type { Log } from '../diagnostics/log.ts'
import type { StarkSignature } from '../signing/stark.ts'
import type { Confirmations } from '../accounts/questions/confirmations.ts'
import {
  checkSignable,
  createL2Signer,
  type ReadSigningKey,
  requireSigningKey,
  type SigningAccount,
} from '../accounts/wallet/l2-signer.ts'

/** A transfer as main recorded it: what the exchange was asked to start. Fields as in the confirmation request. */
export type TransferRecord = Pick<
  TransferRequest,
  'host' | 'recipientAddress' | 'recipient' | 'amount' | 'currency' | 'reference'
>

export interface SignTransferOptions {
  readonly confirmations: Pick<Confirmations, 'confirmTransfer'>
  readonly readKey: ReadSigningKey
  readonly log: Log
}

export function createTransferSigner({ confirmations, readKey, log }: SignTransferOptions) {
  const sign = createL2Signer(readKey)

  /**
   * Asks for confirmation in the secure window and signs the exchange's message hash. Errors: keyMismatch before asking,
   * unless the account's L2 key is its profile's and may be used at its service (reason publicKeyElsewhere), and again if the
   * key that was read is a different one; userDeclined, after which no key was read; the reason of `signal`, which withdraws
   * the question and stops everything after it; notFound if no key is stored; those of the secret store; validation of
   * `msgHash`, before asking.
   */
  return async function signTransfer(asked: {
    readonly account: SigningAccount
    readonly record: TransferRecord
    readonly msgHash: string
    /** Aborted when the user switches accounts. */
    readonly signal: AbortSignal
  }): Promise<StarkSignature> {
    const { account, record, msgHash, signal } = asked
    const registered = requireSigningKey(account)
    // Before asking the user.
    checkSignable(msgHash, registered)
    const { host, recipientAddress, recipient, amount, currency, reference } = record
    const facts = { account: account.id, reference }
    await confirmations.confirmTransfer(
      {
        accountLabel: account.label,
        network: account.network.kind,
        senderAddress: account.ethereumAddress,
        host,
        recipientAddress,
        recipient,
        amount,
        currency,
        reference,
      },
      signal,
    )
    // The user may have switched accounts since the answer; then `sign` stops.
    try {
      const signature = await sign({ account, registered, msgHash, signal })
      log.info('signing', 'signed a transfer', facts)
      return signature
    } catch (error) {
      if (isAppError(error, 'keyMismatch'))
        log.info('signing', 'refused a transfer: the L2 key is another', facts)
      throw error
    }
  }
}
