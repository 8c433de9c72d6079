// The Trade view in practice: what is open, and orders from the ticket to the book: each type, a no of the exchange, and that one
// press is one order.
import type { Locator, Page } from 'playwright/test'
import { approve, confirmWindowAfter } from '../pages/confirm-window.ts'
import { Charts } from '../pages/markets.ts'
import { sharePractice } from '../support/practice.ts'
import { expect, test } from '../support/test.ts'

const shared = sharePractice({ env: { STARKDESK_TRADE_LAYOUT: 'trade' } })

class Ticket {
  readonly root: Locator
  readonly place: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.root = page.getByRole('region', { name: 'Ticket for ETH/USDC' })
    this.place = this.root.locator('button.place')
  }

  field(name: 'Price' | 'Amount' | 'Trigger'): Locator {
    return this.root.getByLabel(name, { exact: true })
  }

  async chooseType(title: RegExp): Promise<void> {
    // By key: prices that come meanwhile may move what is below the pointer.
    const type = this.root.getByRole('radio', { name: title })
    await type.press('Space')
    await expect(type).toBeChecked()
  }

  /** Opens it by its key, once the book is there. */
  async begin(key: 'b' | 's'): Promise<void> {
    await new Charts(this.page).chart().focus()
    await this.page.keyboard.press(key)
    await expect(this.root.getByRole('button', { name: 'Bid' })).toBeEnabled({ timeout: 30_000 })
  }

  /** A price of the book, moved by hundreds of ticks. */
  async setPrice(from: 'Bid' | 'Ask', hundreds: number): Promise<void> {
    await this.root.getByRole('button', { name: from }).click()
    const price = this.field('Price')
    await price.fill((Number(await price.inputValue()) + hundreds).toFixed(2))
  }

  async move(name: 'Price' | 'Trigger', hundreds: number): Promise<void> {
    const key = hundreds > 0 ? 'Shift+ArrowUp' : 'Shift+ArrowDown'
    for (let at = 0; at < Math.abs(hundreds) * 10; at += 1) await this.field(name).press(key)
  }

  /** Places by Enter and says yes. */
  async confirm(amount: string, warned = false): Promise<void> {
    const { electron } = shared()
    await this.field('Amount').fill(amount)
    const window = await confirmWindowAfter(electron, () => this.field('Amount').press('Enter'))
    if (warned) {
      // The window takes nothing in its first moments.
      await expect(async () => {
        await window.getByRole('checkbox').check({ timeout: 500 })
      }).toPass({ timeout: 10_000 })
    }
    await approve(window, (await window.getByRole('heading').innerText()).replace(/\?$/, ''))
  }

  news(text: RegExp): Locator {
    return this.root.getByRole('listitem').filter({ hasText: text })
  }
}

/** Hundreds of ticks below the bid that the market does not fall while a slow machine goes on. */
const resting = -15

/** How many orders main's journal has. */
const countPlaced = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { invoke } = Reflect.get(window, 'starkdesk') as {
      invoke: Record<string, (input: unknown) => Promise<{ value: { orders: unknown[] } }>>
    }
    const answer = await invoke['trading:listPlaced']?.({ limit: 200 })
    return answer?.value.orders.length ?? -1
  })

/** Chooses an order on the chart by keyboard. */
async function chooseOrder(page: Page, words: RegExp): Promise<void> {
  const told = page.locator('p[aria-live]').filter({ hasText: words })
  await expect(async () => {
    await new Charts(page).chart().focus()
    await page.keyboard.press('Alt+o')
    await expect(told).toBeAttached({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
}

test.beforeEach(async () => {
  const { page } = shared()
  await page.reload()
  await expect(new Charts(page).chart()).toBeVisible({ timeout: 40_000 })
})

// The first: orders that the others leave could be filled while it counts.
test('the Trade view shows what is open below the chart, opens the ticket with B, and cancels the selected order with X', async () => {
  const { page } = shared()
  const table = page.getByRole('grid', { name: 'Open orders' })
  const rows = table.locator('[role=row][aria-rowindex]:not([aria-rowindex="1"])')
  await expect(rows.first()).toBeVisible({ timeout: 60_000 })
  const counted = page.getByRole('radiogroup', { name: 'Table' }).getByRole('radio', { name: /^Open orders/ })
  const countOf = async (): Promise<number> =>
    Number(/\d+/.exec((await counted.getAttribute('aria-label')) ?? '')?.[0] ?? Number.NaN)
  await expect(page.getByTestId('order-sync')).toContainText(/Synced/, { timeout: 60_000 })
  const before = await countOf()
  expect(before).toBeGreaterThan(0)
  await rows.first().click()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible()
  await page.keyboard.press('x')
  await expect.poll(countOf, { timeout: 30_000 }).toBe(before - 1)
  await page.keyboard.press('b')
  await expect(page.getByRole('textbox', { name: /^Amount/ })).toBeVisible()
})

test('a limit order rests, is a line on the chart, and is canceled there by keyboard', async () => {
  const { page } = shared()
  const ticket = new Ticket(page)
  await ticket.begin('b')
  await ticket.setPrice('Bid', resting)
  await ticket.confirm('0.0123')
  await expect(ticket.news(/^Placed: Buy 0\.0123 ETH @ /)).toBeVisible({ timeout: 20_000 })
  await expect(ticket.field('Amount')).toHaveValue('')

  await chooseOrder(page, /^Buy 0\.0123 @ /)
  await page.keyboard.press('x')
  await expect(ticket.news(/^Canceled: Buy 0\.0123 ETH @ /)).toBeVisible({ timeout: 20_000 })
})

test('an order is moved on the chart by keyboard, after the question', async () => {
  const { page, electron } = shared()
  const ticket = new Ticket(page)
  await ticket.begin('b')
  await ticket.setPrice('Bid', resting)
  const from = Number(await ticket.field('Price').inputValue())
  await ticket.confirm('0.0124')
  await expect(ticket.news(/^Placed: Buy 0\.0124 ETH @ /)).toBeVisible({ timeout: 20_000 })
  await chooseOrder(page, /^Buy 0\.0124 @ /)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('p.hint')).toHaveText(/^Move to .* Enter moves the order there\.$/)
  const window = await confirmWindowAfter(electron, () => page.keyboard.press('Enter'))
  await approve(window, 'Move order')
  const to = new Intl.NumberFormat('en-US', { minimumFractionDigits: 0 }).format(from - 0.02)
  await expect(ticket.news(/^Placed: Buy 0\.0124 ETH @ /)).toContainText(`@ ${to}`, { timeout: 30_000 })
})

test('the question before an order keeps the system’s numbers, whatever format the main window has', async () => {
  const { page, electron } = shared()
  const setFormat = (numberFormat: 'pointComma' | 'system') =>
    page.evaluate(async (chosen) => {
      const { invoke } = Reflect.get(window, 'starkdesk') as {
        invoke: Record<string, (input: unknown) => Promise<{ value: { display: object } }>>
      }
      const info = await invoke['app:getInfo']?.({})
      await invoke['app:setDisplay']?.({ ...info?.value.display, numberFormat: chosen })
    }, numberFormat)
  await setFormat('pointComma')
  await page.reload()
  const ticket = new Ticket(page)
  await expect(new Charts(page).chart()).toHaveAccessibleName(/last price 1\.\d{3},/)
  await ticket.begin('b')
  await ticket.setPrice('Bid', resting)
  await ticket.field('Amount').fill('0.0125')
  const window = await confirmWindowAfter(electron, () => ticket.field('Amount').press('Enter'))
  await expect(window.getByRole('heading')).toHaveText('Buy 0.0125 ETH?')
  await expect(window.getByRole('main')).toContainText(/Bid\s*1,\d{3}(\.\d+)?/)
  await window.close()
  await setFormat('system')
})

test('a post-only order that would take is canceled by the exchange, in its words', async () => {
  const ticket = new Ticket(shared().page)
  await ticket.begin('b')
  await ticket.chooseType(/^Post-only/)
  // So far above it that the market cannot pass it before the order is there.
  await ticket.setPrice('Ask', 5)
  await expect(ticket.root.getByText('This would fill at once')).toBeVisible()
  await ticket.confirm('0.02')
  const news = ticket.news(/^Canceled: Buy 0\.02 ETH @ /)
  await expect(news).toContainText('Order cancelled because it was matched as a taker order', {
    timeout: 20_000,
  })
  await expect(news).toContainText('Nothing was filled.')
})

test('a stop waits for its trigger', async () => {
  const ticket = new Ticket(shared().page)
  await ticket.begin('b')
  await ticket.chooseType(/^Stop limit/)
  await ticket.setPrice('Ask', 6)
  await ticket.field('Trigger').fill(await ticket.field('Price').inputValue())
  await ticket.confirm('0.03')
  await expect(ticket.news(/^Waiting for the trigger: Buy 0\.03 ETH @ /)).toBeVisible({ timeout: 20_000 })
})

test('a market order is estimated, asked about with its warning, and filled', async () => {
  const ticket = new Ticket(shared().page)
  await ticket.begin('s')
  await ticket.chooseType(/^Market/)
  await ticket.field('Amount').fill('0.04')
  await expect(
    ticket.root.locator('dt', { hasText: 'Proceeds' }).locator('xpath=following-sibling::dd[1]'),
  ).toHaveText(/^≈ [\d,.]+\s*USDC$/)
  await ticket.confirm('0.04', true)
  await expect(ticket.news(/^Filled: Sell 0\.04 ETH at market/)).toBeVisible({ timeout: 20_000 })
})

test('too many decimals are refused in plain words, and known from then on', async () => {
  const ticket = new Ticket(shared().page)
  await ticket.begin('b')
  await ticket.setPrice('Bid', resting)
  await ticket.confirm('0.012345')
  await expect(ticket.news(/^Rejected by the exchange/)).toContainText(
    'The amount has too many decimals: ETH/USDC allows 4 decimals.',
    { timeout: 20_000 },
  )
  await expect(ticket.root.getByText('At most 4 decimals in ETH/USDC.')).toBeVisible()
  await expect(ticket.field('Amount')).toHaveValue('0.012345')
})

test('a double click, a held Enter and a reload give one order each', async () => {
  const { page, electron } = shared()
  const ticket = new Ticket(page)
  const before = await countPlaced(page)
  await ticket.begin('b')
  await ticket.setPrice('Bid', resting)
  await ticket.field('Amount').fill('0.01')
  const first = await confirmWindowAfter(electron, () => ticket.place.dblclick())
  await approve(first, 'Buy 0.01 ETH')
  await expect(ticket.news(/^Placed: Buy 0\.01 ETH/)).toBeVisible({ timeout: 20_000 })
  expect(await countPlaced(page)).toBe(before + 1)

  await page.waitForTimeout(800)
  await ticket.field('Amount').fill('0.011')
  const second = await confirmWindowAfter(electron, async () => {
    for (let at = 0; at < 40; at += 1) {
      await page.keyboard.down('Enter')
      await page.waitForTimeout(50)
    }
    await page.keyboard.up('Enter')
  })
  await approve(second, 'Buy 0.011 ETH')
  await expect(ticket.news(/^Placed: Buy 0\.011 ETH/)).toBeVisible({ timeout: 20_000 })
  expect(await countPlaced(page)).toBe(before + 2)

  await page.waitForTimeout(800)
  await ticket.field('Amount').fill('0.012')
  const third = await confirmWindowAfter(electron, () => ticket.field('Amount').press('Enter'))
  await page.reload()
  await expect(ticket.news(/Buy 0\.012 ETH|Not placed/)).toBeVisible({ timeout: 40_000 })
  if (!third.isClosed()) {
    await approve(third, 'Buy 0.012 ETH')
    await expect(ticket.news(/^Placed: Buy 0\.012 ETH/)).toBeVisible({ timeout: 20_000 })
  }
  expect(await countPlaced(page)).toBe(before + 3)
})

test('quitting names a running session, and a no keeps both', async () => {
  const { page, electron } = shared()
  await page.getByRole('button', { name: 'Start session…' }).click()
  const form = page.getByRole('form', { name: 'Trading session' })
  const question = await confirmWindowAfter(electron, () =>
    form.getByRole('button', { name: 'Start session…' }).click(),
  )
  await approve(question, 'Start session')
  const session = page.getByTestId('trading-session')
  await expect(session).toBeVisible()
  await electron.evaluate(({ app, dialog }) => {
    dialog.showMessageBox = (...args: unknown[]) => {
      Reflect.set(globalThis, 'quitQuestion', args.at(-1))
      return Promise.resolve({ response: 0, checkboxChecked: false })
    }
    app.quit()
  })
  const asked = () =>
    electron.evaluate(
      () => (Reflect.get(globalThis, 'quitQuestion') as { detail?: string } | undefined)?.detail,
    )
  await expect
    .poll(asked)
    .toMatch(/^A trading session is running and will end.\n\d+ orders are open at the exchange/)
  await expect(session).toBeVisible()

  const again = await shared().restart()
  await expect(again.page.getByTestId('trading-session')).toBeHidden()
  await expect(again.page.getByRole('region', { name: 'Unexpected exit' })).toHaveCount(0)
})
