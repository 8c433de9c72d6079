// What a trader asks of Starkdesk, each answered from the Trade view by two clicks at most: one page for all, over the real main.
import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import type { ListedOrder, OrderTrade } from '../../../src-preload/contract/orders/entities.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { sampleCandles, samplePnl, toldAt } from '../../integration/store/support.ts'
import { makeOrder } from '../../unit/renderer/features/make-order.ts'
import { openReal } from '../open-real.ts'
import { rowAt } from '../orders-grid.ts'

const dayMs = 86_400_000
const startMs = Date.now()
const noonOf = (daysAgo: number): number => Math.floor(startMs / dayMs) * dayMs - daysAgo * dayMs + dayMs / 2
const thisMonth = new Date(startMs).toISOString().slice(0, 7)
/** Three months ago. */
const earlier = new Date(startMs)
earlier.setUTCMonth(earlier.getUTCMonth() - 3, 1)
const earlierMonth = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
}).format(earlier)
const onEarlier = (day: number): number => Date.UTC(earlier.getUTCFullYear(), earlier.getUTCMonth(), day, 12)

interface Dealt {
  readonly side: 'buy' | 'sell'
  readonly market: string
  readonly price: string
  readonly amount: string
  readonly fee: string
  readonly atMs: number
}

/** Filled at once, each by one fill. */
const dealt: readonly Dealt[] = [
  { side: 'buy', market: 'ethusdc', price: '1000', amount: '2', fee: '0', atMs: onEarlier(3) },
  { side: 'sell', market: 'ethusdc', price: '1500', amount: '1', fee: '1.5', atMs: onEarlier(10) },
  { side: 'buy', market: 'btcusdc', price: '30000', amount: '0.5', fee: '0', atMs: noonOf(2) },
  { side: 'sell', market: 'btcusdc', price: '40000', amount: '0.1', fee: '4', atMs: noonOf(1) },
]

const filled = dealt.map(({ side, market, price, amount, atMs }, at) =>
  makeOrder(at + 1, {
    ...{ side, market, price, state: 'done', averagePrice: price, originVolume: amount, tradesCount: 1 },
    ...{ executedVolume: amount, remainingVolume: '0', createdAtMs: atMs, updatedAtMs: atMs },
  }),
)
const resting: readonly ListedOrder[] = [
  makeOrder(5, {
    ...{
      price: '900',
      state: 'cancel',
      cancelReason: 'Order cancelled because it was matched as a taker order',
    },
    ...{ createdAtMs: startMs - 3_000, updatedAtMs: startMs - 2_500 },
  }),
  makeOrder(6, {
    market: 'btcusdc',
    price: '25000',
    originVolume: '0.2',
    remainingVolume: '0.2',
    createdAtMs: startMs - 2_000,
  }),
  makeOrder(7, {
    ...{ side: 'sell', type: 'stop_limit', state: 'pending', price: '700', stopPrice: '710' },
    createdAtMs: startMs - 1_000,
  }),
]
const fills = dealt.map(({ fee, ...one }, at): OrderTrade => ({
  ...{ id: 100 + at, orderId: at + 1, market: one.market, side: one.side, takerType: one.side },
  ...{ price: one.price, amount: one.amount, total: null, feeRate: null, createdAtMs: one.atMs },
  ...{ feeCurrency: 'usdc', feeAmount: fee },
}))
/** As the exchange counts them: what came in and went out, and what is left at its moving-average cost. */
const positions = [
  samplePnl('eth', {
    ...{ totalCredit: '2', totalCreditValue: '2000', totalDebit: '1', totalDebitValue: '1500' },
    ...{ totalBalanceValue: '1000', averageBalancePrice: '1000', averageBuyPrice: '1000' },
  }),
  samplePnl('btc', {
    ...{ totalCredit: '0.5', totalCreditValue: '15000', totalDebit: '0.1', totalDebitValue: '4000' },
    ...{ totalBalanceValue: '12000', averageBalancePrice: '30000', averageBuyPrice: '30000' },
  }),
  samplePnl('usdc', {
    ...{
      totalCredit: '105494.5',
      totalCreditValue: '105494.5',
      totalDebit: '17000',
      totalDebitValue: '17000',
    },
    ...{ totalBalanceValue: '88494.5', averageBalancePrice: '1', averageBuyPrice: '1' },
  }),
]
const held = [
  { currency: 'usdc', balance: '88494.5', locked: '5000' },
  { currency: 'eth', balance: '1', locked: '1' },
  { currency: 'btc', balance: '0.4', locked: '0' },
]
const feesOfMonth = dealt
  .filter(({ atMs }) => new Date(atMs).toISOString().startsWith(thisMonth))
  .reduce((sum, { fee }) => sum + Number(fee), 0)

/** A press, or a choice in a menu. */
type Click = () => Promise<unknown>
type AtMostTwo = readonly [] | readonly [Click] | readonly [Click, Click]

it('has an answer to each question of a trader, two clicks from the Trade view at most', async () => {
  const one = await openReal({
    accounts: [{ label: 'Alice' }, { label: 'Bob', user: 1 }],
    history: { orders: [...filled, ...resting], fills },
    hash: '#/trade',
  })
  const { page, main } = one
  const [alice = '', bob = ''] = one.ids
  // Read after all that was filled: so the exchange's figures can be compared with the fills.
  const readMs = Date.now()
  await main.store.putPnlSnapshot(alice, positions, readMs, readMs)
  await main.store.notePnlListed(alice, readMs)
  await main.store.putBalances(alice, JSON.stringify(held), readMs)
  const hourMs = Math.floor(readMs / 3_600_000) * 3_600_000
  for (const [market, close] of [
    ['ethusdc', 2_000],
    ['btcusdc', 35_000],
  ] as const)
    await main.store.putCandles(
      'practice',
      market,
      60,
      sampleCandles([hourMs - dayMs - 3_600_000, hourMs], close),
      null,
      toldAt(readMs),
    )
  await main.store.putPnlSnapshot(bob, [samplePnl('eth', { totalCredit: '5', totalDebit: '2' })], startMs)
  await page.setViewportSize({ width: 1_440, height: 900 })
  // As at a start with all of this.
  await page.reload()

  const go =
    (view: string): Click =>
    () =>
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click()
  const tab =
    (name: string): Click =>
    () =>
      page.getByRole('radiogroup', { name: 'Table' }).getByText(name).first().click()
  const press =
    (locator: Locator): Click =>
    () =>
      locator.click()
  const cell = (row: number, column: string): Locator => rowAt(page, row).locator(`[data-column=${column}]`)
  const holding = (currency: string): Locator =>
    page
      .getByRole('region', { name: /^P&L by asset/ })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: currency, exact: true }) })

  /** Asks from the Trade view, and reads the answer where it is. */
  async function ask(question: string, clicks: AtMostTwo, where: Locator, answer: RegExp): Promise<void> {
    try {
      await page.evaluate(() => (location.hash = '#/trade'))
      await page.getByRole('application').first().waitFor()
      for (const click of clicks) await click()
      await eventually(async () =>
        expect((await where.first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(answer),
      )
    } catch (error) {
      throw new Error(`${question} ${String(error)}`, { cause: error })
    }
  }
  const portfolio = go('Portfolio')
  const orders = go('Orders')
  const at = (id: string): Locator => page.getByTestId(id)
  const yearOfDays = press(page.getByRole('radiogroup', { name: 'Calendar months' }).getByText('1Y'))
  const order = page.getByRole('region', { name: /^Order \d/ })

  await ask('How much can I trade with?', [], page.getByRole('banner'), /≈88,494\.50 USDC/)
  await ask('Is what I see live?', [], page.getByTestId('connection'), /^(Live|Connected)/)
  await ask(
    'What did I pay for my ETH?',
    [portfolio],
    holding('ETH'),
    /^ETH 1\.0+ 2,000\.00 1,000\.00 1,000\.00 /,
  )
  await ask('What is my ETH worth?', [portfolio], holding('ETH').getByRole('cell').nth(4), /^2,000\.00$/)
  await ask('What have I made in all?', [portfolio], at('total-total'), /^\+4,500\.00 USDC$/)
  await ask(
    'What is locked in orders?',
    [portfolio],
    page.getByRole('region', { name: 'Balances, scrollable' }),
    /USDC \S+ \S+ 5,000\.00 /,
  )
  // On the first of a month nothing was filled in it.
  if (feesOfMonth > 0)
    await ask(
      'What fees did I pay this month?',
      [portfolio],
      at('report-fees'),
      new RegExp(`^Fees ${feesOfMonth.toFixed(2)} USDC$`),
    )
  await ask(
    'Which market earns most?',
    [portfolio],
    page.getByRole('table', { name: 'Results by market' }),
    /BTC\/USDC \d 19,000\.00 4\.00 \+1,000\.00 \+996\.00/,
  )
  await ask(
    'Which of my fills were sells of BTC yesterday?',
    [portfolio, press(page.getByRole('button', { name: /: \+996 USDC net, 1 fill$/ }))],
    page.getByRole('region', { name: /^Fills of .* scrollable$/ }),
    /BTC\/USDC Sell 40,000\.00 0\.100000 4,000\.00 USDC 4\.00 USDC/,
  )
  await ask(
    `What did I earn in ${earlierMonth}?`,
    [portfolio, yearOfDays],
    page.getByText(earlierMonth, { exact: true }).locator('..'),
    / Net \+498\.50$/,
  )
  await ask(
    'How often do I win?',
    [portfolio, yearOfDays],
    at('performance-winRate'),
    /100\.00% 2 of 2 days$/,
  )
  await ask('What was my best day?', [portfolio, yearOfDays], at('performance-bestDay'), /\+996\.00 USDC/)
  await ask(
    'What is left of each buy?',
    [portfolio, press(page.getByRole('button', { name: 'Show lots' }))],
    page.getByRole('region', { name: 'Open lots, scrollable' }),
    /Total 0\.400000 12,000\.00 30,000\.00 14,000\.00 \+2,000\.00/,
  )

  await ask(
    'Which orders wait?',
    [orders, tab('Open orders')],
    page.getByRole('grid', { name: 'Open orders' }),
    /ETH\/USDC Sell Stop limit Untriggered .* BTC\/USDC Buy Limit Open 25,000\.00/,
  )
  await ask('How far is my stop?', [orders, tab('Open orders')], cell(0, 'distance'), /^−64\.50$/)
  await ask('Was my last order filled?', [orders, tab('Order history')], cell(0, 'state'), /^Untriggered$/)
  await ask('Why was my order canceled?', [orders], cell(2, 'cancelReason'), /^Post-only$/)
  await ask('What did that sale cost in fees?', [orders, press(rowAt(page, 3))], order, /Fees paid 4 USDC/)
  await ask(
    'What did I pay for BTC on average?',
    [orders, press(page.getByRole('button', { name: 'By market' }))],
    page.getByRole('table', { name: 'Totals by market' }).getByRole('row', { name: /^BTC/ }),
    /19,000\.00 USDC 30,000\.00 USDC 40,000\.00 USDC/,
  )
  await ask(
    'Which sells of BTC have I made?',
    [orders, tab('Fills')],
    page.getByRole('grid', { name: 'Fills' }),
    /BTC\/USDC Sell 40,000\.00/,
  )
  // By keyboard alone: the view of a day, and what is searched in it.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or command' }).fill('yesterday')
  await page.keyboard.press('Enter')
  await at('orders-count').getByText('1 fill', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Search fills' }).fill('btc buy')
  await page.getByText('No fills match these filters.').waitFor()
}, 60_000)
