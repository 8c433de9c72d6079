// Signs transfers: who may sign, confirmation before, verification after.
// Reads no key before the user approves, and shows no text that comes from a page.
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

/** A transfer as main recorded it: what the exchange was asked to start. Fields as in the confirmation request. */
export type TransferRecord = Pick<
  TransferRequest,
  'host' | 'recipientAddress' | 'recipient' | 'amount' | 'currency' | 'reference'
>

export interface SignTransferOptions {
  readonly confirmations: Pick<Confirmations, 'confirmTransfer'>
  /** Null if no such key is stored. Errors: those of the secret store. */
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

/** The exchange's L2 key for the account, if it matches the key derived from the account's secrets. */
function registeredKeyOf({ id, profile, l2Key }: SigningAccount): string {
  const registered = profile?.starkKey ?? null
  if (registered === null || l2Key.status !== 'matched') throw new AppError('keyMismatch', { account: id })
  if (!isProfileStarkKey(l2Key.publicKey, registered)) throw new AppError('keyMismatch', { account: id })
  return registered
}

/**
 * A transfer's hash cannot be recomputed from public data, so a malicious service could supply the hash of a transfer on
 * another one. A key derived from the public exchange's text is valid there, so it signs only for the public exchange,
 * practice and this computer.
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
    const registered = registeredKeyOf(account)
    if (!mayKeyBeUsedAt(account)) {
      throw new AppError('keyMismatch', { account: account.id, reason: 'publicKeyElsewhere' })
    }
    // Throws for a hash that cannot be signed, before asking the user.
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
    // The user may have switched accounts since the answer; then nothing is signed.
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
