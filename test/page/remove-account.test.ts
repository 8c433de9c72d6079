// Removing an account in a real browser, over the real main: that it takes its name, and what is said before and after.
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { readFocus } from './open-page.ts'
import { openReal, type RealPage } from './open-real.ts'

const wallet = { network: 'mainnet' } as const
const lockedKeychain = 'Cannot create an item in a locked collection'
const noKeychain = 'Cannot autolaunch D-Bus without X11 $DISPLAY'

async function ask({ page }: RealPage) {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: /^Remove/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  return {
    dialog,
    name: dialog.getByLabel(/^Enter the account’s name/),
    remove: dialog.getByRole('button', { name: /^Remove Wallet 1/ }),
    anyway: dialog.getByRole('button', { name: 'Remove anyway' }),
  }
}

const labelsIn = async ({ main }: RealPage) => (await main.store.listAccounts()).map(({ label }) => label)

describe('removing an account', () => {
  it('takes its name and a button: Enter removes nothing', async () => {
    const one = await openReal({ accounts: [wallet, wallet] })
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
    expect(await labelsIn(one)).toEqual(['Wallet 2'])
    const said = page.getByRole('status', { name: 'Removed' })
    await said.getByText('Wallet 1 was removed from this computer: its keys.').waitFor()
    await eventually(async () => expect(await readFocus(one)).toMatch(/^Account: tanX, Wallet 2/))
    await said.getByRole('button', { name: 'Dismiss' }).click()
    await eventually(async () => expect(await said.count()).toBe(0))
  })

  it('says what it did on the first screen after the last account', async () => {
    const one = await openReal({ accounts: [wallet] })
    const { name, remove } = await ask(one)
    await name.fill('Wallet 1')
    await remove.click()
    await one.page.getByRole('button', { name: 'Use the practice exchange' }).waitFor()
    await one.page.getByRole('status', { name: 'Removed' }).waitFor()
  })

  it.each([
    ['locked', lockedKeychain],
    ['not there', noKeychain],
  ])('can leave the key in a keychain that cannot be reached (%s)', async (_, fault) => {
    const one = await openReal({ accounts: [wallet] })
    one.main.keychain.fault = fault
    const { name, remove, anyway, dialog } = await ask(one)
    expect(await anyway.count()).toBe(0)
    await name.fill('Wallet 1')
    await remove.click()
    await dialog.getByText(/Its key stays in the system keychain for now/).waitFor()
    expect(await labelsIn(one)).toEqual(['Wallet 1'])
    await anyway.click()
    await one.page
      .getByRole('status', { name: 'Removed' })
      .getByText(/still in the system keychain/)
      .waitFor()
    expect(await labelsIn(one)).toEqual([])
  })

  it('says that nothing was removed after a no in the other window, and can be asked again', async () => {
    const one = await openReal({ accounts: [wallet] })
    // The page says that it waits before main has asked.
    const { promise: isDeclined, resolve: decline } = Promise.withResolvers<undefined>()
    one.main.person.confirm = async () => {
      await isDeclined
      throw new AppError('userDeclined')
    }
    const { name, remove, dialog } = await ask(one)
    await name.fill('Wallet 1')
    await remove.click()
    await dialog.getByRole('button', { name: 'Waiting for the other window' }).waitFor()
    decline(undefined)
    await dialog.getByRole('status').getByText('Nothing was removed.').waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
    expect(await remove.isEnabled()).toBe(true)
    expect(await labelsIn(one)).toEqual(['Wallet 1'])
  })

  it('says that nobody was asked while the other window asks something else', async () => {
    const one = await openReal({ accounts: [wallet] })
    one.main.person.confirm = () => Promise.reject(new AppError('userDeclined', { reason: 'busy' }))
    const { name, remove, dialog } = await ask(one)
    await name.fill('Wallet 1')
    await remove.click()
    await dialog.getByRole('alert').getByText('Another question is open').waitFor()
    expect(await dialog.getByText('Nothing was removed.').count()).toBe(0)
  })

  it.each([
    ['a locked keychain that holds nothing of it', new AppError('keychainLocked', { isHeld: false })],
    ['a fault of another kind', new AppError('databaseUnavailable', { isHeld: true })],
  ])('is not done halfway for %s', async (_, fault) => {
    const one = await openReal({
      accounts: [wallet],
      instead: { 'accounts:remove': () => Promise.reject(fault) },
    })
    const { name, remove, anyway, dialog } = await ask(one)
    await name.fill('Wallet 1')
    await remove.click()
    await dialog.getByRole('alert').waitFor()
    expect(await anyway.count()).toBe(0)
    expect(await name.inputValue()).toBe('Wallet 1')
  })
})
