// Provides the steps of a transfer with the account's client, service keys and signature.
// Keeps no key, and signs only after asking the exchange for the account's current L2 key.
import type { Account } from '../../src-preload/contract/accounts/accounts.ts'
import type { RecipientFindings } from '../../src-preload/contract/accounts/confirm.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { SecretName } from '../keychain/secret-store.ts'
import { isProfileStarkKey, type StarkSignature } from '../signing/stark.ts'
import type { StoredTransfer } from '../store/api/transfer-rows.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { SigningAccount } from '../accounts/wallet/l2-signer.ts'
import type { TransferRecord } from './sign-transfer.ts'
import { findDifferences } from './transfer-machine.ts'
import type { TransferContext } from './runner.ts'

export interface TransferContextOptions {
  /** Null if no such secret is stored. Errors: those of the secret store. */
  readonly readSecret: (accountId: string, name: SecretName) => Promise<string | null>
  readonly findAccount: (id: string) => Promise<Account>
  /** Known facts about a recipient, for the secure window. */
  readonly describeRecipient: (session: AccountSession, address: string) => Promise<RecipientFindings>
  /** See createTransferSigner. */
  readonly signTransfer: (asked: {
    readonly account: SigningAccount
    readonly record: TransferRecord
    readonly msgHash: string
    readonly signal: AbortSignal
  }) => Promise<StarkSignature>
}

export function createTransferContexts({
  readSecret,
  findAccount,
  describeRecipient,
  signTransfer,
}: TransferContextOptions): (session: AccountSession) => TransferContext {
  async function readKey(accountId: string, name: 'organizationKey' | 'apiKey'): Promise<string> {
    const key = await readSecret(accountId, name)
    if (key === null) throw new AppError('notFound', { what: name })
    return key
  }

  return (session) => {
    const { client, signal } = session
    const accountId = session.account.id

    /**
     * Another computer may have used the reference since: a completed or different transfer is not signed. The result is
     * stored as a look-up. Errors: those of the read; validation { field: 'transfer', reason: 'usedElsewhere' }.
     */
    async function askAboutReference(transfer: StoredTransfer): Promise<void> {
      const options = { signal, urgency: 'asked', lane: 'transfers' } as const
      const found = await client.getTransfer(transfer.reference, options)
      if (!found.isKnown) return
      if (found.transfer.status === 'success' || findDifferences(transfer, found.transfer).length > 0) {
        throw new AppError('validation', { field: 'transfer', reason: 'usedElsewhere' })
      }
    }

    async function confirmAndSign(transfer: StoredTransfer): Promise<StarkSignature> {
      const { msgHash, host, recipientAddress, amount, currency, reference } = transfer
      if (msgHash === null) throw new AppError('internal', { what: 'a transfer without its hash' })
      const account = await findAccount(accountId)
      // Uses the L2 key that the exchange has now, not the one from the last sign-in.
      const profile = await client.getProfile({ signal, urgency: 'asked', lane: 'transfers' })
      if (
        account.l2Key.status !== 'matched' ||
        !isProfileStarkKey(account.l2Key.publicKey, profile.starkKey)
      ) {
        throw new AppError('keyMismatch', { account: accountId })
      }
      await askAboutReference(transfer)
      const recipient = await describeRecipient(session, recipientAddress)
      // Locked since the request: the question would appear over the lock screen, and no key can be read.
      if (client.sessionState() === 'appLocked') throw new AppError('vaultLocked')
      const record = { host, recipientAddress, recipient, amount, currency, reference }
      return signTransfer({ account, record, msgHash, signal })
    }

    return {
      client,
      signal,
      readServiceKeys: async () => ({
        organizationKey: await readKey(accountId, 'organizationKey'),
        apiKey: await readKey(accountId, 'apiKey'),
      }),
      confirmAndSign,
    }
  }
}
