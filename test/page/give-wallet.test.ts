// Giving a wallet in a real browser, over the real main: typed in the other window, with a signature from elsewhere, or a new
// one.
import { describe, expect, it } from 'vitest'
import { signMessage } from '../../src-main/signing/ethereum.ts'
import type { PracticeUser } from '../../src-main/practice/users.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { chooseRadio } from './choose-radio.ts'
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

const formOf = ({ page }: RealPage) => page.getByRole('form', { name: 'Connect my own wallet' })

async function connect(one: RealPage, label: string): Promise<void> {
  await formOf(one).getByLabel('Account name').fill(label)
  await formOf(one).getByRole('button', { name: 'Connect wallet' }).click()
}

async function giveStarkKey(one: RealPage) {
  const { ethereumAddress, starkPrivateKey } = ownerOf(one)
  one.main.person.wallet = { kind: 'starkKey', ethereumAddress, starkPrivateKey }
  await connect(one, 'Cold wallet')
  return { form: formOf(one), panel: one.page.getByRole('form', { name: 'Sign the login message' }) }
}

describe('a wallet of one’s own', () => {
  it('is typed in the other window alone: main is asked by name and network, and the page has no key', async () => {
    const one = await openReal()
    const { page } = one
    const closes = Promise.withResolvers<undefined>()
    const { ethereumPrivateKey } = ownerOf(one)
    one.main.person.wallet = { kind: 'privateKey', ethereumPrivateKey }
    one.main.person.confirm = () => closes.promise
    await connect(one, '  Mine ')
    const waiting = formOf(one).getByRole('button', { name: 'Waiting for the other window' })
    await waiting.waitFor()
    await waiting.click({ force: true })
    closes.resolve(undefined)
    await page.getByRole('button', { name: /^Account: tanX, Mine/ }).waitFor()
    await page.getByRole('status', { name: 'Connected' }).waitFor()
    expect(one.inputsOf('accounts:connectWallet')).toEqual([
      { label: 'Mine', network: 'mainnet', baseUrl: null, accountId: null },
    ])
    expect(await page.content()).not.toContain(ownerOf(one).ethereumPrivateKey)
  })

  it('is not connected where that window is closed, which is no fault, and can be given again', async () => {
    const one = await openReal()
    const { page } = one
    one.main.person.confirm = () => Promise.reject(new AppError('userDeclined'))
    await connect(one, 'Mine')
    await formOf(one).getByRole('status').getByText('Nothing was connected.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await formOf(one).getByLabel('Account name').inputValue()).toBe('Mine')
    expect(await one.main.store.listAccounts()).toEqual([])
    await focusIs(one, 'Connect wallet')
    const { ethereumPrivateKey } = ownerOf(one)
    one.main.person.wallet = { kind: 'privateKey', ethereumPrivateKey }
    one.main.person.confirm = () => Promise.resolve()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Account: tanX, Mine/ }).waitFor()
  })

  it('needs a name before any window opens, and the focus goes to where it is missing', async () => {
    const one = await openReal()
    await formOf(one).getByRole('button', { name: 'Connect wallet' }).click()
    await formOf(one).getByText('Enter a name for the account.').waitFor()
    await focusIs(one, 'Account name')
    expect(one.inputsOf('accounts:connectWallet')).toEqual([])
  })

  it('is given again for its account, whose name, network and address stand there and cannot be changed', async () => {
    const one = await openReal({ accounts: [{ network: 'mainnet', hasKey: false }] })
    const { page } = one
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Enter the key again' }).click()
    await formOf(one).getByText('Wallet 1').waitFor()
    expect(await formOf(one).locator('input, textarea').count()).toBe(0)
    const { ethereumPrivateKey } = ownerOf(one)
    one.main.person.wallet = { kind: 'privateKey', ethereumPrivateKey }
    await formOf(one).getByRole('button', { name: 'Enter the key' }).click()
    await formOf(one).waitFor({ state: 'detached' })
    const [id = ''] = one.ids
    expect(one.inputsOf('accounts:connectWallet')).toMatchObject([{ accountId: id }])
    expect(await one.main.secrets.get(id, 'ethereumPrivateKey')).toBe(ethereumPrivateKey)
  })
})

describe('a wallet given by its L2 key', () => {
  it('asks for a signature of exactly the login text, in the place of the form', async () => {
    const one = await openReal()
    const { page } = one
    const { form, panel } = await giveStarkKey(one)
    await panel.waitFor()
    expect(await form.isVisible()).toBe(false)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await focusIs(one, 'Sign the login message')
    const asked = (await one.main.services.accounts.getState()).signatureRequest
    expect(await panel.getByTestId('login-text').textContent()).toBe(asked?.text)
    expect(await panel.getByRole('button', { name: 'Copy the text to sign' }).count()).toBe(1)

    await panel.getByRole('button', { name: 'Submit signature' }).click()
    await panel.getByText('Enter the signature.').waitFor()
    await focusIs(one, 'Signature')
    await page.keyboard.type('hello')
    await panel.getByRole('button', { name: 'Submit signature' }).click()
    await panel.getByText(/only the digits 0 to 9/).waitFor()
    expect(await panel.getByLabel('Signature').getAttribute('aria-invalid')).toBe('true')
    await panel.getByLabel('Signature').fill(` ${await signIn(one)}\n`)
    await panel.getByRole('button', { name: 'Submit signature' }).click()
    await page.getByRole('status', { name: 'Connected' }).waitFor()
    await page.getByRole('button', { name: /^Account: tanX, Cold wallet/ }).waitFor()
    expect(await page.content()).not.toContain(ownerOf(one).starkPrivateKey)
  })

  it('can be given up while it waits, and the form is as it was', async () => {
    const one = await openReal()
    const { form, panel } = await giveStarkKey(one)
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
    await focusIs(one, 'Sign the login message')
    const signature = await signIn(one)
    await dialog.getByLabel('Signature').fill(signature)
    const { accounts } = one.main.services
    await accounts.rename({ id: one.ids[0] ?? '', label: 'Renamed' })
    await page.getByRole('button', { name: /^Account: tanX, Renamed/, includeHidden: true }).waitFor()
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
    await dialog.getByRole('button', { name: 'Submit signature' }).click()
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
  it('makes a new wallet, and says so plainly when its window was closed', async () => {
    const one = await openReal()
    one.main.person.confirm = () => Promise.reject(new AppError('userDeclined'))
    const { page } = one
    await chooseRadio(page.getByRole('radio', { name: 'Create a wallet' }))
    const form = page.getByRole('form', { name: 'Create a new wallet' })
    await form.getByRole('button', { name: 'Create a new wallet' }).click()
    await focusIs(one, 'Account name')
    await page.keyboard.type('New')
    await page.keyboard.press('Enter')
    await form.getByRole('status').getByText('No wallet was created').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    one.main.person.confirm = () => Promise.resolve()
    await form.getByRole('button', { name: 'Create a new wallet' }).click()
    await page.getByRole('button', { name: /^Account: tanX, New/ }).waitFor()
    expect(await one.main.store.listAccounts()).toMatchObject([{ label: 'New', networkKind: 'mainnet' }])
  })
})
