// Owns: the channels about wallets and the accounts they open. Must not: return a key, a token or a phrase.
import { z } from 'zod'
import { keychainFaults } from '../shared/keychain.ts'
import {
  highestPhraseIndex,
  longestKeystore,
  longestKeystorePassword,
  longestLabel,
  longestPhrase,
  phraseAddressesAtOnce,
} from '../shared/wallet-input.ts'
import { nothing } from './channel.ts'
import { epochMs, profile } from './entities.ts'

export const networkKinds = ['practice', 'mainnet', 'testnet', 'custom'] as const
export type NetworkKind = (typeof networkKinds)[number]

/**
 * Where secrets of this session lie: the OS keychain, or memory only (gone when the app quits). `untouched` until there
 * was something to store or to look for.
 */
export const keyProtection = z.strictObject({
  kind: z.enum(['keychain', 'memory', 'untouched']),
  /** Why it is memory only; null otherwise. */
  reason: z.enum(keychainFaults).nullable(),
})
export type KeyProtection = z.infer<typeof keyProtection>

/**
 * `needsKey`: no key is kept, so it has to be entered. `keychainLocked`: the keychain may hold it and does not give it out
 * now; signing in again asks once more.
 */
export const sessionStates = [
  'signedOut',
  'signingIn',
  'signedIn',
  'needsKey',
  'keychainLocked',
  'refused',
] as const
export type SessionState = (typeof sessionStates)[number]

/** Public L2 keys as the service writes them: `0x` and lowercase hex without padding. */
const l2PublicKey = z.string().regex(/^0x[0-9a-f]{1,64}$/)

/**
 * Whether the L2 key that the wallet derives is the one in the profile. `unknown`: the wallet's key could not be read yet, or
 * the profile names no key. Only a matched key may sign.
 */
export const l2Key = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('matched'),
    publicKey: l2PublicKey,
    /** The text that the key is derived from: the era of the service's name, and its network. */
    era: z.enum(['tanx', 'brine']),
    textNetwork: z.enum(['mainnet', 'testnet']),
  }),
  z.strictObject({ status: z.literal('mismatch'), profilePublicKey: l2PublicKey }),
  z.strictObject({ status: z.literal('unknown') }),
])
export type L2Key = z.infer<typeof l2Key>

export const account = z.strictObject({
  id: z.uuid(),
  label: z.string(),
  network: z.strictObject({ kind: z.enum(networkKinds), baseUrl: z.string().nullable() }),
  /** Checksummed (EIP-55). */
  ethereumAddress: z.string(),
  createdAtMs: epochMs,
  /** As of the last successful sign-in; null before. */
  profile: profile.nullable(),
  /** As of the last comparison with this profile. */
  l2Key,
})
export type Account = z.infer<typeof account>

const accountsState = z.strictObject({
  accounts: z.array(account),
  activeId: z.uuid().nullable(),
  session: z.enum(sessionStates),
  protection: keyProtection,
})
export type AccountsState = z.infer<typeof accountsState>

const label = z.string().trim().min(1).max(longestLabel)

const phrase = z.string().max(longestPhrase)

/** How a wallet is given: each of the three leads to one Ethereum private key, which never comes back to the page. */
const wallet = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('privateKey'), ethereumPrivateKey: z.string().max(200) }),
  /** A BIP-39 phrase of the English list; `index` is the i of m/44'/60'/0'/0/i. */
  z.strictObject({
    kind: z.literal('seedPhrase'),
    phrase,
    index: z.int().min(0).max(highestPhraseIndex),
  }),
  /** The text of a keystore file, version 3, and its password. */
  z.strictObject({
    kind: z.literal('keystore'),
    file: z.string().max(longestKeystore),
    password: z.string().max(longestKeystorePassword),
  }),
])
export type WalletInput = z.infer<typeof wallet>

export const accountsChannels = {
  'accounts:getState': { input: nothing, output: accountsState },
  /** Adds (or finds again) a wallet of the practice exchange and makes it the active account. */
  'accounts:connectPractice': { input: z.strictObject({ user: z.literal([0, 1]) }), output: account },
  /**
   * The five addresses of a seed phrase from index `start`, checksummed, so that one can be chosen. Nothing is sent or
   * kept. Errors: validation of `seedPhrase`, with `position` (from 1) of an unknown word or the `count` of words.
   */
  'accounts:listPhraseAddresses': {
    input: z.strictObject({
      phrase,
      start: z
        .int()
        .min(0)
        .max(highestPhraseIndex + 1 - phraseAddressesAtOnce),
    }),
    output: z.strictObject({ addresses: z.array(z.string()).length(phraseAddressesAtOnce) }),
    secretFields: ['phrase'],
  },
  /**
   * Adds a wallet by its private key, seed phrase or keystore file after the service has accepted its signature, and makes it active.
   * Nothing is stored when any step fails. `baseUrl` belongs to network `custom` alone. With an `accountId` the key of that
   * account is entered again: a key of another wallet is refused before anything is sent (validation, otherWallet), and
   * name, network and address are those of the account.
   */
  'accounts:connectWallet': {
    input: z.strictObject({
      label,
      wallet,
      network: z.enum(['mainnet', 'testnet', 'custom']),
      baseUrl: z.string().max(500).nullable(),
      accountId: z.uuid().nullable(),
    }),
    output: account,
    secretFields: ['ethereumPrivateKey', 'phrase', 'file', 'password'],
  },
  /** Gives up the wallets that are being connected: those calls end with `cancelled`, and nothing of them is stored. */
  'accounts:cancelConnect': { input: nothing, output: nothing },
  'accounts:activate': { input: z.strictObject({ id: z.uuid() }), output: nothing },
  /** Removes the account, its secrets and its cached rows from this computer. */
  'accounts:remove': { input: z.strictObject({ id: z.uuid() }), output: nothing },
  /** Tries to sign in again now, for example after the keychain was unlocked. */
  'accounts:signIn': { input: nothing, output: nothing },
}

export const accountsEvents = { 'accounts:changed': accountsState }
