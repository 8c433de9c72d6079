// Owns: the channels about wallets and the accounts they open. Must not: return a key, a token or a phrase.
import { z } from 'zod'
import { keychainFaults } from '../shared/keychain.ts'
import { longestLabel } from '../shared/wallet-input.ts'
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

export const account = z.strictObject({
  id: z.uuid(),
  label: z.string(),
  network: z.strictObject({ kind: z.enum(networkKinds), baseUrl: z.string().nullable() }),
  /** Checksummed (EIP-55). */
  ethereumAddress: z.string(),
  createdAtMs: epochMs,
  /** As of the last successful sign-in; null before. */
  profile: profile.nullable(),
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

export const accountsChannels = {
  'accounts:getState': { input: nothing, output: accountsState },
  /** Adds (or finds again) a wallet of the practice exchange and makes it the active account. */
  'accounts:connectPractice': { input: z.strictObject({ user: z.literal([0, 1]) }), output: account },
  /**
   * Adds a wallet by its Ethereum private key after the service has accepted its signature, and makes it active.
   * Nothing is stored when any step fails. `baseUrl` belongs to network `custom` alone. With an `accountId` the key of that
   * account is entered again: a key of another wallet is refused before anything is sent (validation, otherWallet), and
   * name, network and address are those of the account.
   */
  'accounts:connectWallet': {
    input: z.strictObject({
      label,
      ethereumPrivateKey: z.string().max(200),
      network: z.enum(['mainnet', 'testnet', 'custom']),
      baseUrl: z.string().max(500).nullable(),
      accountId: z.uuid().nullable(),
    }),
    output: account,
    secretFields: ['ethereumPrivateKey'],
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
