// The window in which a wallet is typed, in a real browser, and a wallet given there by a key alone, whole or L2.
import { describe, expect, it } from 'vitest'
import type { WalletRequest } from '../../src-preload/contract/accounts/confirm.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import { openConfirm } from './open-confirm.ts'
import {
  chooseWay,
  fieldOf,
  focusIs,
  footerOf,
  isWrong,
  openListening,
  pressToConnect,
  refusing,
  seesEnds,
  walletAsked,
} from './secret-window.ts'

const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
const again = (keyKind: 'ethereum' | 'stark'): WalletRequest => ({
  ...walletAsked,
  again: { ethereumAddress: address, keyKind },
})
const key = '1'.padStart(64, '0')

describe('the window that asks for a wallet', () => {
  it('says for which account and which service, has the focus in its first field, and shows no key', async () => {
    const one = await openListening(walletAsked)
    const { page } = one
    expect(await page.getByRole('heading').textContent()).toBe('Connect your wallet')
    const text = await page.getByRole('main').innerText()
    for (const part of ['Savings', 'tanX', 'api.tanx.fi']) expect(text).toContain(part)
    await focusIs(one, 'Ethereum private key')
    expect(await fieldOf(one, 'Ethereum private key').getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Show: Ethereum private key' }).click()
    expect(await fieldOf(one, 'Ethereum private key').getAttribute('type')).toBe('text')
    await seesEnds(one)
    expect(await findAxeFaults(page)).toEqual([])
  })

  it('takes neither letters nor Enter for the first moments, and a no at once', async () => {
    const one = await openConfirm(walletAsked, { deafForMs: 600_000 })
    const { page, answers } = one
    await focusIs(one, 'Ethereum private key')
    await page.keyboard.type('meant for another window')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Connect wallet' }).click({ force: true })
    expect(await fieldOf(one, 'Ethereum private key').inputValue()).toBe('')
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0)
    expect(answers).toEqual([])
    await page.keyboard.press('Escape')
    await eventually(() => expect(answers).toEqual([{ kind: 'decline' }]))
  })

  it('keeps what was typed while main says what belongs to no field, and takes it again', async () => {
    const one = await openListening(
      walletAsked,
      refusing(
        new AppError('network', { endpoint: 'signin', reason: 'refused' }),
        // Of a field that the main window has.
        new AppError('validation', { field: 'label', reason: 'tooLong' }),
      ),
    )
    const { page, answers } = one
    await page.keyboard.type(key)
    await page.keyboard.press('Enter')
    await footerOf(one).waitFor()
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0)
    expect(await fieldOf(one, 'Ethereum private key').inputValue()).toBe(key)
    await seesEnds(one)
    await pressToConnect(one)
    await page.getByText('Use at most 60 characters.').waitFor()
    await pressToConnect(one)
    await eventually(() => expect(answers).toHaveLength(3))
    expect(answers.slice(1)).toEqual([answers[0], answers[0]])
    await eventually(async () => expect(await footerOf(one).count()).toBe(0))
  })

  it('gives one answer while the service is asked, and can be left meanwhile', async () => {
    const asked = Promise.withResolvers<null>()
    const one = await openListening(walletAsked, {
      answer: ({ kind }) => (kind === 'wallet' ? asked.promise : null),
    })
    const { page, answers } = one
    await page.keyboard.type(key)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Connecting wallet' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await eventually(() => expect(answers.map(({ kind }) => kind)).toEqual(['wallet', 'decline']))
    asked.resolve(null)
  })

  it('keeps what was typed for one way while another is looked at', async () => {
    const one = await openListening(walletAsked)
    await fieldOf(one, 'Ethereum private key').fill('not a key')
    await pressToConnect(one)
    await eventually(async () => expect(await isWrong(one, 'Ethereum private key')).toBe('true'))
    await chooseWay(one, 'Keystore file')
    await chooseWay(one, 'Private key')
    expect(await fieldOf(one, 'Ethereum private key').inputValue()).toBe('not a key')
    expect(await isWrong(one, 'Ethereum private key')).toBe('false')
  })
})

describe('a wallet typed by its private key', () => {
  it('is checked at its field, there and by main, and sent by Enter', async () => {
    const one = await openListening(
      walletAsked,
      refusing(new AppError('validation', { field: 'ethereumPrivateKey', reason: 'outOfRange' })),
    )
    const { page, answers } = one
    await page.keyboard.press('Enter')
    await page.getByText('Enter the private key.').waitFor()
    await page.keyboard.type(address)
    expect(await isWrong(one, 'Ethereum private key')).toBe('false')
    await pressToConnect(one)
    await page.getByText('This is an address, not a private key.', { exact: false }).waitFor()
    await focusIs(one, 'Ethereum private key')
    expect(answers).toEqual([])
    await fieldOf(one, 'Ethereum private key').fill(` 0x${key} `)
    await pressToConnect(one)
    await page.getByText('out of range for a private key', { exact: false }).waitFor()
    await focusIs(one, 'Ethereum private key')
    expect(await footerOf(one).count()).toBe(0)
    await page.keyboard.press('Enter')
    const wallet = { kind: 'privateKey', ethereumPrivateKey: `0x${key}` }
    await eventually(() =>
      expect(answers).toEqual([
        { kind: 'wallet', wallet },
        { kind: 'wallet', wallet },
      ]),
    )
  })
})

describe('a wallet typed by its L2 key', () => {
  it('needs the address too, each checked at its field with the focus on the first that is wrong', async () => {
    const one = await openListening(
      walletAsked,
      refusing(new AppError('validation', { field: 'starkPrivateKey', reason: 'looksLikeEthereumKey' })),
    )
    const { page, answers } = one
    await chooseWay(one, 'L2 key')
    await pressToConnect(one)
    await page.getByText('Enter the wallet’s address.').waitFor()
    await page.getByText('Enter the L2 private key.').waitFor()
    await focusIs(one, 'Ethereum address')
    await page.keyboard.type(` ${address} `)
    await page.keyboard.press('Enter')
    await focusIs(one, 'L2 private key')
    expect(await isWrong(one, 'Ethereum address')).toBe('false')
    await page.keyboard.type(' 0x12 ')
    await page.keyboard.press('Enter')
    await page.getByText('not an L2 key', { exact: false }).waitFor()
    await focusIs(one, 'L2 private key')
    const wallet = { kind: 'starkKey', ethereumAddress: address, starkPrivateKey: '0x12' }
    expect(answers).toEqual([{ kind: 'wallet', wallet }])
  })

  it('that is entered again has the address of its account, no other way, and the focus in its field', async () => {
    const one = await openListening(again('stark'))
    const { page, answers } = one
    expect(await page.getByRole('heading').textContent()).toBe('Enter the key again')
    expect(await page.locator('.address').allTextContents()).toEqual([address])
    expect(await page.getByRole('radio').count()).toBe(0)
    expect(await fieldOf(one, 'Ethereum address').count()).toBe(0)
    await focusIs(one, 'L2 private key')
    await page.keyboard.type('0x12')
    await page.keyboard.press('Enter')
    const wallet = { kind: 'starkKey', ethereumAddress: address, starkPrivateKey: '0x12' }
    await eventually(() => expect(answers).toEqual([{ kind: 'wallet', wallet }]))
  })

  it('is no way for an account with a whole key, of which another wallet is told at its field', async () => {
    const one = await openListening(
      again('ethereum'),
      refusing(new AppError('validation', { field: 'ethereumPrivateKey', reason: 'otherWallet' })),
    )
    expect(await one.page.getByRole('radio').count()).toBe(3)
    await one.page.keyboard.type(key)
    await one.page.keyboard.press('Enter')
    await one.page.getByText('This key belongs to another wallet', { exact: false }).waitFor()
    await focusIs(one, 'Ethereum private key')
  })
})
