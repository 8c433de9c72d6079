// Balances in the Portfolio view and in the top bar: figures, what is not known, age, and what is hidden.
import { describe, expect, it } from 'vitest'
import type { AccountBalance, AccountBalances } from '../../src-preload/contract/portfolio/balances.ts'
import { defaultDisplay } from '../../src-preload/domain/display.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { known, makeEntry } from '../unit/renderer/features/portfolio/make-pnl.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage } from './open-page.ts'

const lastPrice = { links: [], price: '1', asOfMs: 1 }
const usdc: AccountBalance = {
  ...{
    currency: 'usdc',
    total: known('12345.678901'),
    free: known('12095.678901'),
    locked: '250',
    lastPrice,
  },
  value: known('12345.678901'),
}
const eth: AccountBalance = {
  ...{ currency: 'eth', total: known('2.5'), free: known('2.5'), locked: '0', value: known('5000') },
  lastPrice: {
    links: [{ market: 'ethusdc', price: '2000', asOfMs: 1, isInverse: false }],
    price: '2000',
    asOfMs: 1,
  },
}
const strk: AccountBalance = {
  ...{ currency: 'strk', total: known('7'), free: known('7'), locked: '0', lastPrice: null },
  value: { state: 'unknown' },
}
const arb: AccountBalance = {
  ...strk,
  currency: 'arb',
  total: known('0'),
  free: known('0'),
  value: known('0'),
}

async function open(changes: Partial<AccountBalances> = {}, isPrivate = false) {
  const base = answersFor(unprotected, accountsState, {
    'portfolio:getPnl': () => ({ entries: [makeEntry()], asOfMs: Date.now(), lastError: null }),
    'portfolio:getBalances': () => ({
      ...{ balances: [arb, strk, eth, usdc], basis: 'excludes', valueCurrency: 'usdc', leftOut: ['strk'] },
      ...{ value: known('17345.678901'), asOfMs: Date.now() - 12_000, lastError: null },
      ...changes,
    }),
  })
  const getInfo = base['app:getInfo']
  if (!getInfo) throw new Error('no answer for app:getInfo')
  const display = { ...defaultDisplay, isPrivate }
  const answers = {
    ...base,
    'app:getInfo': async (input: Record<string, never>) => ({ ...(await getInfo(input)), display }),
  }
  const { page } = await openPage(answers, '#/portfolio')
  const panel = page.getByRole('region', { name: 'Balances', exact: true })
  await panel.waitFor()
  return { page, panel }
}

describe('the panel of balances', () => {
  it('lists what is held by value, with its age and its sum, and says what is at zero', async () => {
    const { page, panel } = await open()
    const rows = panel.locator('tbody tr')
    await rows.first().waitFor()
    expect((await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'USDC 12,345.68 12,095.68 250.00 12,345.68',
      'ETH 2.500000 2.500000 0.000000 5,000.00',
      'STRK 7.000000 7.000000 0.000000 –',
    ])
    expect(await panel.getByTestId('balances-value').innerText()).toMatch(/^17,345\.68\s+USDC$/)
    expect(await panel.getByTestId('balances-age').innerText()).toMatch(/^Polled · 1\d s(econds)? ago$/)
    await panel.getByText('1 zero balance hidden').waitFor()
    expect(await findAxeFaults(page)).toEqual([])
  })

  it('shows no free amount while it is not known whether the balance includes what is locked', async () => {
    const { page, panel } = await open({
      balances: [{ ...usdc, total: { state: 'estimated', amount: '12345' }, free: { state: 'unknown' } }],
      basis: 'unknown',
    })
    const row = panel.locator('tbody tr')
    await row.waitFor()
    expect((await row.innerText()).replaceAll(/\s+/g, ' ').trim()).toContain('USDC ≈12,345.00 – 250.00')
    expect(await row.getByText('–').getAttribute('title')).toMatch(
      /^Unknown whether the exchange includes USDC/,
    )
    expect(await page.getByTestId('top-balance').innerText()).toBe('Balance ≈12,345.00 USDC')
  })

  it('says why they could not be read, and that they are not', async () => {
    const { panel } = await open({
      balances: [],
      asOfMs: null,
      lastError: { code: 'timeout', data: {}, ref: null },
    })
    await panel.getByText('Couldn’t refresh balances.').waitFor()
    await panel.getByText('Balances appear here once the exchange has reported them.').waitFor()
  })
})

describe('the top bar', () => {
  it('has the free USDC, leads to the portfolio, and folds it away in a narrow window', async () => {
    const { page } = await open()
    await page.setViewportSize({ width: 1280, height: 720 })
    const note = page.getByTestId('top-balance')
    expect(await note.innerText()).toBe('Available 12,095.68 USDC')
    expect(await note.getAttribute('title')).toContain('12,095.678901 USDC available')
    expect(await note.getAttribute('href')).toBe('#/portfolio')
    await page.setViewportSize({ width: 1200, height: 720 })
    await note.waitFor({ state: 'hidden' })
  })

  it('and the panel show no amount in privacy mode', async () => {
    const { page, panel } = await open({}, true)
    await panel.locator('tbody tr').first().waitFor()
    expect(await page.getByTestId('top-balance').count()).toBe(0)
    const text = await panel.innerText()
    expect(text).not.toMatch(/12,|17,|5,000|250/)
  })
})
