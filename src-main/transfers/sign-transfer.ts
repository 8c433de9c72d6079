// Owns: the signature that moves money: who may sign, the confirmation before it, the check after it.
// Must not: read a key before the user approved, sign with a key that is not the profile's, or take words to show from a page.
import type { Account } from '../../src-preload/contract/accounts.ts'
import { AppError, assertNever } from '../../src-preload/domain/errors.ts'
import type { TransferRequest } from '../../src-preload/contract/confirm.ts'
import { isLoopbackHost } from '../../src-preload/domain/wallet-input.ts'
import type { SecretName } from '../keychain/secret-store.ts'
import type { Log } from '../diagnostics/log.ts'
import {
  deriveStarkKeyPair,
  isProfileStarkKey,
  l2KeyTexts,
  signMsgHash,
  starkPublicKeyOf,
  type StarkKeyPair,
  type StarkSignature,
  verifyMsgHash,
} from '../signing/stark.ts'
import type { Confirmations } from '../accounts/confirmations.ts'

/** A transfer as main has it on record: what the service was asked to start. Fields as in the confirmation's request. */
export type TransferRecord = Pick<
  TransferRequest,
  'host' | 'recipientAddress' | 'recipient' | 'amount' | 'currency' | 'reference'
>

export interface SignTransferOptions {
  readonly confirmations: Pick<Confirmations, 'confirmTransfer'>
  /** Null where no such key is kept. Errors: those of the secret store. */
  readonly readKey: (
    accountId: string,
    name: Extract<SecretName, 'ethereumPrivateKey' | 'starkPrivateKey'>,
  ) => Promise<string | null>
  readonly log: Log
}

export type SigningAccount = Pick<
  Account,
  'id' | 'label' | 'keyKind' | 'network' | 'ethereumAddress' | 'profile' | 'l2Key'
>

/** The L2 key that the service has for the account, when it is the one that the account's secrets were found to give. */
function registeredKeyOf({ id, profile, l2Key }: SigningAccount): string {
  const registered = profile?.starkKey ?? null
  if (registered === null || l2Key.status !== 'matched') throw new AppError('keyMismatch', { account: id })
  if (!isProfileStarkKey(l2Key.publicKey, registered)) throw new AppError('keyMismatch', { account: id })
  return registered
}

/**
 * The hash of a transfer cannot be recomputed from public data, so whoever gives it could give one of another service. A key
 * from a text of the public service is good there: it signs for the public service, practice and this computer alone.
 */
export function mayKeyBeUsedAt({ network, l2Key }: Pick<SigningAccount, 'network' | 'l2Key'>): boolean {
  if (network.kind !== 'custom' || l2Key.status !== 'matched') return true
  return isLoopbackHost(URL.parse(network.baseUrl ?? '')?.hostname ?? '')
}

export function createTransferSigner({ confirmations, readKey, log }: SignTransferOptions) {
  async function readKept(
    account: SigningAccount,
    name: 'ethereumPrivateKey' | 'starkPrivateKey',
  ): Promise<string> {
    const key = await readKey(account.id, name)
    if (key === null) throw new AppError('notFound', { what: name })
    return key
  }

  async function readPair(account: SigningAccount): Promise<StarkKeyPair> {
    switch (account.keyKind) {
      case 'stark': {
        const privateKey = await readKept(account, 'starkPrivateKey')
        return { privateKey, publicKey: starkPublicKeyOf(privateKey) }
      }
      case 'ethereum': {
        const text = account.l2Key.status === 'matched' ? account.l2Key.text : null
        if (text === null) throw new AppError('keyMismatch', { account: account.id })
        const ethereumPrivateKey = await readKept(account, 'ethereumPrivateKey')
        return deriveStarkKeyPair(ethereumPrivateKey, l2KeyTexts[text.network][text.era])
      }
      default:
        return assertNever(account.keyKind, 'key kind')
    }
  }

  /**
   * Has the transfer confirmed in the window of its own and signs the message hash that the service gave for it.
   * Errors: keyMismatch, before anything is asked, unless the account's L2 key is its profile's and may be used at its
   * service (reason publicKeyElsewhere), and again when the key
   * read turns out to be another; userDeclined, after which no key was read; the reason of `signal`, which takes the question
   * back and stops everything after it; notFound where no key is kept; those of the secret store; validation of `msgHash`,
   * before anything is asked.
   */
  return async function signTransfer(asked: {
    readonly account: SigningAccount
    readonly record: TransferRecord
    readonly msgHash: string
    /** Aborted when the account is left. */
    readonly signal: AbortSignal
  }): Promise<StarkSignature> {
    const { account, record, msgHash, signal } = asked
    const registered = registeredKeyOf(account)
    if (!mayKeyBeUsedAt(account)) {
      throw new AppError('keyMismatch', { account: account.id, reason: 'publicKeyElsewhere' })
    }
    // Throws for a hash that cannot be signed: nobody should be asked about that.
    verifyMsgHash(msgHash, { r: '0x0', s: '0x0' }, registered)
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
    // The account may have been left between the answer and here: nothing of it is signed any more.
    signal.throwIfAborted()
    const pair = await readPair(account)
    signal.throwIfAborted()
    if (!isProfileStarkKey(pair.publicKey, registered)) {
      log.info('signing', 'refused a transfer: the L2 key is another', facts)
      throw new AppError('keyMismatch', { account: account.id })
    }
    const signature = signMsgHash(msgHash, pair.privateKey)
    if (!verifyMsgHash(msgHash, signature, registered)) {
      throw new AppError('internal', { what: 'the signature of a transfer does not hold' })
    }
    log.info('signing', 'signed a transfer', facts)
    return signature
  }
}
