// IPC channels of wallets and accounts. They never return a key, a token or a seed phrase.
import { z } from 'zod'
import { keychainFaults } from '../../domain/accounts/keychain.ts'
import { maxLabelLength } from '../../domain/accounts/wallet-input.ts'
import { type ChannelTable, nothing } from '../channel.ts'
import { epochMs, profile } from '../orders/entities.ts'

export const networkKinds = ['practice', 'mainnet', 'testnet', 'custom'] as const
export type NetworkKind = (typeof networkKinds)[number]

/**
 * Where secrets are stored in this session: the OS keychain, the password vault, or memory only (gone when the app quits).
 * `untouched` until a secret was stored or looked up.
 */
export const keyProtection = z.strictObject({
  kind: z.enum(['keychain', 'vault', 'memory', 'untouched']),
  /** Why secrets are in memory only; null otherwise. */
  reason: z.enum(keychainFaults).nullable(),
})
export type KeyProtection = z.infer<typeof keyProtection>

/**
 * `signedOut`: no request was sent yet. `needsSignIn`: the user signed out or disabled automatic sign-in by signature; sign
 * in to continue. `needsKey`: no key is stored, so it must be entered, or (account with an L2 key only) an external wallet
 * must sign. `keychainLocked`: the keychain is locked and may hold the key; signing in again retries. `appLocked`: Starkdesk
 * is locked by its password. `refused`: the exchange refused the sign-in.
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

/** Public L2 keys as the exchange writes them: `0x` and lowercase hex without padding. */
const l2PublicKey = z.string().regex(/^0x[0-9a-f]{1,64}$/)

/**
 * Whether the L2 key derived from the wallet, or entered, matches the profile's. `unknown`: the wallet's key could not be
 * read yet, or the profile has no key. Only a matched key may sign.
 */
export const l2Key = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('matched'),
    publicKey: l2PublicKey,
    /**
     * The text that the key is derived from: the era of the exchange's name, and its network. Null: the key was entered
     * directly.
     */
    text: z
      .strictObject({ era: z.enum(['tanx', 'brine']), network: z.enum(['mainnet', 'testnet']) })
      .nullable(),
  }),
  z.strictObject({ status: z.literal('mismatch'), profilePublicKey: l2PublicKey }),
  z.strictObject({ status: z.literal('unknown') }),
])
export type L2Key = z.infer<typeof l2Key>

/** What an account signs with: its wallet's key, from which all others derive, or the L2 key alone. */
export const keyKinds = ['ethereum', 'stark'] as const
export type KeyKind = (typeof keyKinds)[number]

/** Additional keys for transfers, issued by the exchange's operator. */
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
  /** Which of these keys are stored. They are never shown again. */
  serviceKeys: z.strictObject({ organizationKey: z.boolean(), apiKey: z.boolean() }),
})
export type Account = z.infer<typeof account>

const accountsState = z.strictObject({
  accounts: z.array(account),
  activeId: z.uuid().nullable(),
  session: z.enum(sessionStates),
  protection: keyProtection,
  /** A login text to be signed by an external wallet (accounts with an L2 key only); otherwise null. */
  signatureRequest: z.strictObject({ ethereumAddress: z.string(), text: z.string() }).nullable(),
  /**
   * Orders and Portfolio show all accounts on the network of the active account. Kept over a restart; ended by activating
   * another account. Never true with fewer than two.
   */
  isAllShown: z.boolean(),
})
export type AccountsState = z.infer<typeof accountsState>

const label = z.string().trim().min(1).max(maxLabelLength)

const network = z.enum(['mainnet', 'testnet', 'custom'])
/** Only for network `custom`. */
const baseUrl = z.string().max(500).nullable()

/** Result of removing an account. */
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
  /**
   * Adds a wallet of the practice exchange, or finds an existing one, and makes it the active account. Asks as
   * `accounts:activate` does.
   */
  'accounts:connectPractice': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ user: z.literal([0, 1]) }),
    output: account,
  },
  /**
   * Asks for a wallet in the secure window, where its key is typed, and adds it as the active account after the exchange has
   * accepted its signature. Nothing is stored when any step fails. With an `accountId` the key of that account is entered
   * again, with its name, network and address. With an L2 key only, the window closes, the login text appears as
   * `signatureRequest`, and the call waits for `accounts:giveSignature`; a key that does not match the profile is refused
   * (keyMismatch). Additional errors: userDeclined when the window is closed, with nothing stored.
   */
  'accounts:connectWallet': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ label, network, baseUrl, accountId: z.uuid().nullable() }),
    output: account,
  },
  /**
   * Creates a wallet. The secure window shows its seed phrase, asks for some of the words, and only then stores the key; the
   * account must be opened at the exchange afterwards. Fails with `userDeclined` when the window is closed before.
   */
  'accounts:createWallet': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ label, network, baseUrl }),
    output: account,
  },
  /**
   * Cancels wallets being connected and a pending signature request: those calls fail with `cancelled`, and nothing is
   * stored.
   */
  'accounts:cancelConnect': { access: 'always', input: nothing, output: nothing },
  /**
   * The signature of the text in `signatureRequest` by an external wallet: `0x` and 130 hex digits. Errors: validation of
   * `signature` (notHex, wrongLength, otherWallet), after which the request stays pending; notFound without one. The only
   * sensitive value typed in the main window: it signs in once, for this text, and cannot move money.
   */
  'accounts:giveSignature': {
    access: 'unlocked',
    input: z.strictObject({ signature: z.string().max(400) }),
    output: nothing,
    secretFields: ['signature'],
  },
  /** Asks in the secure window while all orders of the active account are being canceled. Errors: userDeclined. */
  'accounts:activate': {
    access: 'readable',
    confirmed: true,
    input: z.strictObject({ id: z.uuid() }),
    output: nothing,
  },
  /** Whether Orders and Portfolio show all accounts of this network. Nothing else is of more than the active account. */
  'accounts:showAll': { access: 'readable', input: z.strictObject({ isAll: z.boolean() }), output: nothing },
  'accounts:rename': { access: 'unlocked', input: z.strictObject({ id: z.uuid(), label }), output: nothing },
  /**
   * Removes the account, its secrets and its cached rows from this computer. `label` is the account's name as typed by the
   * user (validation of `label`, otherAccount). If the keychain with its secrets cannot be reached, the call fails unless
   * `leaveSecrets` is set; the secrets are then removed once the keychain is available.
   */
  'accounts:remove': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ id: z.uuid(), label: z.string().max(200), leaveSecrets: z.boolean() }),
    output: removed,
  },
  /** Asks for a service key in the secure window and stores it. Errors: userDeclined. */
  'accounts:setServiceKey': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ id: z.uuid(), name: z.enum(serviceKeyNames) }),
    output: nothing,
  },
  /** Removes a service key from this computer after confirmation. Errors: userDeclined. */
  'accounts:forgetServiceKey': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ id: z.uuid(), name: z.enum(serviceKeyNames) }),
    output: nothing,
  },
  /**
   * Exports the wallet's key to a keystore file, version 3. Main asks for the passwords in the secure window and for the
   * file's location; the page gets its name. Errors: userDeclined; notFound for an account with an L2 key only.
   */
  'accounts:exportKeystore': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ fileName: z.string() }),
  },
  /** Signs in now, by signature: after signing out, or after the keychain was unlocked. */
  'accounts:signIn': { access: 'unlocked', input: nothing, output: nothing },
  /** Deletes both tokens of the active account; signs in again only on request. Asks as `accounts:activate` does. */
  'accounts:signOut': { access: 'unlocked', confirmed: true, input: nothing, output: nothing },
} satisfies ChannelTable<'accounts'>

export const accountsEvents = { 'accounts:changed': accountsState }
