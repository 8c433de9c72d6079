// Loads keytar, which is native and optional, and checks its interface.
import { AppError } from '../../src-preload/domain/errors.ts'

/** The used part of keytar 7. */
export interface KeychainModule {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

function isKeychainModule(value: unknown): value is KeychainModule {
  if (typeof value !== 'object' || value === null) return false
  return ['getPassword', 'setPassword', 'deletePassword'].every(
    (name) => typeof Reflect.get(value, name) === 'function',
  )
}

/**
 * Loads keytar. Errors: keychainUnavailable { reason: 'notInstalled' } if it is missing, was built for another system, or
 * lacks a library that it needs.
 */
export async function loadKeychainModule(): Promise<KeychainModule> {
  // Not a literal, so that types and bundles do not need an optional module.
  const name: string = 'keytar'
  let loaded: unknown
  try {
    loaded = await import(/* @vite-ignore */ name)
  } catch (cause) {
    throw new AppError('keychainUnavailable', { reason: 'notInstalled' }, cause)
  }
  const module: unknown =
    typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, 'default') : null
  if (isKeychainModule(module)) return module
  throw new AppError('keychainUnavailable', { reason: 'notInstalled' })
}
