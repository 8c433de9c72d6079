// Signs login texts with the stored wallet key, or asks an external wallet. The session has already verified the text; no key
// leaves this module.
import { AppError } from '../../src-preload/domain/errors.ts'
import { isVaultUnusable } from '../exchange/session/session-faults.ts'
import type { LoginSigner, RefreshTokenStore } from '../exchange/session/session-ports.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../diagnostics/log.ts'
import { signMessage } from '../signing/ethereum.ts'
import type { StoredAccount } from '../store/api/store-api.ts'

/** A wallet that is being connected: it may yet be refused, so nothing of its session is kept. */
export interface Candidate {
  /** Null if an external wallet signs. */
  readonly ethereumPrivateKey: string | null
  /** Its tokens last as long as the attempt. */
  readonly refreshTokens: RefreshTokenStore
}

/** Shows a login text to the user and waits for its signature. Errors: cancelled. */
export type RequestSignature = (ethereumAddress: string, text: string, signal: AbortSignal) => Promise<string>

export interface LoginSignerOptions {
  readonly account: StoredAccount
  readonly secrets: Pick<SecretStore, 'get'>
  readonly log: Log
  readonly candidate: Candidate | undefined
  /** The key of a practice wallet, derived from the seed; used if none could be stored. Undefined for every other wallet. */
  readonly practiceKey: (() => string | undefined) | undefined
  readonly requestSignature: RequestSignature
}

/** Signs with the wallet's key, automatically or on request. */
function createKeySigner({ account, secrets, log, candidate, practiceKey }: LoginSignerOptions): LoginSigner {
  async function readKey(): Promise<string | null> {
    if (candidate !== undefined) return candidate.ethereumPrivateKey
    try {
      return (await secrets.get(account.id, 'ethereumPrivateKey')) ?? practiceKey?.() ?? null
    } catch (error) {
      // The app's lock applies to every account, practice ones included.
      const derived = isVaultUnusable(error) ? undefined : practiceKey?.()
      if (derived === undefined) throw error
      log.fault('keychain', 'the practice key could not be read; derived it again', error)
      return derived
    }
  }

  return {
    isAvailable: async () => (await readKey()) !== null,
    async signLoginText(text) {
      const key = await readKey()
      if (key === null) throw new AppError('unauthenticated', { reason: 'noKey' })
      log.info('signing', 'signed a login text', { account: account.id })
      return signMessage(text, key)
    },
  }
}

/** Lets the user sign elsewhere, and only on request: a text must not appear unexpectedly. */
function createOutsideSigner(options: LoginSignerOptions): LoginSigner {
  const { account, secrets, candidate, requestSignature } = options
  return {
    isAvailable: async (isAsked) =>
      isAsked && (candidate !== undefined || (await secrets.get(account.id, 'starkPrivateKey')) !== null),
    signLoginText: (text, signal) => requestSignature(account.ethereumAddress, text, signal),
  }
}

/** The signer for the account's kind of key. */
export function createLoginSigner(options: LoginSignerOptions): LoginSigner {
  switch (options.account.keyKind) {
    case 'ethereum':
      return createKeySigner(options)
    case 'stark':
      return createOutsideSigner(options)
  }
}
