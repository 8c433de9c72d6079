// Owns: the channels about the app password, the lock, and signing in at start. Must not: return a password or a key.
import { z } from 'zod'
import { longestAppPassword } from '../shared/security.ts'
import { errorReport, nothing } from './channel.ts'

/** Minutes without input after which the app locks itself; 0 is never. */
export const lockMinutes = [0, 1, 5, 15, 30, 60] as const

/**
 * `none`: no app password; secrets lie in the OS keychain, or in memory. `unlocked`, `locked`: they lie in the password vault.
 * `damaged`: the vault's file cannot be used as it is; `fault` says why.
 */
export const passwordStates = ['none', 'unlocked', 'locked', 'damaged'] as const
export type PasswordState = (typeof passwordStates)[number]

const securityState = z.strictObject({
  password: z.enum(passwordStates),
  /** Why the vault cannot be used: vaultDamaged, databaseTooNew, databaseUnavailable. Null unless `damaged`. */
  fault: errorReport.nullable(),
  /** The next password is taken after so many milliseconds. */
  retryAfterMs: z.int().min(0),
  /** Copies of secrets still lie in the OS keychain because it could not be cleared; the next unlocking tries again. */
  leftInKeychain: z.boolean(),
  lockAfterMinutes: z.literal(lockMinutes),
  /** While locked, what is in the cache stays on screen; nothing can be signed all the same. */
  readableWhenLocked: z.boolean(),
  /** Signs in by the wallet's signature at start, where no refresh token does it. */
  signInAtStart: z.boolean(),
})
export type SecurityState = z.infer<typeof securityState>

const password = z.string().max(longestAppPassword)

/**
 * Errors of those that take a password: validation of `password` (tooShort, tooLong, notText); wrongPassword and
 * passwordDelayed { retryAfterMs }; vaultDamaged, databaseTooNew, databaseUnavailable.
 */
export const securityChannels = {
  'security:getState': { input: nothing, output: securityState },
  /** Makes the vault and moves every secret into it. On an error the secrets are where they were. */
  'security:setPassword': {
    input: z.strictObject({ password }),
    output: nothing,
    secretFields: ['password'],
  },
  'security:changePassword': {
    input: z.strictObject({ oldPassword: password, newPassword: password }),
    output: nothing,
    secretFields: ['oldPassword', 'newPassword'],
  },
  /**
   * Moves every secret to the OS keychain and removes the vault. Errors besides: keychainUnavailable, keychainLocked, with
   * nothing changed.
   */
  'security:removePassword': {
    input: z.strictObject({ password }),
    output: nothing,
    secretFields: ['password'],
  },
  'security:unlock': { input: z.strictObject({ password }), output: nothing, secretFields: ['password'] },
  /** Wipes the keys from memory. Errors: notFound without a password. */
  'security:lock': { input: nothing, output: nothing },
  /**
   * For a forgotten password or a damaged file: puts the vault's file aside under another name, where it stays. Keys have to be
   * entered again.
   */
  'security:setVaultAside': { input: nothing, output: z.strictObject({ fileName: z.string() }) },
  /** Changes what is given. Refused while locked. */
  'security:setOptions': {
    input: z.strictObject({
      lockAfterMinutes: z.literal(lockMinutes).optional(),
      readableWhenLocked: z.boolean().optional(),
      signInAtStart: z.boolean().optional(),
    }),
    output: nothing,
  },
}

export const securityEvents = { 'security:changed': securityState }
