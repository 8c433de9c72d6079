// Owns: giving a wallet in a real browser, over the real main: by its L2 key and a signature from elsewhere, with a passphrase, or a new one.
// Must not: test main's rules, or what onboarding.test.ts has.
import { describe, expect, it } from 'vitest'
import { signMessage } from '../../src-main/signing/ethereum.ts'
import type { PracticeUser } from '../../src-main/practice/users.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { readFocus } from './open-page.ts'
import { openReal, type RealPage } from './open-real.ts'

const stark = { network: 'mainnet', keyKind: 'stark', label: 'Cold wallet' } as const
const focusIs = (one: RealPage, name: string | RegExp) =>
  eventually(async () => expect(await readFocus(one)).toMatch(name))

/** Whose wallet it is; it signs elsewhere. */
function ownerOf({ main }: RealPage): PracticeUser {
  const [alice] = main.exchange.users
  if (alice === undefined) throw new Error('nobody practises')
  return alice
}

/** What the wallet elsewhere makes of the text in the page. */
const signIn = async (one: RealPage): Promise<string> =>
  signMessage((await one.page.getByTestId('login-text').textContent()) ?? '', ownerOf(one).ethereumPrivateKey)

async function fillStarkKey(one: RealPage) {
  const { page } = one
  const form = page.getByRole('form', { name: 'Connect my own wallet' })
  await form.getByRole('radio', { name: 'L2 key' }).check({ force: true })
  await form.getByLabel('Account name').fill('Cold wallet')
  await form.getByLabel('Ethereum address').fill(ownerOf(one).ethereumAddress)
  await form.getByLabel('L2 private key', { exact: true }).fill(ownerOf(one).starkPrivateKey)
  await form.getByRole('button', { name: 'Connect wallet' }).click()
  return { form, panel: page.getByRole('form', { name: 'Sign the login text' }) }
}

describe('a wallet given by its L2 key', () => {
  it('asks for a signature of exactly the login text, in the place of the form', async () => {
    const one = await openReal()
    const { page } = one
    const { form, panel } = await fillStarkKey(one)
    await panel.waitFor()
    expect(await form.isVisible()).toBe(false)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await focusIs(one, 'Sign the login text')
    const asked = (await one.main.services.accounts.getState()).signatureRequest
    expect(await panel.getByTestId('login-text').textContent()).toBe(asked?.text)
    expect(await panel.getByRole('button', { name: 'Copy the text to sign' }).count()).toBe(1)

    await panel.getByRole('button', { name: 'Give signature' }).click()
    await panel.getByText('The signature is missing.').waitFor()
    await focusIs(one, 'Signature')
    await page.keyboard.type('hello')
    await panel.getByRole('button', { name: 'Give signature' }).click()
    await panel.getByText(/only the digits 0 to 9/).waitFor()
    expect(await panel.getByLabel('Signature').getAttribute('aria-invalid')).toBe('true')
    await panel.getByLabel('Signature').fill(` ${await signIn(one)}\n`)
    await panel.getByRole('button', { name: 'Give signature' }).click()
    await page.getByRole('status', { name: 'Connected' }).waitFor()
    await page.getByRole('button', { name: /^Account: Mainnet, Cold wallet/ }).waitFor()
    expect(await page.content()).not.toContain(ownerOf(one).starkPrivateKey)
  })

  it('can be given up while it waits, and the form is as it was', async () => {
    const one = await openReal()
    const { form, panel } = await fillStarkKey(one)
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor()
    expect(await one.main.store.listAccounts()).toEqual([])
    expect(await form.getByLabel('Account name').inputValue()).toBe('Cold wallet')
    await focusIs(one, 'Connect wallet')
  })
})

describe('signing in with a wallet elsewhere', () => {
  it('opens a dialog that keeps what is pasted while other news comes, and closes when it is done', async () => {
    const one = await openReal({ accounts: [stark] })
    const { page } = one
    const button = page.getByRole('button', { name: 'Sign in with a signature from your wallet' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Sign in with your wallet' })
    await dialog.waitFor()
    await focusIs(one, 'Sign the login text')
    const signature = await signIn(one)
    await dialog.getByLabel('Signature').fill(signature)
    const { accounts } = one.main.services
    await accounts.rename({ id: one.ids[0] ?? '', label: 'Renamed' })
    await page.getByRole('button', { name: /^Account: Mainnet, Renamed/, includeHidden: true }).waitFor()
    expect(await dialog.getByLabel('Signature').inputValue()).toBe(signature)
    const state = await accounts.getState()
    const { ethereumAddress } = ownerOf(one)
    await one.emit('accounts:changed', {
      ...state,
      signatureRequest: { ethereumAddress, text: 'Another text' },
    })
    await eventually(async () => expect(await dialog.getByLabel('Signature').inputValue()).toBe(''))
    await one.emit('accounts:changed', state)
    await dialog.getByLabel('Signature').fill(signature)
    await dialog.getByRole('button', { name: 'Give signature' }).click()
    await eventually(async () => expect(await dialog.count()).toBe(0))
    await eventually(async () => expect(await button.count()).toBe(0))
  })

  it('is given up by Escape, not by a click beside it, and that is no failure', async () => {
    const one = await openReal({ accounts: [stark] })
    const { page } = one
    await page.getByRole('button', { name: 'Sign in with a signature from your wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in with your wallet' })
    await dialog.waitFor()
    await page.mouse.click(5, 300)
    await focusIs(one, /./)
    expect(one.inputsOf('accounts:cancelConnect')).toEqual([])
    await page.keyboard.press('Escape')
    await eventually(async () => expect(await dialog.count()).toBe(0))
    expect(one.inputsOf('accounts:cancelConnect')).toEqual([{}])
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

describe('the first screen', () => {
  it('asks for a passphrase only of those who have one', async () => {
    const one = await openReal()
    const { page } = one
    await page.getByRole('radio', { name: 'Seed phrase' }).check({ force: true })
    expect(await page.getByLabel('Passphrase', { exact: true }).count()).toBe(0)
    await page.getByLabel('This phrase has a passphrase').check()
    await page.getByLabel('Passphrase', { exact: true }).fill('secret words')
    await page.getByLabel('This phrase has a passphrase').uncheck()
    await page.getByLabel('This phrase has a passphrase').check()
    expect(await page.getByLabel('Passphrase', { exact: true }).inputValue()).toBe('')
  })

  it('makes a new wallet, and says so plainly when its window was closed', async () => {
    const one = await openReal()
    one.main.person.confirm = () => Promise.reject(new AppError('userDeclined'))
    const { page } = one
    await page.getByRole('radio', { name: 'Create a wallet' }).check({ force: true })
    const form = page.getByRole('form', { name: 'Create a new wallet' })
    await form.getByRole('button', { name: 'Create a new wallet' }).click()
    await focusIs(one, 'Account name')
    await page.keyboard.type('New')
    await page.keyboard.press('Enter')
    await form.getByRole('status').getByText('No wallet was made.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    one.main.person.confirm = () => Promise.resolve()
    await form.getByRole('button', { name: 'Create a new wallet' }).click()
    await page.getByRole('button', { name: /^Account: Mainnet, New/ }).waitFor()
    expect(await one.main.store.listAccounts()).toMatchObject([{ label: 'New', networkKind: 'mainnet' }])
  })
})
