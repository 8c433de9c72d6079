// The window in which the app password is typed, in a real browser: to set, change or remove it, and to unlock.
import { describe, expect, it } from 'vitest'
import type { AppPasswordRequest } from '../../src-preload/contract/accounts/confirm.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import { openConfirm, type OpenConfirm } from './open-confirm.ts'
import { fieldOf, focusIs, footerOf, isWrong, openListening, refusing } from './secret-window.ts'

type Task = AppPasswordRequest['task']
const asking = (task: Task, retryAfterMs = 0): AppPasswordRequest => ({
  kind: 'appPassword',
  task,
  keysIn: task === 'set' ? 'keychain' : null,
  retryAfterMs,
})
const secret = 'correct horse battery'
const other = 'another long one'
const answerOf = (currentPassword: string, newPassword = '', newPasswordAgain = newPassword) => ({
  kind: 'appPassword',
  ...{ currentPassword, newPassword, newPasswordAgain },
})

describe('the window that asks for the app password', () => {
  const tasks = [
    { task: 'set', fields: ['New password', 'Repeat new password'], says: 'from the system keychain' },
    {
      task: 'change',
      fields: ['Current password', 'New password', 'Repeat new password'],
      says: 'encrypted with the new password',
    },
    { task: 'remove', fields: ['App password'], says: 'the encrypted key file is deleted' },
    { task: 'unlock', fields: ['App password'], says: 'can then sign in, sign' },
  ] as const

  it.each(tasks)('says what it means to $task, and has the focus in the first field', async (given) => {
    const one = await openListening(asking(given.task))
    const { page } = one
    await focusIs(one, given.fields[0])
    const labels = await page.locator('main label').allTextContents()
    expect(labels).toEqual(given.fields)
    expect(await page.locator('main input[type="password"]').count()).toBe(given.fields.length)
    expect(await page.getByRole('main').innerText()).toContain(given.says)
    expect(await findAxeFaults(page)).toEqual([])
  })

  it.each(['set', 'change', 'remove'] as const)(
    'takes neither letters nor Enter for the first moments (%s), and a no at once',
    async (task) => {
      const one = await openConfirm(asking(task), { deafForMs: 600_000 })
      const { page, answers } = one
      await focusIs(one, tasks.find((known) => known.task === task)?.fields[0] ?? '')
      await page.keyboard.type(secret)
      await page.keyboard.press('Enter')
      await page.locator('footer .primary').click({ force: true })
      expect(await page.locator('main input').first().inputValue()).toBe('')
      expect(await page.locator('[aria-invalid="true"]').count()).toBe(0)
      expect(answers).toEqual([])
      await page.keyboard.press('Escape')
      await eventually(() => expect(answers).toEqual([{ kind: 'decline' }]))
    },
  )

  it('goes deaf again with each focus, but for unlocking, where whoever pressed Unlock types on', async () => {
    const bring = ({ page }: OpenConfirm) => page.evaluate(() => window.dispatchEvent(new Event('focus')))
    const ignoresInput = ({ page }: OpenConfirm) => page.locator('main input[readonly]').count()
    const set = await openListening(asking('set'))
    await bring(set)
    await eventually(async () => expect(await ignoresInput(set)).toBe(2))
    await eventually(async () => expect(await ignoresInput(set)).toBe(0))
    const unlock = await openListening(asking('unlock'))
    await bring(unlock)
    await unlock.page.keyboard.type(secret)
    await unlock.page.keyboard.press('Enter')
    await eventually(() => expect(unlock.answers).toEqual([answerOf(secret)]))
  })
})

describe('a password that is chosen', () => {
  it('has to be long enough and typed twice alike, each told at its field with the focus there', async () => {
    const one = await openListening(asking('set'))
    const { page, answers } = one
    await page.keyboard.press('Enter')
    await page.getByText('Enter the password.').first().waitFor()
    await focusIs(one, 'New password')
    await page.keyboard.type('1234567')
    expect(await isWrong(one, 'New password')).toBe('false')
    await page.keyboard.press('Enter')
    await page.getByText('Use at least 8 characters.').first().waitFor()
    expect([await isWrong(one, 'New password'), await isWrong(one, 'Repeat new password')]).toEqual([
      'true',
      'false',
    ])
    await fieldOf(one, 'New password').fill(secret)
    await fieldOf(one, 'Repeat new password').fill(`${secret}!`)
    await page.keyboard.press('Enter')
    await page.getByText('The passwords don’t match.').first().waitFor()
    await focusIs(one, 'Repeat new password')
    expect(answers).toEqual([])
    await fieldOf(one, 'Repeat new password').fill(secret)
    await page.getByRole('button', { name: 'Set password' }).click()
    await eventually(() => expect(answers).toEqual([answerOf('', secret)]))
    expect(await fieldOf(one, 'New password').inputValue()).toBe('')
  })

  it('takes the place of another only for who knows that one, and a wrong one is told at its own field', async () => {
    const one = await openListening(
      asking('change'),
      refusing(new AppError('wrongPassword', { retryAfterMs: 0 })),
    )
    const { page, answers } = one
    for (const current of ['not this one', secret]) {
      await fieldOf(one, 'Current password').fill(current)
      await fieldOf(one, 'New password').fill(other)
      await fieldOf(one, 'Repeat new password').fill(other)
      await page.keyboard.press('Enter')
      if (current === secret) break
      await page.getByText('Wrong password.').first().waitFor()
      expect(await isWrong(one, 'Current password')).toBe('true')
      expect(await isWrong(one, 'New password')).toBe('false')
      await focusIs(one, 'Current password')
      expect(await footerOf(one).count()).toBe(0)
    }
    await eventually(() =>
      expect(answers).toEqual([answerOf('not this one', other), answerOf(secret, other)]),
    )
  })

  it('that main refuses by a rule is told at the new one', async () => {
    const one = await openListening(
      asking('change'),
      refusing(new AppError('validation', { field: 'newPassword', reason: 'notText' })),
    )
    await fieldOf(one, 'Current password').fill(secret)
    await fieldOf(one, 'New password').fill(other)
    await fieldOf(one, 'Repeat new password').fill(other)
    await one.page.keyboard.press('Enter')
    await one.page
      .getByText('The password contains an invalid character.', { exact: false })
      .first()
      .waitFor()
    await focusIs(one, 'New password')
  })
})

describe('a wrong password', () => {
  it.each(['unlock', 'remove'] as const)(
    'is told at the field, is gone from it, and no other is taken before the wait is over (%s)',
    async (task) => {
      const one = await openListening(
        asking(task),
        refusing(new AppError('wrongPassword', { retryAfterMs: 40_000 })),
      )
      const { page, answers } = one
      await page.keyboard.type('not this one')
      await page.keyboard.press('Enter')
      await page.getByRole('timer').waitFor()
      expect(await page.getByRole('timer').textContent()).toMatch(/in (40|3\d) seconds/)
      expect(await isWrong(one, 'App password')).toBe('true')
      expect(await fieldOf(one, 'App password').inputValue()).toBe('')
      expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain('not this one')
      await focusIs(one, 'App password')
      await page.keyboard.type(secret)
      await page.keyboard.press('Enter')
      await page.locator('footer .primary').click({ force: true })
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(answers).toEqual([answerOf('not this one')])
    },
  )

  it('may be followed at once where there is nothing to wait for', async () => {
    const one = await openListening(
      asking('unlock'),
      refusing(new AppError('wrongPassword', { retryAfterMs: 0 })),
    )
    const { page, answers } = one
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid="true"]').waitFor()
    await page.keyboard.type(secret)
    await page.keyboard.press('Enter')
    await eventually(() => expect(answers).toEqual([answerOf('not this one'), answerOf(secret)]))
  })

  it('of before this window is waited for', async () => {
    const one = await openListening(asking('unlock', 40_000))
    const { page, answers } = one
    await page.getByRole('timer').waitFor()
    await page.keyboard.type(secret)
    await page.keyboard.press('Enter')
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(answers).toEqual([])
    expect(await fieldOf(one, 'App password').inputValue()).toBe(secret)
  })

  it('of before this window is counted down, and then the next is taken', async () => {
    const one = await openListening(asking('unlock', 1_500))
    const { page, answers } = one
    await page.getByRole('timer').waitFor({ state: 'detached' })
    await page.keyboard.type(secret)
    await page.keyboard.press('Enter')
    await eventually(() => expect(answers).toEqual([answerOf(secret)]))
  })
})
