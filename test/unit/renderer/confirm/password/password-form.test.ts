// The rules of a password that is typed in the confirmation window, where an error of main is said, and what each task means.
import { describe, expect, it } from 'vitest'
import type { ErrorReport } from '../../../../../src-preload/contract/channel.ts'
import { type PasswordTask, passwordTasks } from '../../../../../src-preload/contract/accounts/confirm.ts'
import {
  checkPasswords,
  fieldsOf,
  placeFault,
  type PasswordFieldName,
} from '../../../../../src-renderer/confirm/password/password-form.ts'
import { describeTask } from '../../../../../src-renderer/confirm/password/password-text.ts'

const report = (code: ErrorReport['code'], data: ErrorReport['data'] = {}): ErrorReport => ({
  code,
  data,
  ref: null,
})
const nothing = { current: '', chosen: '', repeated: '' }

describe('a password that is chosen', () => {
  it('needs 8 characters as a person counts them, and the same ones twice', () => {
    const check = (chosen: string, repeated = chosen) =>
      Object.keys(checkPasswords('set', { current: '', chosen, repeated }))
    expect(check('')).toEqual(['chosen'])
    expect(check('1234567')).toEqual(['chosen'])
    expect(check('12345678')).toEqual([])
    // Seven characters in fourteen UTF-16 units; an e and its accent are one character in the form that is hashed.
    expect(check('\u{1F511}'.repeat(7))).toEqual(['chosen'])
    expect(check(`1234567e\u0301`)).toEqual([])
    expect(check(`123456e\u0301`)).toEqual(['chosen'])
    expect(check('é'.repeat(513))).toEqual(['chosen'])
    expect(check('12345678', '12345679')).toEqual(['repeated'])
    expect(check('1234567', '')).toEqual(['chosen'])
  })

  it('is asked for only where the task chooses one, and the one of now only where there is one', () => {
    const missing = passwordTasks.map((task) => Object.keys(checkPasswords(task, nothing)))
    expect(missing).toEqual([['chosen'], ['current', 'chosen'], ['current'], ['current']])
    // The one of now has no rule of its own: it was chosen already.
    for (const task of ['remove', 'unlock'] as const)
      expect(checkPasswords(task, { ...nothing, current: '1' })).toEqual({})
  })
})

describe('an error of main', () => {
  const placeOf = (task: PasswordTask, error: ErrorReport): PasswordFieldName[] | null => {
    const placed = placeFault(task, error)
    return placed === null ? null : (Object.keys(placed) as PasswordFieldName[])
  }

  it('about a wrong password, or one that was not looked at, is said at the one of now', () => {
    for (const task of ['change', 'remove', 'unlock'] as const)
      for (const code of ['wrongPassword', 'passwordDelayed'] as const)
        expect(placeOf(task, report(code, { retryAfterMs: 0 }))).toEqual(['current'])
  })

  it('about a rule is said at the password that breaks it', () => {
    const rule = (field: string) => report('validation', { field, reason: 'tooLong' })
    expect(placeOf('set', rule('password'))).toEqual(['chosen'])
    expect(placeOf('change', rule('newPassword'))).toEqual(['chosen'])
    expect(placeOf('change', rule('oldPassword'))).toEqual(['current'])
    expect(placeOf('remove', rule('password'))).toEqual(['current'])
    expect(placeOf('unlock', rule('password'))).toEqual(['current'])
  })

  it('about anything else is at no field', () => {
    for (const task of passwordTasks) {
      expect(placeOf(task, report('validation', { field: 'answer', reason: 'tooEarly' }))).toBeNull()
      expect(placeOf(task, report('internal'))).toBeNull()
    }
  })

  it('is always said at a field that the task has', () => {
    for (const task of passwordTasks)
      for (const field of ['password', 'oldPassword', 'newPassword'])
        for (const place of placeOf(task, report('validation', { field, reason: 'notText' })) ?? [])
          expect(fieldsOf[task]).toContain(place)
  })
})

describe('the words of a task', () => {
  it('are its own, and each way out of it says what stays', () => {
    const all = passwordTasks.map((task) => describeTask(task, 'keychain'))
    for (const pick of ['title', 'action', 'decline'] as const)
      expect(new Set(all.map((words) => words[pick])).size).toBe(passwordTasks.length)
    for (const { lines } of all) for (const line of lines) expect(line).toMatch(/^[A-Z].*\.$/)
  })

  it('say before a first password from where keys move, and that nobody can recover it', () => {
    const firstOf = (place: 'keychain' | 'memory' | 'untouched') => describeTask('set', place).lines[0]
    expect(new Set([firstOf('keychain'), firstOf('memory'), firstOf('untouched')]).size).toBe(3)
    expect(describeTask('set', 'untouched').lines.join(' ')).toMatch(/can’t be recovered/)
    expect(describeTask('remove', 'vault').lines.join(' ')).toMatch(/keychain.*nothing is changed/)
  })
})
