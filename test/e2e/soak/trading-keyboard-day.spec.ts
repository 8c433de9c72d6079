// A day of trading in practice with the keyboard alone, as somebody new begins it: no pointer, and nothing that a page object focuses.
import { closing } from '../pages/confirm-window.ts'
import { Frame } from '../pages/frame.ts'
import { Keyboard, readFocused } from '../pages/keyboard.ts'
import { allOrders, expect, shareStart, test } from '../support/test.ts'

const shared = shareStart({ env: { STARKDESK_TRADE_LAYOUT: 'trade' } })
const password = 'four quiet words here'

/** Presses closer together than this are one. */
const afterPress = 800

async function enterPractice(keys: Keyboard): Promise<void> {
  const { page } = keys
  await expect(page.getByRole('button', { name: 'Use the practice exchange' })).toBeVisible()
  await keys.go(/^Use the practice exchange$/)
  await keys.press('Enter')
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
}

/** The app, in practice; a slice before that failed has left a new start. */
async function begin(): Promise<Keyboard> {
  const keys = new Keyboard(shared())
  const { page } = keys
  const practise = page.getByRole('button', { name: 'Use the practice exchange' })
  await expect(practise.or(new Frame(page).account)).toBeVisible()
  if (await practise.isVisible()) await enterPractice(keys)
  return keys
}

const news = ({ page }: Keyboard, text: RegExp) =>
  page
    .getByRole('region', { name: /^Ticket for / })
    .getByRole('listitem')
    .filter({ hasText: text })

const fieldOf = ({ page }: Keyboard, name: 'Price' | 'Trigger' | 'Amount') =>
  page.getByRole('region', { name: /^Ticket for / }).getByLabel(name, { exact: true })

/** Puts a price of the book into the ticket, whose price has the focus, and gives it. */
async function takeBid(keys: Keyboard): Promise<number> {
  const bid = keys.page.getByRole('button', { name: 'Bid', exact: true })
  await expect(bid).toBeEnabled({ timeout: 30_000 })
  await keys.go(/^Bid$/)
  await keys.press('Enter')
  await keys.back(/^Price$/)
  return Number(await fieldOf(keys, 'Price').inputValue())
}

/** From a field of the ticket to its types. */
async function chooseType(keys: Keyboard, type: RegExp): Promise<void> {
  await keys.back(/^(Limit|Post-only|Stop limit|Market):/)
  for (let at = 0; !type.test((await readFocused(keys.page)).name); at += 1) {
    if (at > 3) throw new Error('no such type')
    await keys.press('ArrowRight')
  }
}

test('from the first start to an order that is placed, moved and canceled', async () => {
  const keys = new Keyboard(shared())
  const { page } = keys
  await enterPractice(keys)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  await keys.go(/^Skip$/)
  await keys.press('Enter')
  await keys.expectFocus(/^ETH\/USDC, 1 hour candles/)
  await keys.command('tour', /^Start the practice tour/)
  await keys.expectFocus(/^Choose a market$/)
  // The card blocks nothing, and the way back to it is that of the panels.
  await keys.press('F6')
  await keys.expectFocus(/^ETH\/USDC/)
  await keys.press('Shift+F6')
  await keys.expectFocus(/^Choose a market$/)
  await keys.press('Escape')
  await keys.expectFocus(/^ETH\/USDC, 1 hour candles/)

  await keys.command('link', /^LINK\/USDC/)
  await expect(page.getByRole('heading', { level: 1, name: 'LINK/USDC' })).toBeVisible()
  await keys.press('b')
  await keys.expectFocus(/^Price$/)
  const price = ((await takeBid(keys)) * 0.97).toFixed(3)
  await keys.retype(price)
  await keys.go(/^Amount$/)
  await keys.type('5')
  const question = await keys.ask(() => keys.press('Enter'))
  await expect(question.getByRole('heading')).toHaveText('Buy 5 LINK?')
  await keys.say(question, /^Buy 5 LINK$/)
  await expect(news(keys, /^Placed: Buy 5 LINK @ /)).toBeVisible({ timeout: 20_000 })
  await keys.expectFocus(/^Amount$/)

  await keys.press('Escape')
  await keys.expectFocus(/^Buy LINK$/)
  const rows = page.getByRole('grid', { name: 'Open orders' })
  await expect(rows).toContainText(price)
  await keys.go(/^Open orders$/, 'F6')
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible()
  await keys.press('Shift+F6')
  await keys.expectFocus(/^LINK\/USDC, 1 hour candles/)
  // What was chosen below is what the chart's keys act on, and they say so wherever its line is.
  await keys.press('Alt+o')
  await expect(page.locator('p.hint')).toHaveText(/^Buy 5(\.0)? @ .* X cancels it, up and down move it\.$/)
  await keys.press('ArrowUp', 2)
  await expect(page.locator('p.hint')).toHaveText(/^Move to .* Enter moves the order there\.$/)
  const move = await keys.ask(() => keys.press('Enter'))
  await expect(move.getByRole('heading')).toHaveText('Move order: Buy 5 LINK?')
  await keys.say(move, /^Move order$/)
  const moved = (Number(price) + 0.002).toFixed(3)
  await expect(rows).toContainText(moved, { timeout: 30_000 })

  await keys.press('F6')
  await keys.expectFocus(/^Open orders$/)
  await keys.press('Home')
  await keys.press('Enter')
  await keys.press('x')
  await expect(news(keys, /^Canceled: Buy 5 LINK @ /).first()).toBeVisible({ timeout: 20_000 })
  await expect(rows).not.toContainText(moved)
  await keys.expectFocus(/^Open orders$/)
})

test('a market order, a stop, and a session with orders within its limits and beyond', async () => {
  const keys = await begin()
  const { page } = keys
  await keys.press('Control+1')
  await keys.command('link', /^LINK\/USDC/)
  await keys.press('b')
  await keys.expectFocus(/^Price$/)
  await expect(fieldOf(keys, 'Price')).toHaveValue('')
  const bid = await takeBid(keys)

  await chooseType(keys, /^Market:/)
  await keys.go(/^Amount$/)
  await keys.type('3')
  await keys.say(await keys.ask(() => keys.press('Enter')), /^Buy 3 LINK$/)
  await expect(news(keys, /^Filled: Buy 3 LINK at market/)).toBeVisible({ timeout: 20_000 })
  await keys.expectFocus(/^Amount$/)

  await chooseType(keys, /^Stop limit:/)
  await keys.go(/^Trigger$/)
  const trigger = (bid * 1.05).toFixed(3)
  await keys.type(trigger)
  await keys.go(/^Price$/)
  await keys.retype(trigger)
  await keys.go(/^Amount$/)
  await keys.type('2')
  await keys.say(await keys.ask(() => keys.press('Enter')), /^Buy 2 LINK$/)
  await expect(news(keys, /^Waiting for the trigger: Buy 2 LINK @ /)).toBeVisible({ timeout: 20_000 })

  await keys.command('session', /^Start a trading session/)
  await keys.go(/^Start session…$/)
  await keys.say(await keys.ask(() => keys.press('Enter')), /^Start session$/)
  await expect(page.getByTestId('trading-session')).toBeVisible()
  await keys.expectFocus(/^Amount$/)
  await chooseType(keys, /^Limit:/)
  await keys.go(/^Price$/)
  await takeBid(keys)
  for (const amount of ['1.5', '2.5']) {
    await keys.go(/^Amount$/)
    await keys.type(amount)
    await page.waitForTimeout(afterPress)
    await keys.press('Enter')
    await expect(news(keys, new RegExp(`^(Placed|Filled|Partly filled): Buy ${amount} LINK @ `))).toBeVisible(
      { timeout: 20_000 },
    )
    await keys.back(/^Price$/)
  }
  await keys.go(/^Amount$/)
  await keys.type('100')
  await expect(page.getByText('above the 250 USDC that the session allows')).toBeVisible()
  await page.waitForTimeout(afterPress)
  const beyond = await keys.ask(() => keys.press('Enter'))
  await expect(beyond.getByRole('main')).toContainText('Your trading session allows 250 USDC per order.')
  await closing(beyond, () => beyond.keyboard.press('Escape'))
  await expect(news(keys, /^Not placed/)).toContainText('You declined it in the confirmation window.')
  await keys.expectFocus(/^Amount$/)
  await keys.press('Escape')
  await keys.command('end session', /^End the trading session/)
  await expect(page.getByTestId('trading-session')).toBeHidden()
})

test('the book, the depth, and a line and an alert on the chart', async () => {
  const keys = await begin()
  const { page } = keys
  await keys.press('Control+1')
  await keys.command('aave', /^AAVE\/USDC/)
  await keys.go(/candles: last price/, 'F6')
  await keys.go(/^(Recent trades|Order book|Market depth|Depth)$/)
  const tabs = page.getByRole('radiogroup').filter({ has: page.getByRole('radio', { name: 'Order book' }) })
  await expect(tabs).toBeVisible()
  for (let at = 0; !(await tabs.getByRole('radio', { name: 'Order book' }).isChecked()); at += 1) {
    expect(at).toBeLessThan(3)
    await keys.press('ArrowRight')
  }
  await keys.go(/^Order book of AAVE\/USDC/)
  await keys.press('ArrowDown', 2)
  await keys.press('Enter')
  await keys.expectFocus(/^Amount$/)
  await expect(fieldOf(keys, 'Price')).not.toHaveValue('')
  await keys.press('Escape')

  // A tool that is chosen by its key anywhere in the view takes the keys to the chart.
  await keys.go(/^Open orders$/, 'F6')
  await keys.press('Alt+a')
  await keys.expectFocus(/^AAVE\/USDC, 1 hour candles/)
  await keys.press('ArrowLeft', 3)
  await keys.press('Enter')
  await keys.press('Alt+l')
  await keys.press('ArrowLeft', 3)
  await keys.press('Enter')
  await keys.press('Escape')
  await keys.press('Alt+d')
  await expect(page.getByRole('dialog')).toContainText(/Alert/)
  await expect(page.getByRole('dialog')).toContainText(/line/i)
  await keys.press('Escape')
})

test('the other views: orders, portfolio, and a transfer that is left', async () => {
  const keys = await begin()
  const { page } = keys
  await keys.press('Control+2')
  await keys.go(/^Search orders$/)
  await keys.type('link')
  await expect(page.getByRole('grid', { name: 'Orders' })).not.toContainText('ETH/USDC')
  await keys.go(/^Orders$/)
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await keys.expectFocus(/^Order \d+$/)
  const { name } = await readFocused(page)
  await keys.press('Escape')
  await keys.expectFocus(/^Orders$/)
  // Nothing else reads the clipboard.
  await page.evaluate(() => {
    window.addEventListener('copy', (event) => {
      document.documentElement.dataset['copied'] = event.clipboardData?.getData('text/plain') ?? ''
    })
  })
  await keys.press('Shift+F10')
  await keys.go(/^Copy order ID/, 'ArrowDown')
  await keys.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['copied']))
    .toBe(name.replace('Order ', ''))
  await keys.expectFocus(/^Orders$/)

  await keys.press('Control+3')
  await expect(page.getByRole('heading', { level: 1, name: 'Portfolio' })).toBeVisible()
  await keys.go(/^1M$|^One month$|^All time$|^One week$/)
  await keys.press('ArrowRight')

  await keys.press('Control+4')
  await keys.go(/^New transfer$/)
  await keys.press('Enter')
  await keys.expectFocus(/^Recipient$/)
  await keys.go(/^Address of the recipient$/)
  await keys.type('0x')
  await keys.go(/^Cancel$/)
  await keys.press('Enter')
  await keys.expectFocus(/./)
})

test('the lock with orders open, canceling everything, and signing out', async () => {
  const keys = await begin()
  const { page } = keys
  await keys.press('Control+Shift+L')
  await keys.expectFocus(/^Security$/)
  await keys.go(/^Set app password$/)
  const choosing = await keys.ask(() => keys.press('Enter'))
  await choosing.keyboard.type(password)
  await keys.go(/^Repeat new password$/, 'Tab', choosing)
  await choosing.keyboard.type(password)
  await keys.say(choosing, /^Set password$/)
  await keys.expectFocus(/^Change password$/)

  await keys.press('Control+Shift+L')
  await keys.expectFocus(/^Unlock$/)
  const unlocking = await keys.ask(() => keys.press('Enter'))
  await unlocking.keyboard.type(password)
  await closing(unlocking, () => unlocking.keyboard.press('Enter'))
  await expect(new Frame(page).account).toBeVisible()

  await keys.press('Control+1')
  const question = await keys.ask(() => keys.command('cancel everything', /^Cancel everything/))
  await keys.say(question, /^Cancel all orders$/)
  const strip = page.getByRole('status', { name: 'Cancel everything' })
  await expect(strip).toContainText('All orders are canceled', { timeout: 60_000 })
  await expect(page.getByRole('radio', { name: 'Open orders 0' })).toBeVisible({ timeout: 20_000 })
  await keys.command('sign out', /^Sign out\s*$/)
  await expect(page.getByText('This account is not signed in.')).toBeVisible()
  await keys.command('sign in', /^Sign in\s*$/)
  await expect(page.getByText('This account is not signed in.')).toBeHidden()
})
