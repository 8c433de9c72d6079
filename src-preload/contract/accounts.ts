// Owns: the channels about wallets and the accounts they open. Must not: return a key, a token or a phrase.
import { z } from 'zod'
import { keychainFaults } from '../domain/keychain.ts'
import { maxLabelLength } from '../domain/wallet-input.ts'
import { type ChannelTable, nothing } from './channel.ts'
import { epochMs, profile } from './entities.ts'

export const networkKinds = ['practice', 'mainnet', 'testnet', 'custom'] as const
export type NetworkKind = (typeof networkKinds)[number]

/**
 * Where secrets of this session lie: the OS keychain, the password vault, or memory only (gone when the app quits).
 * `untouched` until there was something to store or to look for.
 */
export const keyProtection = z.strictObject({
  kind: z.enum(['keychain', 'vault', 'memory', 'untouched']),
  /** Why it is memory only; null otherwise. */
  reason: z.enum(keychainFaults).nullable(),
})
export type KeyProtection = z.infer<typeof keyProtection>

/**
 * `signedOut`: nothing was asked of the service yet. `needsSignIn`: the user signed out, or does not want to be signed in by
 * signature unasked; signing in does it. `needsKey`: no key is kept, so it has to be entered, or (account of a mere L2 key)
 * the wallet has to sign elsewhere. `keychainLocked`: the keychain may hold the key and does not give it out now; signing in
 * again asks once more. `appLocked`: Starkdesk is locked by its password. `refused`: the service said no.
 */
export const sessionStates = [
  'signedOut',
  'signingIn',
  'signedIn',
  'needsSignIn',
  'needsKey',
  'keychainLocked',
  'appLocked',
  'refused',
] as const
export type SessionState = (typeof sessionStates)[number]

/** Public L2 keys as the service writes them: `0x` and lowercase hex without padding. */
const l2PublicKey = z.string().regex(/^0x[0-9a-f]{1,64}$/)

/**
 * Whether the L2 key that the wallet derives, or that was entered, is the one in the profile. `unknown`: the wallet's key could not be read yet, or
 * the profile names no key. Only a matched key may sign.
 */
export const l2Key = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('matched'),
    publicKey: l2PublicKey,
    /** The text that the key is derived from: the era of the service's name, and its network. Null: it was entered itself. */
    text: z
      .strictObject({ era: z.enum(['tanx', 'brine']), network: z.enum(['mainnet', 'testnet']) })
      .nullable(),
  }),
  z.strictObject({ status: z.literal('mismatch'), profilePublicKey: l2PublicKey }),
  z.strictObject({ status: z.literal('unknown') }),
])
export type L2Key = z.infer<typeof l2Key>

/** What an account signs with: its wallet's key, from which all else follows, or the L2 key alone. */
export const keyKinds = ['ethereum', 'stark'] as const
export type KeyKind = (typeof keyKinds)[number]

/** What the service's operator issues besides, for transfers. */
export const serviceKeyNames = ['organizationKey', 'apiKey'] as const
export type ServiceKeyName = (typeof serviceKeyNames)[number]

export const account = z.strictObject({
  id: z.uuid(),
  label: z.string(),
  keyKind: z.enum(keyKinds),
  network: z.strictObject({ kind: z.enum(networkKinds), baseUrl: z.string().nullable() }),
  /** Checksummed (EIP-55). */
  ethereumAddress: z.string(),
  createdAtMs: epochMs,
  /** As of the last successful sign-in; null before. */
  profile: profile.nullable(),
  /** As of the last comparison with this profile. */
  l2Key,
  /** Which of them are kept. They are never shown again. */
  serviceKeys: z.strictObject({ organizationKey: z.boolean(), apiKey: z.boolean() }),
})
export type Account = z.infer<typeof account>

const accountsState = z.strictObject({
  accounts: z.array(account),
  activeId: z.uuid().nullable(),
  session: z.enum(sessionStates),
  protection: keyProtection,
  /** A login text that waits to be signed by a wallet outside of Starkdesk (accounts of a mere L2 key); else null. */
  signatureRequest: z.strictObject({ ethereumAddress: z.string(), text: z.string() }).nullable(),
})
export type AccountsState = z.infer<typeof accountsState>

const label = z.string().trim().min(1).max(maxLabelLength)

const network = z.enum(['mainnet', 'testnet', 'custom'])
/** Belongs to network `custom` alone. */
const baseUrl = z.string().max(500).nullable()

/** What removing an account did. */
const removed = z.strictObject({
  /** `left`: in a keychain that could not be reached. */
  secrets: z.enum(['removed', 'left']),
  orders: z.int().min(0),
  orderTrades: z.int().min(0),
  pnlSnapshots: z.int().min(0),
})
export type RemovedAccount = z.infer<typeof removed>

export const accountsChannels = {
  'accounts:getState': { access: 'readable', input: nothing, output: accountsState },
  /** Adds (or finds again) a wallet of the practice exchange and makes it the active account. */
  'accounts:connectPractice': {
    access: 'unlocked',
    input: z.strictObject({ user: z.literal([0, 1]) }),
    output: account,
  },
  /**
   * Has a person give a wallet in main's own window, where its key is typed, and adds it after the service has accepted its
   * signature; it is active then. Nothing is stored when any step fails. With an `accountId` the key of that account is entered
   * again, and name, network and address are those of the account. With a mere L2 key that window closes, the login text appears
   * as `signatureRequest`, and the call waits for `accounts:giveSignature`; a key that is not the one of the profile is refused
   * (keyMismatch). Errors besides: userDeclined when the window is closed, with nothing stored.
   */
  'accounts:connectWallet': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ label, network, baseUrl, accountId: z.uuid().nullable() }),
    output: account,
  },
  /**
   * Makes a new wallet. Main shows its words in a window of its own, asks some of them back, and keeps the key only then; the
   * account has to be opened at the service afterwards. Ends with `userDeclined` when that window is closed before.
   */
  'accounts:createWallet': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ label, network, baseUrl }),
    output: account,
  },
  /**
   * Gives up the wallets that are being connected and the signature that is waited for: those calls end with `cancelled`,
   * and nothing of them is stored.
   */
  'accounts:cancelConnect': { access: 'always', input: nothing, output: nothing },
  /**
   * The signature that a wallet elsewhere made of the text in `signatureRequest`: `0x` and 130 hex digits. Errors:
   * validation of `signature` (notHex, wrongLength, otherWallet), after which the request still waits; notFound without one.
   * It is the one thing typed in the main window that is not for everybody: it signs in once, for this text, and can move nothing.
   */
  'accounts:giveSignature': {
    access: 'unlocked',
    input: z.strictObject({ signature: z.string().max(400) }),
    output: nothing,
    secretFields: ['signature'],
  },
  'accounts:activate': { access: 'readable', input: z.strictObject({ id: z.uuid() }), output: nothing },
  'accounts:rename': { access: 'unlocked', input: z.strictObject({ id: z.uuid(), label }), output: nothing },
  /**
   * Removes the account, its secrets and its cached rows from this computer. `label` is the account's name as the user typed
   * it (validation of `label`, otherAccount). Where the keychain that holds its secrets cannot be reached, the call fails
   * unless `leaveSecrets` is set; then they are removed as soon as the keychain is back.
   */
  'accounts:remove': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ id: z.uuid(), label: z.string().max(200), leaveSecrets: z.boolean() }),
    output: removed,
  },
  /** Has a person type a key that the service's operator issued, in main's own window, and keeps it. Errors: userDeclined. */
  'accounts:setServiceKey': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ id: z.uuid(), name: z.enum(serviceKeyNames) }),
    output: nothing,
  },
  /** Removes such a key from this computer. Main asks first. Errors: userDeclined. */
  'accounts:forgetServiceKey': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ id: z.uuid(), name: z.enum(serviceKeyNames) }),
    output: nothing,
  },
  /**
   * Writes the wallet's key into a keystore file, version 3. Main asks for the passwords in a window of its own and for the
   * place of the file; the page learns its name. Errors: userDeclined; notFound for an account of a mere L2 key.
   */
  'accounts:exportKeystore': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ fileName: z.string() }),
  },
  /** Signs in now, by a signature: after signing out, or after the keychain was unlocked. */
  'accounts:signIn': { access: 'unlocked', input: nothing, output: nothing },
  /** Forgets both tokens of the active account, and signs in again only when told to. */
  'accounts:signOut': { access: 'unlocked', input: nothing, output: nothing },
} satisfies ChannelTable<'accounts'>

export const accountsEvents = { 'accounts:changed': accountsState }
