// Owns: one form about the app password: set, change or remove it; what is typed, what is wrong, what is under way.
// Must not: keep a password after the call, or know markup.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { longestAppPassword, shortestAppPassword } from '../../../src-preload/shared/security.ts'
import { describeError } from '../../lib/describe-error.ts'
import { describeField } from '../../lib/describe-field.ts'
import { fact } from '../../lib/error-facts.ts'
import { isAboutPassword, isDeclined } from '../../lib/security-faults.ts'
import { security } from '../../lib/state/security.svelte.ts'

export type PasswordTask = 'set' | 'change' | 'remove'
export type PasswordFieldName = 'current' | 'chosen' | 'repeated'
export type PasswordFaults = Partial<Record<PasswordFieldName, string | undefined>>

/** What is asked for, in the order of the screen. */
export const fieldsOf: Readonly<Record<PasswordTask, readonly PasswordFieldName[]>> = {
  set: ['chosen', 'repeated'],
  change: ['current', 'chosen', 'repeated'],
  remove: ['current'],
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

export class PasswordForm {
  readonly task: PasswordTask
  current = $state('')
  chosen = $state('')
  repeated = $state('')
  faults = $state.raw<PasswordFaults>({})
  isWorking = $state(false)
  /** What failed and belongs to no field. */
  failure = $state.raw<ErrorReport | null>(null)
  /** True after the person said no in the window that asks once more, which is no fault. */
  isDeclined = $state(false)

  constructor(task: PasswordTask) {
    this.task = task
  }

  clearFault(field: PasswordFieldName): void {
    this.faults = { ...this.faults, [field]: undefined }
  }

  /** Lets go of everything that was typed. */
  forget(): void {
    this.current = this.chosen = this.repeated = ''
  }

  /** Checks and sends. True when it was done; what was typed is gone after the call either way. */
  async submit(): Promise<boolean> {
    if (this.isWorking) return false
    const typed = { current: this.current, chosen: this.chosen, repeated: this.repeated }
    this.failure = null
    this.isDeclined = false
    this.faults = checkPasswords(this.task, typed)
    if (Object.values(this.faults).some((fault) => fault !== undefined)) return false
    this.isWorking = true
    this.forget()
    const result = await this.#send(typed)
    this.isWorking = false
    if (result.ok) return true
    if (isAboutPassword(result.error)) this.faults = this.#placeFault(result.error)
    else if (isDeclined(result.error)) this.isDeclined = true
    else this.failure = result.error
    return false
  }

  #send(typed: TypedPasswords) {
    switch (this.task) {
      case 'set':
        return security.setPassword(typed.chosen)
      case 'change':
        return security.changePassword(typed.current, typed.chosen)
      case 'remove':
        return security.removePassword(typed.current)
    }
  }

  /** A wrong or delayed password is the current one; a rule can be broken by the one that main names. */
  #placeFault(error: ErrorReport): PasswordFaults {
    const words = describeError(error).happened
    if (error.code !== 'validation') return { current: words }
    const isCurrent = this.task === 'remove' || fact(error.data, 'field') === 'oldPassword'
    return isCurrent ? { current: words } : { chosen: words }
  }
}
