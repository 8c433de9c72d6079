// Signs one hash with the account's L2 key, which is in memory only for that moment. Asks nobody and decides nothing about
// what the hash is for.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import { AppError, assertNever } from '../../../src-preload/domain/errors.ts'
import { isLoopbackHost } from '../../../src-preload/domain/accounts/wallet-input.ts'
import type { SecretName } from '../../keychain/secret-store.ts'
import {
  deriveStarkKeyPair,
  isProfileStarkKey,
  l2KeyTexts,
  signMsgHash,
  starkPublicKeyOf,
  type StarkKeyPair,
  type StarkSignature,
  verifyMsgHash,
} from '../../signing/stark.ts'

export type SigningAccount = Pick<
  Account,
  'id' | 'label' | 'keyKind' | 'network' | 'ethereumAddress' | 'profile' | 'l2Key'
>

/** Null if no such key is stored. Errors: those of the secret store. */
export type ReadSigningKey = (
  accountId: string,
  name: Extract<SecretName, 'ethereumPrivateKey' | 'starkPrivateKey'>,
) => Promise<string | null>

/** The exchange's L2 key for the account, if it matches the key derived from the account's secrets. */
function registeredKeyOf({ id, profile, l2Key }: SigningAccount): string {
  const registered = profile?.starkKey ?? null
  if (registered === null || l2Key.status !== 'matched') throw new AppError('keyMismatch', { account: id })
  if (!isProfileStarkKey(l2Key.publicKey, registered)) throw new AppError('keyMismatch', { account: id })
  return registered
}

/**
 * A hash that the exchange gives cannot be recomputed from public data, so a malicious service could supply the hash of a
 * transfer on another one. A key derived from the public exchange's text is valid there, so it signs only for the public
 * exchange, practice and this computer.
 */
export function mayKeyBeUsedAt({ network, l2Key }: Pick<SigningAccount, 'network' | 'l2Key'>): boolean {
  if (network.kind !== 'custom' || l2Key.status !== 'matched') return true
  return isLoopbackHost(URL.parse(network.baseUrl ?? '')?.hostname ?? '')
}

/**
 * Checks everything that can be checked before a key is read, and returns the public key that the signature must match.
 * Errors: keyMismatch unless the account's L2 key is its profile's and may be used at its service (reason
 * publicKeyElsewhere).
 */
export function requireSigningKey(account: SigningAccount): string {
  const registered = registeredKeyOf(account)
  if (!mayKeyBeUsedAt(account)) {
    throw new AppError('keyMismatch', { account: account.id, reason: 'publicKeyElsewhere' })
  }
  return registered
}

/** Throws validation of `msgHash` for a hash that cannot be signed. */
export function checkSignable(msgHash: string, registered: string): void {
  verifyMsgHash(msgHash, { r: '0x0', s: '0x0' }, registered)
}

export type L2Signer = ReturnType<typeof createL2Signer>

export function createL2Signer(readKey: ReadSigningKey) {
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
   * Reads the key and signs. Errors: keyMismatch if the key that was read is not the registered one; the reason of `signal`,
   * which stops everything after it; notFound if no key is stored; those of the secret store; validation of `msgHash`.
   */
  return async function sign(asked: {
    readonly account: SigningAccount
    /** See requireSigningKey. */
    readonly registered: string
    readonly msgHash: string
    readonly signal: AbortSignal
  }): Promise<StarkSignature> {
    const { account, registered, msgHash, signal } = asked
    signal.throwIfAborted()
    const pair = await readPair(account)
    signal.throwIfAborted()
    if (!isProfileStarkKey(pair.publicKey, registered))
      throw new AppError('keyMismatch', { account: account.id })
    const signature = signMsgHash(msgHash, pair.privateKey)
    if (!verifyMsgHash(msgHash, signature, registered)) {
      throw new AppError('internal', { what: 'a signature does not hold' })
    }
    return signature
  }
}
