// Owns: removing an account in a real browser: that it takes its name, and what is said before and after.
// Must not: test main's rules, or words that removal-words.test.ts has.
import { describe, expect, it } from 'vitest'
import { AppError, type ErrorCode, type ErrorData } from '../../src-preload/shared/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeAccount } from '../unit/renderer/make-account.ts'
import { type AccountsPage, openAccounts, readFocus } from './accounts-fake.ts'

const account = makeAccount(1)
const counts = { orders: 2500, orderTrades: 12, pnlSnapshots: 1 }

async function ask({ page }: AccountsPage) {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: /^Remove/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  return {
    dialog,
    name: dialog.getByLabel(/^Type the name of the account/),
    remove: dialog.getByRole('button', { name: /^Remove Wallet 1/ }),
    anyway: dialog.getByRole('button', { name: 'Remove anyway' }),
  }
}

describe('removing an account', () => {
  it('takes its name and a button: Enter removes nothing', async () => {
    const one = await openAccounts([account, makeAccount(2)], (page) => ({
      'accounts:remove': async () => {
        await page().tell({ accounts: [makeAccount(2)], activeId: makeAccount(2).id })
        return { secrets: 'removed', ...counts }
      },
    }))
    const { page } = one
    const { name, remove, dialog } = await ask(one)
    await eventually(async () => expect(await readFocus(one)).toBe('Keep Wallet 1'))
    expect(await remove.isDisabled()).toBe(true)
    await name.fill('wallet 1')
    expect(await remove.isDisabled()).toBe(true)
    await name.fill(' Wallet 1 ')
    expect(await remove.isDisabled()).toBe(false)
    await name.press('Enter')
    expect(one.inputsOf('accounts:remove')).toEqual([])
    await remove.click()
    await eventually(async () => expect(await dialog.count()).toBe(0))
    expect(one.inputsOf('accounts:remove')).toEqual([
      { id: account.id, label: 'Wallet 1', leaveSecrets: false },
    ])
    const said = page.getByRole('status', { name: 'Removed' })
    await said.getByText(/2,500 orders, 12 trades and 1 figure\./).waitFor()
    await eventually(async () => expect(await readFocus(one)).toMatch(/^Account: Mainnet, Wallet 2/))
    await said.getByRole('button', { name: 'Dismiss' }).click()
    expect(await said.count()).toBe(0)
  })

  it('says what it did on the first screen after the last account', async () => {
    const one = await openAccounts([account], (page) => ({
      'accounts:remove': async () => {
        await page().tell({ accounts: [], activeId: null, session: 'signedOut' })
        return { secrets: 'removed', ...counts }
      },
    }))
    const { name, remove } = await ask(one)
    await name.fill('Wallet 1')
    await remove.click()
    await one.page.getByRole('button', { name: 'Use the practice exchange' }).waitFor()
    await one.page.getByRole('status', { name: 'Removed' }).waitFor()
  })

  it.each(['keychainLocked', 'keychainUnavailable'] as const)(
    'can leave the key in a keychain that cannot be reached (%s)',
    async (code) => {
      const one = await openAccounts([account], (page) => ({
        'accounts:remove': async ({ leaveSecrets }) => {
          if (!leaveSecrets) throw new AppError(code, { isHeld: true })
          await page().tell({ accounts: [], activeId: null })
          return { secrets: 'left', ...counts }
        },
      }))
      const { name, remove, anyway, dialog } = await ask(one)
      expect(await anyway.count()).toBe(0)
      await name.fill('Wallet 1')
      await remove.click()
      await dialog.getByText(/Its key stays in the keychain of the system for now/).waitFor()
      await anyway.click()
      await one.page
        .getByRole('status', { name: 'Removed' })
        .getByText(/still in the keychain/)
        .waitFor()
      expect(one.inputsOf('accounts:remove').at(-1)).toMatchObject({ leaveSecrets: true })
    },
  )

  it('says that nothing was removed after a no in the other window, and can be asked again', async () => {
    const answers = Promise.withResolvers<undefined>()
    const one = await openAccounts([account], () => ({
      'accounts:remove': async () => {
        await answers.promise
        throw new AppError('userDeclined')
      },
    }))
    const { name, remove, dialog } = await ask(one)
    await name.fill('Wallet 1')
    await remove.click()
    await dialog.getByRole('button', { name: 'Waiting for the other window' }).waitFor()
    answers.resolve(undefined)
    await dialog.getByRole('status').getByText('Nothing was removed.').waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
    expect(await remove.isEnabled()).toBe(true)
  })

  it('says that nobody was asked while the other window asks something else', async () => {
    const one = await openAccounts([account], () => ({
      'accounts:remove': () => {
        throw new AppError('userDeclined', { reason: 'busy' })
      },
    }))
    const { name, remove, dialog } = await ask(one)
    await name.fill('Wallet 1')
    await remove.click()
    await dialog.getByRole('alert').getByText('Another question is open').waitFor()
    expect(await dialog.getByText('Nothing was removed.').count()).toBe(0)
  })

  it.each<[string, ErrorCode, ErrorData]>([
    ['a locked keychain that holds nothing of it', 'keychainLocked', { isHeld: false }],
    ['a fault of another kind', 'databaseUnavailable', { isHeld: true }],
  ])('is not done halfway for %s', async (_, code, data) => {
    const one = await openAccounts([account], () => ({
      'accounts:remove': () => {
        throw new AppError(code, data)
      },
    }))
    const { name, remove, anyway, dialog } = await ask(one)
    await name.fill('Wallet 1')
    await remove.click()
    await dialog.getByRole('alert').waitFor()
    expect(await anyway.count()).toBe(0)
    expect(await name.inputValue()).toBe('Wallet 1')
  })
})
