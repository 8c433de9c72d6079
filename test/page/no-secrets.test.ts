// No part of the main page has a field for a secret, where it had one or might come to have one.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { SecurityState } from '../../src-preload/contract/accounts/security.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { chooseRadio } from './choose-radio.ts'
import { openPage } from './open-page.ts'
import { type GivenAccount, openReal } from './open-real.ts'

/** What a person would take for a place to type a key, a phrase or a password into, whatever its type. */
const secretWords = /passw|passphrase|phrase|private key|L2 key|API key|organi[sz]ation key|keystore/i

/** The names of all fields that would take a secret, seen or not. */
async function secretFields(page: Page): Promise<string[]> {
  const fields = await page.evaluate(() => {
    const typed = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    const all = typed.map((field) => {
      const labels = [...(field.labels ?? [])].map(({ textContent }) => textContent)
      const names = [field.getAttribute('aria-label') ?? '', field.placeholder, ...labels]
      return { type: field.type, name: names.join(' ').trim() }
    })
    const edited = [...document.querySelectorAll<HTMLElement>('[contenteditable]')]
    return [
      ...all,
      ...edited.map((field) => ({ type: 'edited', name: field.getAttribute('aria-label') ?? '' })),
    ]
  })
  const isChosen = (type: string): boolean => ['radio', 'checkbox', 'submit'].includes(type)
  return fields
    .filter(
      ({ type, name }) => ['password', 'file'].includes(type) || (!isChosen(type) && secretWords.test(name)),
    )
    .map(({ type, name }) => `${type} ${name}`)
}

const wallet: GivenAccount = { network: 'mainnet', label: 'Savings' }

describe('the main page has no field for a secret', () => {
  it('at the first start, whether a wallet is given or made', async () => {
    const { page } = await openReal()
    await page.getByLabel('Account name').waitFor()
    expect(await secretFields(page)).toEqual([])
    await chooseRadio(page.getByRole('radio', { name: 'Create a wallet' }))
    await page.getByRole('form', { name: 'Create a new wallet' }).waitFor()
    expect(await secretFields(page)).toEqual([])
  })

  it.each(['ethereum', 'stark'] as const)('where a key is entered again (%s)', async (keyKind) => {
    const { page } = await openReal({ accounts: [{ ...wallet, keyKind, hasKey: false }] })
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: /^Enter the (L2 )?key again/ }).click()
    await page.getByRole('heading', { name: /^Enter the .*key of Savings again/ }).waitFor()
    expect(await secretFields(page)).toEqual([])
  })

  it('in any view, the details of an account, or a transfer that wants for keys', async () => {
    const { page } = await openReal({ accounts: [wallet] })
    const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link')
    await links.first().waitFor()
    const views = await links.count()
    expect(views).toBeGreaterThan(4)
    for (let view = 0; view < views; view += 1) {
      await links.nth(view).click()
      await page.getByRole('main').waitFor()
      expect(await secretFields(page)).toEqual([])
    }
    await page.getByRole('link', { name: 'Transfers' }).click()
    await page.getByRole('button', { name: 'New transfer' }).click()
    await page.getByRole('button', { name: 'Enter keys' }).waitFor()
    expect(await secretFields(page)).toEqual([])
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Account details' }).click()
    await page.getByRole('button', { name: 'Enter the API key' }).waitFor()
    expect(await secretFields(page)).toEqual([])
  })

  it.each([false, true])('while it is locked (readable: %s)', async (readableWhenLocked) => {
    const locked: SecurityState = { ...unprotected, password: 'locked', readableWhenLocked }
    const { page } = await openPage(answersFor(locked, accountsState), '#/settings')
    await page.getByRole('button', { name: 'Unlock', exact: true }).first().click()
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    expect(await secretFields(page)).toEqual([])
  })

  it('where the app password is set, changed or removed', async () => {
    for (const password of ['none', 'unlocked'] as const) {
      const { page } = await openPage(answersFor({ ...unprotected, password }, accountsState), '#/settings')
      await page.getByRole('heading', { name: 'App password' }).waitFor()
      expect(await secretFields(page)).toEqual([])
    }
  })
})

describe('what looks for such fields', () => {
  it('finds them by their type and by their names', async () => {
    const { page } = await openReal()
    await page.getByLabel('Account name').waitFor()
    await page.evaluate(() => {
      const form = document.createElement('form')
      const add = (name: 'input' | 'textarea', facts: object, label = ''): void => {
        const around = document.createElement('label')
        around.append(label, Object.assign(document.createElement(name), facts))
        form.append(around)
      }
      add('input', { type: 'password' })
      add('input', { type: 'file' })
      add('textarea', {}, 'Seed phrase')
      add('input', { ariaLabel: 'API key' })
      add('input', { type: 'checkbox' }, 'Show the private key')
      document.body.append(form)
    })
    expect(await secretFields(page)).toHaveLength(4)
  })
})
