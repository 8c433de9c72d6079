import type { Page } from 'playwright/test'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { confirmWindowAfter } from '../pages/security.ts'
import { TransferQuestion } from '../pages/transfer-question.ts'
import { confirmTransfer, Transfers, TransferWizard } from '../pages/transfers.ts'
import { Orders, Portfolio } from '../pages/views.ts'
import { allOrders, expect, test } from '../support/test.ts'

/** Everything that could be read of the page: its markup with all attributes, its words, and what its fields hold. */
const readAll = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    const words = [document.documentElement.outerHTML, document.body.innerText]
    return [...words, ...fields.map((field) => field.value)].join('\n')
  })

/** Opens what has amounts in each view. */
const places: Readonly<Record<'Orders' | 'Portfolio' | 'Transfers', (page: Page) => Promise<void>>> = {
  Orders: async (page) => {
    // Not yet filled or filled: either has a volume.
    await new Orders(page).rows.nth(2).click()
    await expect(page.getByRole('region', { name: /^Order \d/ }).getByText('Remaining')).toBeVisible()
  },
  Portfolio: async (page) => {
    const toggle = new Portfolio(page).toggles.first()
    await expect(toggle).toBeVisible()
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    await expect(page.getByText('Total credit', { exact: true })).toBeVisible()
  },
  Transfers: async (page) => {
    await page.getByRole('listbox', { name: 'Transfers' }).getByRole('option').first().click()
    await expect(new Transfers(page).state).toBeVisible()
  },
}

/** Where a person reads amounts: volumes, all of the portfolio, what was sent. */
const amountCells: Readonly<Record<keyof typeof places, (page: Page) => Promise<string[]>>> = {
  Orders: async (page) => {
    const rows = await new Orders(page).rows.all()
    const cells = rows.map((row) => row.getByRole('gridcell').nth(7).innerText())
    return Promise.all(cells)
  },
  Portfolio: async (page) => {
    const cells = await new Portfolio(page).rows.getByRole('cell').allInnerTexts()
    // Of the rows themselves: what a row opens to has the last price too, which is anybody's, as the second of eight cells.
    const prices = cells.filter((_, at) => at % 8 === 1).flatMap((text) => text.split('\n'))
    return [
      await page.getByTestId('total-value').innerText(),
      ...cells.filter((text) => !prices.some((price) => text.startsWith(price))),
    ]
  },
  Transfers: () => Promise.resolve(['1,234.567891']),
}

/** The figures in some texts that are long enough to be no accident elsewhere in the page. */
const figuresOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.match(/\d[\d,]*\.\d+/g) ?? [])
    .filter((figure) => figure.replaceAll(/\D|^0+/g, '').length >= 4)

test('one key takes every amount of the user off Orders, Portfolio and Transfers, and it stays so over a restart', async ({
  launch,
  exchange,
}) => {
  test.setTimeout(180_000)
  const running = await exchange('--port', '0', '--seed', '7')
  const env = { STARKDESK_PRACTICE_URL: running.baseUrl }
  const first = await launch({ env })
  const { page } = first
  const frame = new Frame(page)
  await new Onboarding(page).practise.click()
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })

  // Sent with amounts hidden: where money is about to go the number is there.
  await page.keyboard.press('Control+Shift+H')
  await page.keyboard.press('Control+4')
  const wizard = new TransferWizard(page)
  await new Transfers(page).begin.click()
  await wizard.enter(running.users[1]?.ethereumAddress ?? '', '1234.567891')
  await expect(page.getByTestId('review-amount')).toContainText('1,234.567891')
  const question = await confirmWindowAfter(first.electron, () => wizard.send('1,234.567891').click())
  await new TransferQuestion(question).listens()
  await expect(question.getByRole('button', { name: /1,234\.567891/ })).toBeVisible()
  await confirmTransfer(question)
  await expect(new Transfers(page).state).toBeVisible()
  await page.keyboard.press('Control+Shift+H')

  const figures = new Map<keyof typeof places, string[]>()
  for (const view of ['Orders', 'Portfolio', 'Transfers'] as const) {
    await frame.go(view)
    await places[view](page)
    const found = figuresOf(await amountCells[view](page))
    expect(found.length, view).toBeGreaterThan(0)
    const whole = await readAll(page)
    expect(found.filter((figure) => whole.includes(figure)).length, view).toBeGreaterThan(0)
    figures.set(view, found)
  }
  await page.keyboard.press('Control+Shift+H')
  await expect(page.getByRole('button', { name: 'Hide amounts' })).toHaveAttribute('aria-pressed', 'true')
  await first.close()

  const second = await launch({ env })
  await expect(new Frame(second.page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
  for (const view of ['Orders', 'Portfolio', 'Transfers'] as const) {
    await new Frame(second.page).go(view)
    await places[view](second.page)
    await expect(second.page.getByLabel('hidden', { exact: true }).first()).toBeVisible()
    const whole = await readAll(second.page)
    expect(
      figures.get(view)?.filter((figure) => whole.includes(figure)),
      view,
    ).toEqual([])
  }
})
