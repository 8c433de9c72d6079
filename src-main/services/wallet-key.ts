// Owns: the way from what a person gives of a wallet (private key, seed phrase, keystore file) to its private key.
// Must not: reach the network or the disk, keep anything, or hand a key to the page.
import type { WalletInput } from '../../src-preload/contract/accounts.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import { phraseAddressesAtOnce } from '../../src-preload/shared/wallet-input.ts'
import { nodeScrypt } from '../keychain/node-scrypt.ts'
import { parseEthereumPrivateKey } from '../signing/ethereum.ts'
import { decryptKeystore } from '../signing/keystore.ts'
import { deriveSeedPhraseKey, listSeedPhraseAddresses } from '../signing/seed-phrase.ts'

/** The field of the form that an otherwise right key of the wrong wallet came from. */
export function walletField(wallet: WalletInput): string {
  switch (wallet.kind) {
    case 'privateKey':
      return 'ethereumPrivateKey'
    case 'seedPhrase':
      return 'address'
    case 'keystore':
      return 'keystore'
  }
}

/**
 * The Ethereum private key of a wallet: `0x` and 64 lowercase digits.
 * Errors: validation { field: 'ethereumPrivateKey' | 'seedPhrase' | 'keystore' | 'password', reason } of the reader.
 */
export async function resolveWalletKey(wallet: WalletInput): Promise<string> {
  switch (wallet.kind) {
    case 'privateKey':
      return parseEthereumPrivateKey(wallet.ethereumPrivateKey)
    case 'seedPhrase':
      return deriveSeedPhraseKey(wallet.phrase, wallet.index)
    case 'keystore':
      return (await decryptKeystore(wallet.file, wallet.password, nodeScrypt)).ethereumPrivateKey
  }
}

/** The addresses of a phrase to choose from. Errors: validation { field: 'seedPhrase', reason: SeedPhraseFault }. */
export function listPhraseAddresses({
  phrase,
  start,
}: ChannelInput<'accounts:listPhraseAddresses'>): ChannelOutput<'accounts:listPhraseAddresses'> {
  return { addresses: listSeedPhraseAddresses(phrase, { start, count: phraseAddressesAtOnce }) }
}
