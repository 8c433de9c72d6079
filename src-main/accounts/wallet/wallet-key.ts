// Converts what the user enters (private key, seed phrase, keystore file, L2 key) to a wallet. Keeps nothing and passes no
// key to the page.
import type { WalletInput } from '../../../src-preload/contract/accounts/wallet-input.ts'
import { phraseAddressesPerPage } from '../../../src-preload/domain/accounts/wallet-input.ts'
import { nodeScrypt } from '../../keychain/node-scrypt.ts'
import { ethereumAddressOf, parseEthereumAddress, parseEthereumPrivateKey } from '../../signing/ethereum.ts'
import { decryptKeystore } from '../../signing/keystore.ts'
import { deriveSeedPhraseKey, listSeedPhraseAddresses } from '../../signing/seed-phrase.ts'
import { parseStarkPrivateKey, starkPublicKeyOf } from '../../signing/stark.ts'

/** A wallet with its private key, `0x` and 64 lowercase digits; everything else is derived from it. */
export interface WholeWallet {
  readonly keyKind: 'ethereum'
  /** Checksummed (EIP-55). */
  readonly ethereumAddress: string
  readonly ethereumPrivateKey: string
}

/** A wallet whose private key is elsewhere: its address and its L2 key pair, `0x` and lowercase hex without padding. */
export interface L2OnlyWallet {
  readonly keyKind: 'stark'
  /** Checksummed (EIP-55). */
  readonly ethereumAddress: string
  readonly starkPrivateKey: string
  readonly starkPublicKey: string
}

/** A resolved wallet, with or without its private key. */
export type Wallet = WholeWallet | L2OnlyWallet

/** The form field to blame for a valid key of the wrong wallet. */
export function walletField(wallet: WalletInput): string {
  switch (wallet.kind) {
    case 'privateKey':
      return 'ethereumPrivateKey'
    case 'seedPhrase':
      return 'address'
    case 'keystore':
      return 'keystore'
    case 'starkKey':
      return 'ethereumAddress'
  }
}

/** Errors: validation { field: 'ethereumPrivateKey', reason: PrivateKeyFault }. */
export function wholeWallet(privateKey: string): WholeWallet {
  const ethereumPrivateKey = parseEthereumPrivateKey(privateKey)
  return { keyKind: 'ethereum', ethereumAddress: ethereumAddressOf(ethereumPrivateKey), ethereumPrivateKey }
}

/**
 * Resolves the wallet that the user has entered. Errors: validation { field, reason } of the reader, where field is one of
 * ethereumPrivateKey, seedPhrase, passphrase, keystore, password, ethereumAddress, starkPrivateKey.
 */
export async function resolveWallet(wallet: WalletInput): Promise<Wallet> {
  switch (wallet.kind) {
    case 'privateKey':
      return wholeWallet(wallet.ethereumPrivateKey)
    case 'seedPhrase':
      return wholeWallet(deriveSeedPhraseKey(wallet.phrase, wallet.index, wallet.passphrase))
    case 'keystore':
      return wholeWallet((await decryptKeystore(wallet.file, wallet.password, nodeScrypt)).ethereumPrivateKey)
    case 'starkKey': {
      const ethereumAddress = parseEthereumAddress(wallet.ethereumAddress)
      const starkPrivateKey = parseStarkPrivateKey(wallet.starkPrivateKey)
      const starkPublicKey = starkPublicKeyOf(starkPrivateKey)
      return { keyKind: 'stark', ethereumAddress, starkPrivateKey, starkPublicKey }
    }
  }
}

/** The addresses of a phrase to choose from. Errors: validation { field: 'seedPhrase' | 'passphrase', reason }. */
export function listPhraseAddresses(given: {
  readonly phrase: string
  readonly passphrase: string
  readonly start: number
}): { addresses: string[] } {
  const { phrase, passphrase, start } = given
  return {
    addresses: listSeedPhraseAddresses(phrase, { start, count: phraseAddressesPerPage, passphrase }),
  }
}
