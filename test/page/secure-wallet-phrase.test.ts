// A wallet given in the window for it by its seed phrase or its keystore file, in a real browser: what is wrong where, what is
// answered.
import { describe, expect, it } from 'vitest'
import type { WalletRequest } from '../../src-preload/contract/accounts/confirm.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { type ConfirmGiven } from './open-confirm.ts'
import {
  chooseWay,
  fieldOf,
  focusIs,
  footerOf,
  openListening,
  pressToConnect,
  refusing,
  seesEnds,
  walletAsked,
} from './secret-window.ts'

const phrase = 'test test test test test test test test test test test junk'
const addressAt = (index: number): string => `0x${String(index).padStart(40, '0')}`
const listFive: NonNullable<ConfirmGiven['listAddresses']> = ({ start }) => ({
  addresses: Array.from({ length: 5 }, (_, offset) => addressAt(start + offset)),
})
/** An account whose key is entered again. */
const again = (ethereumAddress: string): WalletRequest => ({
  ...walletAsked,
  again: { ethereumAddress, keyKind: 'ethereum' },
})

describe('a wallet typed by its seed phrase', () => {
  async function openPhrase(request = walletAsked, given: ConfirmGiven = { listAddresses: listFive }) {
    const one = await openListening(request, given)
    await chooseWay(one, 'Seed phrase')
    return { ...one, radios: one.page.getByRole('radiogroup', { name: 'Address' }).getByRole('radio') }
  }

  it('has its addresses listed, five and five more, and one chosen, before anything is answered', async () => {
    const one = await openPhrase()
    const { page, answers, listed, radios } = one
    await fieldOf(one, 'Seed phrase').fill(` ${phrase}\n`)
    await pressToConnect(one, 'Show addresses')
    await eventually(async () => expect(await radios.count()).toBe(5))
    expect(answers).toEqual([])
    expect(await radios.first().isChecked()).toBe(true)
    await eventually(async () =>
      expect(await radios.first().evaluate((at) => at === document.activeElement)).toBe(true),
    )
    await page.getByRole('button', { name: 'Show 5 more' }).click()
    await eventually(async () => expect(await radios.count()).toBe(10))
    const asked = { phrase, passphrase: '' }
    expect(listed).toEqual([
      { ...asked, start: 0 },
      { ...asked, start: 5 },
    ])
    await radios.nth(6).check()
    await seesEnds(one)
    await page.keyboard.press('Enter')
    const wallet = { kind: 'seedPhrase', phrase, passphrase: '', index: 6 }
    await eventually(() => expect(answers).toEqual([{ kind: 'wallet', wallet }]))
    // Other words have other addresses.
    await fieldOf(one, 'Seed phrase').fill('other words')
    await eventually(async () => expect(await radios.count()).toBe(0))
  })

  it('says which word is wrong at the phrase, with the focus there, and what else failed in the footer', async () => {
    const faults = [
      new AppError('validation', { field: 'seedPhrase', reason: 'unknownWord', position: 12 }),
      new AppError('internal'),
    ]
    const one = await openPhrase(walletAsked, {
      listAddresses: (input) => {
        const fault = faults.shift()
        if (fault !== undefined) throw fault
        return listFive(input)
      },
    })
    const { page, listed, radios } = one
    await pressToConnect(one, 'Show addresses')
    await page.getByText('Enter the seed phrase.').waitFor()
    await focusIs(one, 'Seed phrase')
    expect(listed).toEqual([])
    await fieldOf(one, 'Seed phrase').fill(phrase)
    await pressToConnect(one, 'Show addresses')
    await page.getByText('Word 12 is not in the English word list', { exact: false }).waitFor()
    await focusIs(one, 'Seed phrase')
    await pressToConnect(one, 'Show addresses')
    await footerOf(one).waitFor()
    expect(await fieldOf(one, 'Seed phrase').inputValue()).toBe(phrase)
    await pressToConnect(one, 'Show addresses')
    await eventually(async () => expect(await radios.count()).toBe(5))
    expect(await footerOf(one).count()).toBe(0)
  })

  it('asks for a passphrase only of those who have one, and takes it exactly as typed', async () => {
    const one = await openPhrase()
    const { page, answers, listed, radios } = one
    const tick = page.getByLabel('This phrase has a passphrase')
    expect(await fieldOf(one, 'Passphrase').count()).toBe(0)
    await fieldOf(one, 'Seed phrase').fill(phrase)
    await tick.check()
    await fieldOf(one, 'Passphrase').fill('secret words')
    expect(await fieldOf(one, 'Passphrase').getAttribute('type')).toBe('password')
    await tick.uncheck()
    await tick.check()
    expect(await fieldOf(one, 'Passphrase').inputValue()).toBe('')
    await fieldOf(one, 'Passphrase').fill('  Ünd so ')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await radios.count()).toBe(5))
    const given = { phrase, passphrase: '  Ünd so ' }
    expect(listed).toEqual([{ ...given, start: 0 }])
    await pressToConnect(one)
    const wallet = { kind: 'seedPhrase', ...given, index: 0 }
    await eventually(() => expect(answers).toEqual([{ kind: 'wallet', wallet }]))
    await tick.uncheck()
    await eventually(async () => expect(await radios.count()).toBe(0))
  })

  it('has the address of the account chosen whose key is entered again, and no other', async () => {
    const one = await openPhrase(again(addressAt(7)))
    const { page, answers, radios } = one
    await fieldOf(one, 'Seed phrase').fill(phrase)
    await pressToConnect(one, 'Show addresses')
    await page.getByText('None of these is this account’s address.', { exact: false }).waitFor()
    expect(await radios.locator(':scope:checked').count()).toBe(0)
    await pressToConnect(one)
    await page.getByText('Choose an address.').waitFor()
    await eventually(async () =>
      expect(await radios.first().evaluate((at) => at === document.activeElement)).toBe(true),
    )
    await page.getByRole('button', { name: 'Show 5 more' }).click()
    await eventually(async () => expect(await radios.nth(7).isChecked()).toBe(true))
    expect(answers).toEqual([])
  })
})

describe('a wallet typed by its keystore file', () => {
  const file = { name: 'wallet.json', mimeType: 'application/json', buffer: Buffer.from('{"version":3}') }

  it('needs the file, is answered as text with its password, and says which of both is wrong', async () => {
    const one = await openListening(
      walletAsked,
      refusing(
        new AppError('validation', { field: 'password', reason: 'wrongPassword' }),
        new AppError('validation', { field: 'keystore', reason: 'notKeystore' }),
      ),
    )
    const { page, answers } = one
    await chooseWay(one, 'Keystore file')
    await pressToConnect(one)
    await page.getByText('Choose a keystore file.').waitFor()
    await focusIs(one, 'Keystore file')
    const chosen = page.locator('input[type="file"]')
    await chosen.setInputFiles(file)
    await page.getByText('wallet.json').waitFor()
    expect(await page.getByText('Choose a keystore file.').count()).toBe(0)
    await fieldOf(one, 'File password').fill(' as typed ')
    await page.keyboard.press('Enter')
    await page.getByText('The password is wrong, or the file is damaged.', { exact: false }).waitFor()
    await focusIs(one, 'File password')
    await page.keyboard.press('Enter')
    await page.getByText('This is not a keystore file, or it is incomplete.').waitFor()
    expect(await chosen.getAttribute('aria-invalid')).toBe('true')
    const wallet = { kind: 'keystore', file: '{"version":3}', password: ' as typed ' }
    await eventually(() =>
      expect(answers.map((given) => 'wallet' in given && given.wallet)).toEqual([wallet, wallet]),
    )
  })

  it('is told at once where the file is too large to be one', async () => {
    const one = await openListening(walletAsked)
    await chooseWay(one, 'Keystore file')
    await one.page
      .locator('input[type="file"]')
      .setInputFiles({ ...file, buffer: Buffer.alloc(64 * 1024 + 1) })
    await one.page.getByText('limit 64 kB', { exact: false }).waitFor()
  })

  it('takes a file that is dropped on its field, and nothing else anywhere', async () => {
    const one = await openListening(walletAsked)
    await chooseWay(one, 'Keystore file')
    const { page } = one
    await page.locator('input[type="file"]').waitFor({ state: 'attached' })
    /** Whether the page has cancelled what would else be done with it. */
    const drop = (selector: string, kind: 'file' | 'link') =>
      page.evaluate(
        ([at, what]) => {
          const dataTransfer = new DataTransfer()
          if (what === 'file') dataTransfer.items.add(new File(['<h1>'], 'page.html', { type: 'text/html' }))
          else dataTransfer.setData('text/uri-list', 'https://example.com/')
          return ['dragover', 'drop'].map((name) => {
            const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })
            document.querySelector(at)?.dispatchEvent(event)
            return event.defaultPrevented
          })
        },
        [selector, kind] as const,
      )
    for (const place of ['body', '#app', 'footer', 'input[type="password"]']) {
      expect(await drop(place, 'file')).toEqual([true, true])
      expect(await drop(place, 'link')).toEqual([true, true])
    }
    expect(await drop('input[type="file"]', 'file')).toEqual([false, false])
    expect(await drop('input[type="file"]', 'link')).toEqual([true, true])
  })
})
