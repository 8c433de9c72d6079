// Wallet input of the secure window. Never part of a channel of the main window.
import { z } from 'zod'
import {
  maxPhraseIndex,
  maxKeystoreLength,
  maxKeystorePasswordLength,
  maxPassphraseLength,
  maxPhraseLength,
} from '../../domain/accounts/wallet-input.ts'

/** BIP-39 words, as typed. */
export const phrase = z.string().max(maxPhraseLength)
/** BIP-39's passphrase, exactly as typed; empty for most people. */
export const passphrase = z.string().max(maxPassphraseLength)
/**
 * Forms of wallet input. The first three yield an Ethereum private key, the last an L2 key only. All are typed in the secure
 * window and never returned.
 */
export const walletInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('privateKey'), ethereumPrivateKey: z.string().max(200) }),
  /** A BIP-39 phrase of the English list; `index` is the i of m/44'/60'/0'/0/i. */
  z.strictObject({
    kind: z.literal('seedPhrase'),
    phrase,
    passphrase,
    index: z.int().min(0).max(maxPhraseIndex),
  }),
  /** The text of a keystore file, version 3, and its password. */
  z.strictObject({
    kind: z.literal('keystore'),
    file: z.string().max(maxKeystoreLength),
    password: z.string().max(maxKeystorePasswordLength),
  }),
  /** The L2 private key from the exchange's web page, with the address of its wallet. */
  z.strictObject({
    kind: z.literal('starkKey'),
    ethereumAddress: z.string().max(200),
    starkPrivateKey: z.string().max(200),
  }),
])
export type WalletInput = z.infer<typeof walletInput>
