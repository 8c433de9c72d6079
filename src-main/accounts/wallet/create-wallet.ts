// Creates a wallet: randomness, words, their backup, the key. Keeps neither the words, nor the key without a backup.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import { parseBaseUrl } from '../../exchange/base-url.ts'
import { createSeedPhrase, deriveSeedPhraseKey } from '../../signing/seed-phrase.ts'
import type { Confirmations } from '../questions/confirmations.ts'

/** 128 bits give twelve words. Source: BIP-39. */
const entropyLength = 16

export interface CreateWalletOptions {
  /** Bytes from a cryptographic source. */
  readonly randomBytes: (length: number) => Uint8Array
  readonly confirmations: Pick<Confirmations, 'backUpPhrase'>
}

/** Stores the key of a wallet that the service does not know yet, and creates its account. */
export type KeepNewWallet = (
  wallet: ChannelInput<'accounts:createWallet'> & { readonly ethereumPrivateKey: string },
) => Promise<Account>

/**
 * Creates a wallet and stores its key (m/44'/60'/0'/0/0) after its words were written down.
 * Errors: validation of `baseUrl`, before any word is shown; userDeclined, with nothing stored; those of storing.
 */
export function createWalletMaker({ randomBytes, confirmations }: CreateWalletOptions) {
  return async function createWallet(
    asked: ChannelInput<'accounts:createWallet'>,
    keepNewWallet: KeepNewWallet,
  ): Promise<Account> {
    const { label, network } = asked
    // Checked before the user writes down twelve words for an invalid address.
    const baseUrl = network === 'custom' ? parseBaseUrl(asked.baseUrl ?? '') : asked.baseUrl
    const entropy = randomBytes(entropyLength)
    const phrase = createSeedPhrase(entropy)
    entropy.fill(0)
    await confirmations.backUpPhrase({ label, network, phrase })
    const ethereumPrivateKey = deriveSeedPhraseKey(phrase, 0)
    return await keepNewWallet({ label, network, baseUrl, ethereumPrivateKey })
  }
}
