// IPC channels of the app password, the lock, and sign-in at start. They never return a password or a key.
import { z } from 'zod'
import { networkKinds } from './accounts.ts'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'

/** Minutes without input before the app locks itself; 0 for never. */
export const lockMinutes = [0, 1, 5, 15, 30, 60] as const

/**
 * `none`: no app password; secrets are in the OS keychain or in memory. `unlocked`, `locked`: they are in the password vault.
 * `damaged`: the vault's file is unusable; `fault` has the reason.
 */
export const passwordStates = ['none', 'unlocked', 'locked', 'damaged'] as const
export type PasswordState = (typeof passwordStates)[number]

const securityState = z.strictObject({
  password: z.enum(passwordStates),
  /** Why the vault cannot be used: vaultDamaged, databaseTooNew, databaseUnavailable. Null unless `damaged`. */
  fault: errorReport.nullable(),
  /** The next password is accepted after this many milliseconds. */
  retryAfterMs: z.int().min(0),
  /** Copies of secrets remain in the OS keychain because it could not be cleared; the next unlock retries. */
  leftInKeychain: z.boolean(),
  lockAfterMinutes: z.literal(lockMinutes),
  /** Cached data stays on screen while locked; signing is still impossible. */
  readableWhenLocked: z.boolean(),
  /** Signs in by the wallet's signature at start when no refresh token is valid. */
  signInAtStart: z.boolean(),
  /**
   * Locking drops the exchange's tokens too: own orders are not read, fills not told and the kill switch does nothing until the
   * app is unlocked.
   */
  forgetTokensWhenLocked: z.boolean(),
  /**
   * The account in use while the lock hides everything, for the lock screen; null otherwise and without an account. Its name here
   * and its network are all that the lock screen may know: no address, no amount.
   */
  behindLock: z.strictObject({ label: z.string(), network: z.enum(networkKinds) }).nullable(),
})
export type SecurityState = z.infer<typeof securityState>

/**
 * No password crosses this border: each of the four channels that need one opens the secure window. They resolve when the
 * work is done, or fail with userDeclined when the window is closed; password errors are shown in that window. Additional
 * errors: vaultDamaged, databaseTooNew, databaseUnavailable.
 */
export const securityChannels = {
  'security:getState': { access: 'always', input: nothing, output: securityState },
  /** Creates the vault and moves every secret into it. On an error the secrets stay where they were. */
  'security:setPassword': { access: 'always', confirmed: true, input: nothing, output: nothing },
  'security:changePassword': { access: 'always', confirmed: true, input: nothing, output: nothing },
  /**
   * Moves every secret to the OS keychain and removes the vault. Additional errors: keychainUnavailable, keychainLocked, with
   * nothing changed.
   */
  'security:removePassword': { access: 'always', confirmed: true, input: nothing, output: nothing },
  'security:unlock': { access: 'always', confirmed: true, input: nothing, output: nothing },
  /** Clears the keys from memory. Errors: notFound without a password. */
  'security:lock': { access: 'always', input: nothing, output: nothing },
  /** For a forgotten password or a damaged file: renames the vault's file and keeps it. Keys must be entered again. */
  'security:setVaultAside': {
    access: 'always',
    confirmed: true,
    input: nothing,
    output: z.strictObject({ fileName: z.string() }),
  },
  /** Changes the given options. Refused while locked. */
  'security:setOptions': {
    access: 'always',
    confirmed: true,
    input: z.strictObject({
      lockAfterMinutes: z.literal(lockMinutes).optional(),
      readableWhenLocked: z.boolean().optional(),
      signInAtStart: z.boolean().optional(),
      forgetTokensWhenLocked: z.boolean().optional(),
    }),
    output: nothing,
  },
} satisfies ChannelTable<'security'>

export const securityEvents = { 'security:changed': securityState }
