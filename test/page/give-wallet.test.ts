// Owns: giving a wallet in a real browser: by its L2 key and a signature from elsewhere, with a passphrase, or a new one.
// Must not: test main's rules, or what onboarding.test.ts has.
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src-preload/shared/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeAccount } from '../unit/renderer/make-account.ts'
import type { Answers } from '../unit/renderer/views/fake-main.ts'
import { type AccountsPage, openAccounts, readFocus } from './accounts-fake.ts'

const stark = makeAccount(7, { keyKind: 'stark', label: 'Cold wallet' })
// Whatever stands around it is signed too.
const text = 'You’re now signing into tanX (Login-code:YG2DHzDpRncwCZAVRUTrVG)\n   '
const request = { ethereumAddress: stark.ethereumAddress, text }
const signature = `0x${'ab'.repeat(65)}`
const focusIs = (one: AccountsPage, name: string | RegExp) =>
  eventually(async () => expect(await readFocus(one)).toMatch(name))

/** A main that waits for a signature as main does. */
function waitForSignature(page: () => AccountsPage): Answers & { readonly isWaiting: () => boolean } {
  let end: ((error: AppError | null) => void) | null = null
  async function ask(): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error === null ? resolve() : reject(error))
    })
    // Told while a call waits, as events come.
    setTimeout(() => void page().tell({ signatureRequest: request }), 0)
    await ended
  }
  async function finish(error: AppError | null): Promise<void> {
    const ending = end
    end = null
    await page().tell({ signatureRequest: null })
    ending?.(error)
  }
  return {
    isWaiting: () => end !== null,
    'accounts:connectWallet': async () => {
      await ask()
      await page().tell({ accounts: [stark], activeId: stark.id })
      return stark
    },
    'accounts:signIn': async () => {
      await ask()
      await page().tell({ session: 'signedIn' })
      return {}
    },
    'accounts:giveSignature': async ({ signature: given }) => {
      if (!/^0x[0-9a-f]+$/.test(given))
        throw new AppError('validation', { field: 'signature', reason: 'notHex' })
      await finish(null)
      return {}
    },
    'accounts:cancelConnect': async () => {
      if (end !== null) await finish(new AppError('cancelled'))
      return {}
    },
  }
}

async function fillStarkKey(one: AccountsPage) {
  const { page } = one
  const form = page.getByRole('form', { name: 'Connect my own wallet' })
  await form.getByRole('radio', { name: 'L2 key' }).check({ force: true })
  await form.getByLabel('Account name').fill('Cold wallet')
  await form.getByLabel('Ethereum address').fill(stark.ethereumAddress)
  await form.getByLabel('L2 private key', { exact: true }).fill('0x12')
  await form.getByRole('button', { name: 'Connect wallet' }).click()
  return { form, panel: page.getByRole('form', { name: 'Sign the login text' }) }
}

describe('a wallet given by its L2 key', () => {
  it('asks for a signature of exactly the login text, in the place of the form', async () => {
    const one = await openAccounts([], waitForSignature)
    const { page } = one
    const { form, panel } = await fillStarkKey(one)
    await panel.waitFor()
    expect(await form.isVisible()).toBe(false)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await focusIs(one, 'Sign the login text')
    expect(await panel.getByTestId('login-text').textContent()).toBe(text)
    expect(await panel.getByRole('button', { name: 'Copy the text to sign' }).count()).toBe(1)

    await panel.getByRole('button', { name: 'Give signature' }).click()
    await panel.getByText('The signature is missing.').waitFor()
    await focusIs(one, 'Signature')
    await page.keyboard.type('hello')
    await panel.getByRole('button', { name: 'Give signature' }).click()
    await panel.getByText(/only the digits 0 to 9/).waitFor()
    expect(await panel.getByLabel('Signature').getAttribute('aria-invalid')).toBe('true')
    await panel.getByLabel('Signature').fill(` ${signature}\n`)
    await panel.getByRole('button', { name: 'Give signature' }).click()
    await page.getByRole('status', { name: 'Connected' }).waitFor()
    expect(one.inputsOf('accounts:giveSignature').at(-1)).toEqual({ signature })
    expect(await page.content()).not.toContain('0x12"')
  })

  it('can be given up while it waits, and the form is as it was', async () => {
    const one = await openAccounts([], waitForSignature)
    const { form, panel } = await fillStarkKey(one)
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor()
    expect(one.inputsOf('accounts:cancelConnect')).toEqual([{}])
    expect(await form.getByLabel('Account name').inputValue()).toBe('Cold wallet')
    await focusIs(one, 'Connect wallet')
  })
})

describe('signing in with a wallet elsewhere', () => {
  it('opens a dialog that keeps what is pasted while other news comes, and closes when it is done', async () => {
    const one = await openAccounts([stark], waitForSignature, { session: 'needsKey' })
    const { page } = one
    const button = page.getByRole('button', { name: 'Sign in with a signature from your wallet' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Sign in with your wallet' })
    await dialog.waitFor()
    await focusIs(one, 'Sign the login text')
    await dialog.getByLabel('Signature').fill(signature)
    await one.tell({ accounts: [{ ...stark, label: 'Renamed' }] })
    await one.tell({ signatureRequest: { ...request } })
    expect(await dialog.getByLabel('Signature').inputValue()).toBe(signature)
    await one.tell({ signatureRequest: { ...request, text: 'Another text' } })
    await eventually(async () => expect(await dialog.getByLabel('Signature').inputValue()).toBe(''))
    await dialog.getByLabel('Signature').fill(signature)
    await dialog.getByRole('button', { name: 'Give signature' }).click()
    await eventually(async () => expect(await dialog.count()).toBe(0))
    await eventually(async () => expect(await button.count()).toBe(0))
  })

  it('is given up by Escape, not by a click beside it, and that is no failure', async () => {
    const one = await openAccounts([stark], waitForSignature, { session: 'needsKey' })
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
    const one = await openAccounts([])
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
    let isDeclined = true
    const made = makeAccount(3, { label: 'New' })
    const one = await openAccounts([], (page) => ({
      'accounts:createWallet': async () => {
        if (isDeclined) throw new AppError('userDeclined')
        await page().tell({ accounts: [made], activeId: made.id, session: 'needsSignIn' })
        return made
      },
    }))
    const { page } = one
    await page.getByRole('radio', { name: 'Create a wallet' }).check({ force: true })
    const form = page.getByRole('form', { name: 'Create a new wallet' })
    await form.getByRole('button', { name: 'Create a new wallet' }).click()
    await focusIs(one, 'Account name')
    await page.keyboard.type('New')
    await page.keyboard.press('Enter')
    await form.getByRole('status').getByText('No wallet was made.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    isDeclined = false
    await form.getByRole('button', { name: 'Create a new wallet' }).click()
    await page.getByRole('button', { name: /^Account: Mainnet, New/ }).waitFor()
    expect(one.inputsOf('accounts:createWallet').at(-1)).toEqual({
      label: 'New',
      network: 'mainnet',
      baseUrl: null,
    })
  })
})
