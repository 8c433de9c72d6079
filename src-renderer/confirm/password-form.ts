// Owns: what is typed of the app password, and which of it breaks a rule. Must not: send it, or keep it after the window.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { PasswordTask } from '../../src-preload/contract/confirm.ts'
import { longestAppPassword, shortestAppPassword } from '../../src-preload/domain/security.ts'
import { describeError } from '../text/errors/describe-error.ts'
import { describeField } from '../text/errors/describe-field.ts'
import { fact } from '../text/errors/error-facts.ts'
import { isAboutPassword } from '../text/errors/security-faults.ts'

export type PasswordFieldName = 'current' | 'chosen' | 'repeated'
export type PasswordFaults = Partial<Record<PasswordFieldName, string | undefined>>

/** What is asked for, in the order of the screen. */
export const fieldsOf: Readonly<Record<PasswordTask, readonly PasswordFieldName[]>> = {
  set: ['chosen', 'repeated'],
  change: ['current', 'chosen', 'repeated'],
  remove: ['current'],
  unlock: ['current'],
}

export type TypedPasswords = Readonly<Record<PasswordFieldName, string>>

/** The rule that a password to be chosen breaks; null for none. Main counts the same way, and the bytes besides. */
function faultOf(password: string): 'empty' | 'tooShort' | 'tooLong' | null {
  if (password === '') return 'empty'
  // Characters as a person counts them, in the form that is hashed.
  if (Array.from(password.normalize('NFKC')).length < shortestAppPassword) return 'tooShort'
  return new TextEncoder().encode(password).length > longestAppPassword ? 'tooLong' : null
}

/** The sentence for each wrong field; an empty object when the form can be sent. */
export function checkPasswords(task: PasswordTask, typed: TypedPasswords): PasswordFaults {
  const found: PasswordFaults = {}
  for (const field of fieldsOf[task]) {
    if (field === 'current' && typed.current === '') found.current = describeField('password', 'empty')
    if (field === 'chosen') {
      const fault = faultOf(typed.chosen)
      if (fault !== null) found.chosen = describeField('password', fault)
    }
    // One thing at a time: what has to be typed anew need not be repeated yet.
    if (field === 'repeated' && found.chosen === undefined && typed.repeated !== typed.chosen) {
      found.repeated = describeField('password', 'notSame')
    }
  }
  return found
}

/** The field that an error of main is about, with its sentence; null for one that is about none of the task. */
export function placeFault(task: PasswordTask, error: ErrorReport): PasswordFaults | null {
  if (!isAboutPassword(error)) return null
  const words = describeError(error).happened
  const isRule = error.code === 'validation' && fact(error.data, 'field') !== 'oldPassword'
  const place = isRule && fieldsOf[task].includes('chosen') ? 'chosen' : 'current'
  return fieldsOf[task].includes(place) ? { [place]: words } : null
}
