// Validates the app password form. Passwords are never kept after the window closes.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { PasswordTask } from '../../../src-preload/contract/accounts/confirm.ts'
import { maxAppPasswordLength, minAppPasswordLength } from '../../../src-preload/domain/accounts/security.ts'
import { describeError } from '../../text/errors/describe-error.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import { fact } from '../../text/errors/error-facts.ts'
import { isAboutPassword } from '../../text/errors/security-faults.ts'

export type PasswordFieldName = 'current' | 'chosen' | 'repeated'
export type PasswordFaults = Partial<Record<PasswordFieldName, string | undefined>>

/** Fields in screen order. */
export const fieldsOf: Readonly<Record<PasswordTask, readonly PasswordFieldName[]>> = {
  set: ['chosen', 'repeated'],
  change: ['current', 'chosen', 'repeated'],
  remove: ['current'],
  unlock: ['current'],
}

export type TypedPasswords = Readonly<Record<PasswordFieldName, string>>

/** The rule that a new password breaks; null for none. Main counts the same way, and checks the length in bytes too. */
function faultOf(password: string): 'empty' | 'tooShort' | 'tooLong' | null {
  if (password === '') return 'empty'
  // Characters as users count them, in the normalized form that is hashed.
  if (Array.from(password.normalize('NFKC')).length < minAppPasswordLength) return 'tooShort'
  return new TextEncoder().encode(password).length > maxAppPasswordLength ? 'tooLong' : null
}

/** Errors of the form's fields; an empty object when it can be sent. */
export function checkPasswords(task: PasswordTask, typed: TypedPasswords): PasswordFaults {
  const found: PasswordFaults = {}
  for (const field of fieldsOf[task]) {
    if (field === 'current' && typed.current === '') found.current = describeField('password', 'empty')
    if (field === 'chosen') {
      const fault = faultOf(typed.chosen)
      if (fault !== null) found.chosen = describeField('password', fault)
    }
    // A password that must be typed again does not need its repetition yet.
    if (field === 'repeated' && found.chosen === undefined && typed.repeated !== typed.chosen) {
      found.repeated = describeField('password', 'notSame')
    }
  }
  return found
}

/** The field of a main error with its text; null when no field of the task matches. */
export function placeFault(task: PasswordTask, error: ErrorReport): PasswordFaults | null {
  if (!isAboutPassword(error)) return null
  const words = describeError(error).happened
  const isRule = error.code === 'validation' && fact(error.data, 'field') !== 'oldPassword'
  const place = isRule && fieldsOf[task].includes('chosen') ? 'chosen' : 'current'
  return fieldsOf[task].includes(place) ? { [place]: words } : null
}
