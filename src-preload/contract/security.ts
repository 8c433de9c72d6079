// Owns: the channels about the app password, the lock, and signing in at start. Must not: return a password or a key.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from './channel.ts'

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

/**
 * No password crosses this border: each of the four that need one opens main's own window, where it is typed. They end when the
 * work is done or with userDeclined when the window is closed; what goes wrong with a password is said there. Errors besides:
 * vaultDamaged, databaseTooNew, databaseUnavailable.
 */
export const securityChannels = {
  'security:getState': { access: 'always', input: nothing, output: securityState },
  /** Makes the vault and moves every secret into it. On an error the secrets are where they were. */
  'security:setPassword': { access: 'always', confirmed: true, input: nothing, output: nothing },
  'security:changePassword': { access: 'always', confirmed: true, input: nothing, output: nothing },
  /**
   * Moves every secret to the OS keychain and removes the vault. Errors besides: keychainUnavailable, keychainLocked, with
   * nothing changed.
   */
  'security:removePassword': { access: 'always', confirmed: true, input: nothing, output: nothing },
  'security:unlock': { access: 'always', confirmed: true, input: nothing, output: nothing },
  /** Wipes the keys from memory. Errors: notFound without a password. */
  'security:lock': { access: 'always', input: nothing, output: nothing },
  /**
   * For a forgotten password or a damaged file: puts the vault's file aside under another name, where it stays. Keys have to be
   * entered again.
   */
  'security:setVaultAside': {
    access: 'always',
    confirmed: true,
    input: nothing,
    output: z.strictObject({ fileName: z.string() }),
  },
  /** Changes what is given. Refused while locked. */
  'security:setOptions': {
    access: 'always',
    confirmed: true,
    input: z.strictObject({
      lockAfterMinutes: z.literal(lockMinutes).optional(),
      readableWhenLocked: z.boolean().optional(),
      signInAtStart: z.boolean().optional(),
    }),
    output: nothing,
  },
} satisfies ChannelTable<'security'>

export const securityEvents = { 'security:changed': securityState }
