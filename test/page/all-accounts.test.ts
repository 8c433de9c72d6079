// All accounts of a network together in a real browser, over the real main: whose rows they are, and that nothing is done about a
// row of another account.
import { describe, expect, it } from 'vitest'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import { samplePnl } from '../integration/store/support.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { openReal, type RealPage } from './open-real.ts'
import { gridOf, headOf, rowAt, showTab } from './orders-grid.ts'

const atMs = Date.UTC(2026, 10, 20)
const orderOf = (id: number) => makeOrder(id, { createdAtMs: atMs + id, updatedAtMs: atMs + id })

async function open(hash = '#/orders'): Promise<RealPage> {
  const one = await openReal({
    accounts: [{ label: 'Alice' }, { label: 'Bob', user: 1 }, { label: 'Real', network: 'mainnet' }],
    hash,
    history: { orders: [orderOf(900_001), orderOf(900_003)], fills: [] },
  })
  await one.main.store.putOrders(one.ids[1] ?? '', [orderOf(900_002), orderOf(900_004)], null)
  await one.page.setViewportSize({ width: 1_600, height: 720 })
  return one
}

async function showAll({ page }: RealPage): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitemcheckbox', { name: /^All accounts on/ }).click()
  await page.getByTestId('all-accounts').waitFor()
}

const accountAt = (one: RealPage, index: number) =>
  rowAt(one.page, index).locator('[data-column=account]').textContent()

describe('orders of all accounts', () => {
  it('stand in one list with the name of their account, counted and summed, until one is shown alone', async () => {
    const one = await open()
    const { page } = one
    await rowAt(page, 0).waitFor()
    expect(await headOf(page, 'Account').count()).toBe(0)
    await showAll(one)
    await eventually(async () =>
      expect(await Promise.all([0, 1, 2, 3].map((at) => accountAt(one, at)))).toEqual([
        'Bob',
        'Alice',
        'Bob',
        'Alice',
      ]),
    )
    await page.getByTestId('orders-count').getByText('4 orders', { exact: true }).waitFor()
    await page.getByText('Open orders 4', { exact: true }).waitFor()
    const note = await page.getByTestId('all-accounts').textContent()
    expect(note).toContain('Alice: live')
    expect(note).toContain('Bob: not loaded yet')
    expect(note).toContain('Canceling, moving and files are for Alice.')
    expect(await findAxeFaults(page)).toEqual([])
    await showTab(page, 'Order history')
    await eventually(async () => expect(await accountAt(one, 0)).toBe('Bob'))
    await page.getByRole('button', { name: 'Show Alice only' }).click()
    await page.getByTestId('orders-count').getByText('2 orders', { exact: true }).waitFor()
    expect(await headOf(page, 'Account').count()).toBe(0)
  })

  it('offer no action on an order of another account, and say where it is', async () => {
    const one = await open()
    const { page } = one
    await rowAt(page, 0).waitFor()
    await showAll(one)
    await eventually(async () => expect(await accountAt(one, 0)).toBe('Bob'))
    await rowAt(page, 0).click({ button: 'right' })
    await page.getByText('Switch to Bob to cancel.').waitFor()
    expect(await page.getByRole('menuitem', { name: /^Cancel/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await rowAt(page, 1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Cancel order' }).waitFor()
    await page.keyboard.press('Escape')

    await rowAt(page, 0).click()
    const panel = page.getByRole('region', { name: 'Order 900004' })
    await panel.getByText('Bob’s order, from the cache.').waitFor()
    expect(await panel.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
    await eventually(() =>
      expect(one.inputsOf('orders:get').at(-1)).toEqual({ id: 900_004, accountId: one.ids[1] }),
    )
    // A later start has the account in use alone, which knows no such order.
    const places = () => JSON.stringify(one.inputsOf('app:setPlace'))
    expect(places()).not.toContain('900004')
    await rowAt(page, 1).click()
    await page
      .getByRole('region', { name: 'Order 900003' })
      .getByRole('button', { name: 'Cancel order' })
      .waitFor()
    await eventually(() => expect(places()).toContain('900003'))
    expect(places()).not.toContain('900004')
    expect(one.calls.filter(({ name }) => name.startsWith('trading:cancel'))).toEqual([])
  })

  it('are shown and left by the palette as well', async () => {
    const one = await open()
    const { page } = one
    await rowAt(page, 0).waitFor()
    const choose = async (typed: string, option: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or command' }).fill(typed)
      await page.getByRole('option', { name: option }).first().click()
    }
    await choose('all acc', 'All accounts on Practice')
    await page.getByTestId('all-accounts').waitFor()
    await choose('alice only', 'Show Alice only')
    await page.getByTestId('all-accounts').waitFor({ state: 'detached' })
  })

  it('end with a switch of the account', async () => {
    const one = await open()
    const { page } = one
    await rowAt(page, 0).waitFor()
    await showAll(one)
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitemradio', { name: /^Bob/ }).click()
    await page.getByTestId('all-accounts').waitFor({ state: 'detached' })
    await eventually(async () => expect(await gridOf(page).textContent()).not.toContain('Alice'))
    expect(await headOf(page, 'Account').count()).toBe(0)
  })

  it('are not offered where the network has one account', async () => {
    const one = await openReal({ accounts: [{}, { network: 'mainnet' }], hash: '#/orders' })
    await one.page.getByRole('button', { name: /^Account:/ }).click()
    await one.page.getByRole('menu', { name: 'Account' }).waitFor()
    expect(await one.page.getByRole('menuitemcheckbox').count()).toBe(0)
  })
})

describe('the portfolio of all accounts', () => {
  async function openPortfolio(isCut = false): Promise<RealPage> {
    const one = await open('#/portfolio')
    one.main.line.isCut = isCut
    const { store } = one.main
    const [alice = '', bob = ''] = one.ids
    await store.putPnlSnapshot(
      alice,
      [samplePnl('usdc', { totalCredit: '10.5', totalDebit: '3.25' })],
      Date.now(),
    )
    await store.putPnlSnapshot(
      bob,
      [samplePnl('usdc', { totalCredit: '4', totalDebit: '1', totalBalanceValue: '2' }), samplePnl('zzz')],
      Date.now() - 9_000_000,
    )
    await store.putBalances(bob, JSON.stringify([{ currency: 'usdc', balance: '3', locked: '0' }]), 8)
    // The page may have read before these were there, and main knows nothing of them.
    await one.emit('portfolio:changed', { isSameFigures: false })
    await showAll(one)
    return one
  }

  it('has sums, each account’s part, and the age of each; what is of one account is not there', async () => {
    const one = await openPortfolio()
    const { page } = one
    // 7.25 + 3
    await page.getByTestId('total-value').getByText('10.25').waitFor()
    await page.getByText('1 currency without a price left out').waitFor()
    const note = page.getByTestId('all-accounts')
    expect(await note.textContent()).toContain('Alice: live')
    expect(await note.textContent()).toContain('Bob: 2 h ago')
    expect(await note.textContent()).toContain('are for Alice alone.')
    for (const id of ['total-day', 'total-fees']) expect(await page.getByTestId(id).count()).toBe(0)
    for (const name of ['Equity curve', 'Lots', 'Report', 'Performance'])
      expect(await page.getByRole('heading', { name, exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'USDC', exact: true }).click()
    const parts = page.getByRole('table', { name: 'By account' })
    await eventually(async () =>
      expect(await parts.getByRole('row').allTextContents()).toEqual([
        expect.stringContaining('Account'),
        expect.stringMatching(/^Alice\s*7\.25/),
        expect.stringMatching(/^Bob\s*3/),
      ]),
    )
    expect(await page.getByTitle('Differs by account; open the row').first().textContent()).toBe('–')
    expect(await page.getByTestId('balances-ages').textContent()).toContain('Alice: not loaded yet')
    await page.getByTestId('balances-value').getByText('3.00').waitFor()
    expect(await findAxeFaults(page)).toEqual([])
  })

  it('is there while the exchange is out of reach, and ends with "Show Alice only"', async () => {
    const one = await openPortfolio(true)
    const { page } = one
    await page.getByTestId('total-value').getByText('10.25').waitFor()
    await page.getByRole('button', { name: 'Show Alice only' }).click()
    await page.getByTestId('total-value').getByText('7.25').waitFor()
    expect(await page.getByTestId('total-fees').count()).toBe(1)
  })
})
