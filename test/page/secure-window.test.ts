// The window in which a key of the service's operator is typed, in a real browser, and the word at the head of every question.
import { describe, expect, it } from 'vitest'
import type {
  AppPasswordRequest,
  ConfirmRequest,
  ServiceKeyRequest,
} from '../../src-preload/contract/accounts/confirm.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import { noOrderBusiness } from '../fixtures/no-order-business.ts'
import { openConfirm, type OpenConfirm } from './open-confirm.ts'
import { fieldOf, focusIs, footerOf, openListening, refusing } from './secret-window.ts'

const apiKey: ServiceKeyRequest = { kind: 'serviceKey', label: 'Savings', network: 'mainnet', name: 'apiKey' }
const unlock: AppPasswordRequest = { kind: 'appPassword', task: 'unlock', keysIn: null, retryAfterMs: 0 }

describe('the window that asks for a key of the operator', () => {
  it('says for which account, takes a key without spaces around it, and shows none', async () => {
    const one = await openListening(apiKey)
    const { page, answers } = one
    expect(await page.getByRole('heading').textContent()).toBe('Enter the API key')
    expect(await page.getByRole('main').innerText()).toMatch(/Savings.*tanX/)
    await focusIs(one, 'API key')
    expect(await fieldOf(one, 'API key').getAttribute('type')).toBe('password')
    expect(await findAxeFaults(page)).toEqual([])
    const keep = page.getByRole('button', { name: 'Save key' })
    await page.keyboard.type('  ')
    await page.keyboard.press('Enter')
    expect(await keep.getAttribute('aria-disabled')).toBe('true')
    expect(answers).toEqual([])
    await page.keyboard.type('api-4711 ')
    await page.keyboard.press('Enter')
    await eventually(() => expect(answers).toEqual([{ kind: 'serviceKey', value: 'api-4711' }]))
  })

  it('takes nothing for the first moments', async () => {
    const one = await openConfirm(apiKey, { deafForMs: 600_000 })
    await focusIs(one, 'API key')
    await one.page.keyboard.type('meant for another window')
    await one.page.keyboard.press('Enter')
    expect(await fieldOf(one, 'API key').inputValue()).toBe('')
    expect(one.answers).toEqual([])
  })

  it('keeps what was typed of one that could not be kept, and says why', async () => {
    const one = await openListening(apiKey, refusing(new AppError('keychainLocked')))
    const { page, answers } = one
    await page.keyboard.type('api-1')
    await page.keyboard.press('Enter')
    await footerOf(one).waitFor()
    expect(await fieldOf(one, 'API key').inputValue()).toBe('api-1')
    await page.keyboard.press('Enter')
    await eventually(() => expect(answers).toHaveLength(2))
    await eventually(async () => expect(await footerOf(one).count()).toBe(0))
  })
})

describe('the word at the head of the window', () => {
  const removal: ConfirmRequest = { kind: 'change', change: { what: 'setVaultAside', ...noOrderBusiness } }
  const word = ({ page }: OpenConfirm) => page.getByRole('banner')

  it('is chosen once, kept by main, and shown at once', async () => {
    const kept: string[] = []
    const one = await openConfirm(removal, { setWord: (chosen) => kept.push(chosen) })
    const { page } = one
    await word(one).getByText('No word chosen').waitFor()
    await word(one).getByRole('button', { name: 'Choose a word' }).click()
    await focusIs(one, 'Your security word')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a word.').waitFor()
    expect(kept).toEqual([])
    await page.keyboard.type(' Heron ')
    await page.keyboard.press('Enter')
    await word(one).getByText('Your word: Heron').waitFor()
    expect(kept.map((chosen) => chosen.trim())).toEqual(['Heron'])
    await focusIs(one, 'Change')
    expect(one.answers).toEqual([])
    expect(await findAxeFaults(page)).toEqual([])
  })

  it('stands over every question, whatever is asked, and can be changed or left as it is', async () => {
    for (const request of [removal, unlock, apiKey]) {
      const one = await openConfirm(request, { word: 'Heron' })
      await word(one).getByText('Your word: Heron').waitFor()
      const box = await word(one).boundingBox()
      expect(box?.y).toBe(0)
      const buttons = await one.page.locator('footer .row').boundingBox()
      expect((buttons?.y ?? 0) + (buttons?.height ?? 601)).toBeLessThanOrEqual(600)
    }
    const one = await openConfirm(removal, { word: 'Heron' })
    const { page } = one
    await word(one).getByRole('button', { name: 'Change' }).click()
    await focusIs(one, 'Your security word')
    await page.keyboard.type('Crane')
    await word(one).getByRole('button', { name: 'Cancel' }).click()
    await word(one).getByText('Your word: Heron').waitFor()
    await word(one).getByRole('button', { name: 'Change' }).click()
    expect(await fieldOf(one, 'Your security word').inputValue()).toBe('')
    await page.keyboard.type('Crane')
    await word(one).getByRole('button', { name: 'Save word' }).click()
    await word(one).getByText('Your word: Crane').waitFor()
    expect(one.answers).toEqual([])
  })

  it('that main could not keep is not shown as kept, and what was typed is still there', async () => {
    const one = await openConfirm(removal, {
      word: 'Heron',
      setWord: () => {
        throw new AppError('databaseUnavailable', { reason: 'ENOSPC' })
      },
    })
    await word(one).getByRole('button', { name: 'Change' }).click()
    await one.page.keyboard.type('Crane')
    await one.page.keyboard.press('Enter')
    await one.page.getByText('The word was not saved. Try again.').waitFor()
    expect(await fieldOf(one, 'Your security word').inputValue()).toBe('Crane')
    await word(one).getByRole('button', { name: 'Cancel' }).click()
    await word(one).getByText('Your word: Heron').waitFor()
  })
})
