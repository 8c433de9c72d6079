// The Trade view in a real browser: its parts at each width, sizes, layouts, and the dock with its keys.
import { describe, expect, it } from 'vitest'
import type {
  ChannelInput,
  ChannelOutput,
  EventName,
  EventPayload,
} from '../../src-preload/contract/contract.ts'
import type { PlacedOrder } from '../../src-preload/contract/trading/trading.ts'
import type { TradeView } from '../../src-preload/contract/trading/trade-view.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { plainLayout } from '../../src-preload/domain/markets/plain-chart.ts'
import { defaultTradeView } from '../../src-main/markets/charts/trade-view.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { makeBook } from '../unit/renderer/features/book/make-book.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { makeAccount, makeAccountsState } from '../unit/renderer/make-account.ts'
import { hourlyCandles } from './one-chart.ts'
import { openPage, readFocus } from './open-page.ts'

const practiceState = makeAccountsState([makeAccount(1, { network: { kind: 'practice', baseUrl: null } })])

const summaryOf = (market: string) => ({
  ...{ market, last: 100, reference: 99, changePercent: 1, high: 101, low: 98, volume: 42 },
  ...{ sparkline: [1, 2, 3], priceDecimals: 2, asOfMs: Date.now(), lastError: null },
  ...{ source: 'candles' as const, turnover: null },
})

const openOrders = [
  makeOrder(11, { price: '99', remainingVolume: '0.5', state: 'wait' }),
  makeOrder(12, { price: '30000', market: 'btcusdc', side: 'sell', state: 'wait' }),
  makeOrder(13, { price: '98', stopPrice: '98.5', type: 'stop_limit', state: 'pending' }),
]
const doneOrders = [makeOrder(1, { state: 'done' }), makeOrder(2, { state: 'cancel' })]

interface Given {
  readonly width?: number
  readonly view?: Partial<TradeView>
  readonly hash?: string
  readonly more?: Answers
}

async function open({ width = 1_440, view = {}, hash = '', more = {} }: Given = {}) {
  let kept: TradeView = { ...defaultTradeView, ...view }
  let left = openOrders
  const canceled: number[] = []
  const asked: ChannelInput<'trading:cancelMarket'>[] = []
  const opened = await openPage(
    answersFor(unprotected, accountsState, {
      'charts:getTradeView': () => kept,
      'charts:setTradeView': (next) => {
        kept = next
        return {}
      },
      'charts:getLayout': () => {
        throw new AppError('internal', {})
      },
      'charts:listDrawings': () => ({ drawings: [] }),
      'charts:listMarks': () => ({ marks: [], isCut: false }),
      'markets:list': () => ({ markets: [summaryOf('ethusdc'), summaryOf('btcusdc')] }),
      'markets:watch': () => ({}),
      'markets:listTrades': () => ({ trades: [], asOfMs: Date.now(), lastError: null }),
      'book:getChoices': () => ({ tab: 'book', sums: 'base', steps: [] }),
      'orders:list': ({ filter }) => {
        const rows = (filter.states.length > 0 ? left : [...left, ...doneOrders]).filter(
          ({ market }) => filter.markets.length === 0 || filter.markets.includes(market),
        )
        return { rows, total: rows.length, version: 1 }
      },
      'trading:cancel': ({ orderId }) => {
        canceled.push(orderId)
        return {}
      },
      'trading:cancelMarket': (input) => {
        asked.push(input)
        return {}
      },
      ...more,
    }),
    hash,
  )
  const { page } = opened
  const tell = <Name extends EventName>(name: Name, payload: EventPayload<Name>): Promise<void> =>
    opened.emit(name, payload)
  await page.setViewportSize({ width, height: 900 })
  await page.getByRole('button', { name: /^Account:/ }).waitFor()
  await opened.emit('book:changed', makeBook())
  const tabs = page.getByRole('radiogroup', { name: 'Table' })
  const rowOf = (text: string) =>
    page.getByRole('grid', { name: 'Open orders' }).locator('[data-index]').filter({ hasText: text })
  return {
    page,
    tell,
    tabs,
    rowOf,
    canceled,
    asked,
    kept: () => kept,
    end: (id: number) => {
      left = left.filter((order) => order.id !== id)
    },
  }
}

/** More than any window shows: what each row hides from sight is below it. */
const manyTrades = Array.from({ length: 100 }, (_, index) => ({
  id: 1_000 - index,
  market: 'ethusdc',
  price: '100',
  amount: '1',
  total: '100',
  createdAtMs: Date.now() - index * 1_000,
  takerType: 'buy' as const,
}))

describe('the parts', () => {
  it.each([
    [2_560, ['Market list', 'Orders and balances', 'Order book', 'Recent trades']],
    [1_440, ['Market list', 'Orders and balances', 'Order book']],
    [1_280, ['Orders and balances', 'Order book']],
    [900, ['Orders and balances']],
  ] as const)('of a window of %i px are all there, and nothing scrolls the page', async (width, names) => {
    const { page } = await open({
      width,
      more: { 'markets:listTrades': () => ({ trades: manyTrades, asOfMs: Date.now(), lastError: null }) },
    })
    for (const name of names.filter((one) => one !== 'Market list')) {
      await page.getByRole('region', { name, exact: true }).waitFor()
    }
    if (names.includes('Recent trades' as never))
      await page.getByRole('region', { name: 'Recent trades' }).getByRole('row').nth(99).waitFor()
    expect(await page.getByRole('list', { name: 'Markets' }).count()).toBe(
      names.includes('Market list' as never) ? 1 : 0,
    )
    const { scrollHeight, innerHeight, scrollWidth, innerWidth } = await page.evaluate(() => ({
      scrollHeight: document.documentElement.scrollHeight,
      scrollWidth: document.documentElement.scrollWidth,
      innerHeight: window.innerHeight,
      innerWidth: window.innerWidth,
    }))
    expect([scrollHeight, scrollWidth]).toEqual([innerHeight, innerWidth])
    expect(await findAxeFaults(page)).toEqual([])
  })

  it('are sized by keys and by dragging, and kept', async () => {
    const { page, kept } = await open()
    const edge = page.getByRole('separator', { name: 'Width of the order book' })
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await eventually(() => expect(kept().sizes.book).toBe(defaultTradeView.sizes.book + 16))
    expect(await edge.getAttribute('aria-valuenow')).toBe(String(defaultTradeView.sizes.book + 16))
    const box = await edge.boundingBox()
    if (box === null) throw new Error('no edge')
    await page.mouse.move(box.x + 3, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x - 37, box.y + 100, { steps: 4 })
    await page.mouse.up()
    await eventually(() => expect(kept().sizes.book).toBe(defaultTradeView.sizes.book + 56))
    await edge.dblclick()
    await eventually(() => expect(kept().sizes.book).toBe(defaultTradeView.sizes.book))
  })

  it('are gone through by F6', async () => {
    const { page, rowOf } = await open()
    await rowOf('BTC/USDC').waitFor()
    const part = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-part]')?.dataset['part'])
    for (const next of ['chart', 'dock', 'book', 'ticket', 'list']) {
      await page.keyboard.press('F6')
      // A part that is drawn late gets the focus once it is there.
      await eventually(async () => expect(await part()).toBe(next))
    }
  })
})

describe('a name typed on the chart', () => {
  const names = ['btc', 'eth', 'xrp']
  const openChart = () =>
    open({
      more: {
        'charts:getLayout': () => plainLayout,
        'charts:setLayout': () => ({}),
        'markets:list': () => ({ markets: names.map((name) => summaryOf(`${name}usdc`)) }),
        'markets:getCandleRange': ({ fromMs, toMs }) => hourlyCandles(fromMs, toMs),
      },
    })

  it('finds a market, also where its first letter is a key of the ticket or of orders', async () => {
    const { page, canceled } = await openChart()
    const ticket = page.getByRole('region', { name: /^Ticket for/ })
    const price = ticket.getByLabel('Price', { exact: true })
    for (const name of names) {
      await page.getByRole('application').focus()
      await page.keyboard.type(name)
      await page
        .getByRole('option', { name: `${name.toUpperCase()}/USDC` })
        .first()
        .waitFor()
      expect(await page.getByRole('combobox').inputValue()).toBe(name)
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: `Chart of ${name.toUpperCase()}/USDC` }).waitFor()
      expect(await price.count()).toBe(0)
    }
    expect(canceled).toEqual([])
  })

  it('leaves an open ticket as it was, and what was typed in it', async () => {
    const { page } = await openChart()
    const ticket = page.getByRole('region', { name: /^Ticket for/ })
    const price = ticket.getByLabel('Price', { exact: true })
    await page.getByRole('application').focus()
    await page.keyboard.press('s')
    await price.fill('1200')
    await page.getByRole('application').focus()
    await page.keyboard.press('b')
    await ticket.getByRole('radio', { name: 'Buy', checked: true }).waitFor()
    await page.keyboard.type('tc')
    await page.getByRole('option', { name: 'BTC/USDC' }).first().waitFor()
    await page.keyboard.press('Escape')
    await ticket.getByRole('radio', { name: 'Sell', checked: true }).waitFor()
    expect(await price.inputValue()).toBe('1200')
    await page.getByRole('application').focus()
    await page.keyboard.press('b')
    await ticket.getByRole('radio', { name: 'Buy', checked: true }).waitFor()
    await page.keyboard.type('5')
    await page.keyboard.type('e')
    await page.getByRole('application').focus()
    await page.keyboard.press('b')
    await price.click()
    await page.keyboard.type('e')
    expect(await page.getByRole('combobox', { name: 'Search or command' }).count()).toBe(0)
  })
})

describe('the layout', () => {
  it('is chosen in the bar and kept; Ctrl 1 opens the kept one', async () => {
    const { page, kept } = await open()
    await page.getByRole('region', { name: 'Orders and balances' }).waitFor()
    await page.getByTitle('Layout: up to four charts').click()
    await page.getByRole('region', { name: 'Orders and balances' }).waitFor({ state: 'detached' })
    await eventually(() => expect(kept().layout).toBe('charts'))
    await page.keyboard.press('Control+2')
    await page.keyboard.press('Control+1')
    await page.waitForURL(/#\/markets$/)
    await page.getByTitle('Layout: chart, book and ticket').click()
    await page.getByRole('region', { name: 'Orders and balances' }).waitFor()
    expect(kept().layout).toBe('trade')
  })

  it('is Charts where a link opens the markets, whatever was chosen', async () => {
    const { page, kept } = await open({ hash: '#/markets/btcusdc' })
    await page.getByRole('heading', { level: 1, name: 'BTC/USDC' }).waitFor()
    expect(await page.getByRole('radio', { name: /^Layout: up to four charts/ }).isChecked()).toBe(true)
    expect(kept().layout).toBe('trade')
  })
})

describe('the dock', () => {
  it('counts what its tabs hold, and a press on a row chooses its market', async () => {
    const { page, tabs, rowOf } = await open()
    await tabs.getByRole('radio', { name: 'Open orders 3' }).waitFor()
    await tabs.getByRole('radio', { name: 'Order history 5' }).waitFor()
    await rowOf('BTC/USDC').click()
    await page.getByRole('heading', { level: 1, name: 'BTC/USDC' }).waitFor()
    await page.getByRole('checkbox', { name: 'Only BTC/USDC' }).check()
    await tabs.getByRole('radio', { name: 'Open orders 1' }).waitFor()
  })

  it('cancels the selected order with X, and asks for all of the market with Shift X', async () => {
    const { page, rowOf, canceled, asked, tell, end, tabs } = await open()
    await rowOf('Untriggered').click()
    await page.keyboard.press('x')
    await eventually(() => expect(canceled).toEqual([13]))
    await page.getByRole('button', { name: 'Canceling', exact: true }).waitFor()
    await page.keyboard.press('x')
    end(13)
    await tell('orders:changed', {
      ids: [13],
      sync: { cached: 5, open: 0, isComplete: true, asOfMs: Date.now(), refusedRows: 0, lastError: null },
    })
    await tabs.getByRole('radio', { name: 'Open orders 2' }).waitFor()
    expect(canceled).toEqual([13])
    await page.keyboard.press('Shift+X')
    await eventually(() => expect(asked.map(({ market }) => market)).toEqual(['ethusdc']))
  })

  it('says why an order could not be canceled, in place', async () => {
    const { page, rowOf } = await open({
      more: {
        'trading:cancel': () => {
          throw new AppError('offline', {})
        },
      },
    })
    await rowOf('BTC/USDC').click()
    await page.keyboard.press('x')
    await page.getByRole('region', { name: 'Orders and balances' }).getByRole('alert').waitFor()
  })

  it('hides amounts in privacy mode, and says what will be in an empty table', async () => {
    const { page, rowOf, tabs } = await open()
    await rowOf('BTC/USDC').waitFor()
    await page.keyboard.press('Control+Shift+H')
    await eventually(async () =>
      expect(await rowOf('BTC/USDC').locator('[data-column=openValue]').innerText()).toBe('•••'),
    )
    await tabs.getByText('Fills 0').click()
    await page.getByText('No fills yet.').waitFor()
  })
})

describe('an order that is gone after a move', () => {
  const atMs = Date.now() - 60_000
  const order = {
    ...{ type: 'stop_limit' as const, market: 'ethusdc', side: 'sell' as const },
    ...{ amount: '0.5', price: '90', stopPrice: '91' },
  }
  const accountId = accountsState.activeId ?? ''
  const what = { kind: 'orderGone' as const, accountId, orderId: 7, order, isUnknown: false }
  const placed = (state: 'accepted' | 'refused', createdAtMs: number): PlacedOrder => ({
    ...order,
    ...{ id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', accountId, network: 'practice', host: '127.0.0.1:1' },
    ...{ state, createdAtMs, updatedAtMs: createdAtMs, differences: [], failure: null },
    orderId: state === 'accepted' ? 9 : null,
  })

  /** A page that was loaded after the move: all it knows is main's. */
  async function openGone(journal: readonly PlacedOrder[] = []) {
    let isRead = false
    const sent: unknown[] = []
    const opened = await open({
      more: {
        'alerts:listNotices': () => ({
          ...{ notices: [{ id: 3, atMs, notedAtMs: atMs, isRead, what }], unread: isRead ? 0 : 1 },
          hasMore: false,
        }),
        'alerts:markRead': () => {
          isRead = true
          return {}
        },
        'trading:listPlaced': () => ({ orders: [...journal] }),
        'trading:openTicket': () => ({ ticketId: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11' }),
        'trading:place': (input) => {
          sent.push(input.order)
          return placed('accepted', Date.now())
        },
      },
    })
    const alarm = opened.page.getByText('Your stop was canceled. The new one was not placed.').first()
    const press = () => opened.page.getByRole('button', { name: 'Place it now' }).click()
    return { ...opened, sent, alarm, press, isRead: () => isRead }
  }

  it('is an alarm that outlasts a reload, with one press to place it', async () => {
    const { sent, alarm, press, isRead } = await openGone([placed('refused', atMs + 1)])
    await alarm.waitFor()
    expect(isRead()).toBe(false)
    await press()
    await eventually(() => expect(sent).toEqual([order]))
    await eventually(() => expect(isRead()).toBe(true))
  })

  it('is not placed a second time where the page lost the answer of the first press', async () => {
    const { page, sent, press, isRead } = await openGone([placed('accepted', atMs + 1)])
    await press()
    await page.getByText(/^An equal order was placed since then: check your orders/).waitFor()
    expect(sent).toEqual([])
    // It may have been for another stop with the same numbers.
    expect(isRead()).toBe(false)
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await eventually(() => expect(isRead()).toBe(true))
  })

  it('is told until it was dismissed', async () => {
    const { page, alarm, isRead } = await openGone()
    await alarm.waitFor()
    await page
      .getByRole('alert')
      .filter({ hasText: 'Your stop was canceled' })
      .getByRole('button', { name: 'Dismiss' })
      .click()
    await eventually(() => expect(isRead()).toBe(true))
  })
})

describe('price bounds', () => {
  it('are shown as they are, and set as typed', async () => {
    const set: unknown[] = []
    const { page } = await open({
      more: {
        'trading:getBounds': () => ({ lowest: '900', highest: null, triggerPercent: null }),
        'trading:setBounds': (input) => {
          set.push(input)
          return {}
        },
      },
    })
    await page.getByRole('button', { name: 'Bounds…' }).click()
    const form = page.getByRole('form', { name: 'Price bounds' })
    await eventually(async () => expect(await form.getByLabel('Lowest, USDC').inputValue()).toBe('900'))
    await form.getByLabel('Highest, USDC').fill('1,5')
    await form.getByRole('button', { name: 'Set bounds' }).click()
    await form.getByText('Enter a number such as 1250.50').waitFor()
    expect(await findAxeFaults(page)).toEqual([])
    expect(set).toEqual([])
    await form.getByLabel('Highest, USDC').fill('1500.5')
    await form.getByLabel('Stop trigger, % from last price').fill('25')
    await form.getByRole('button', { name: 'Set bounds' }).click()
    await eventually(() =>
      expect(set).toEqual([{ market: 'ethusdc', lowest: '900', highest: '1500.5', triggerPercent: '25' }]),
    )
    await form.waitFor({ state: 'hidden' })
  })
})

describe('a trading session', () => {
  const limits = {
    ...{ markets: ['ethusdc'], quote: 'usdc', largestOrder: '250', largestSum: '1000', signatures: 20 },
    ...{ ordersPerMinute: 10, openOrders: 10, bandPercent: '1', minutes: 15 },
  }
  const session = () => ({
    id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
    accountId: accountsState.activeId ?? '',
    network: 'practice' as const,
    host: 'exchange.example',
    limits,
    largestLoss: '12',
    startedAtMs: Date.now(),
    endsAtMs: Date.now() + 15 * 60_000,
    left: { sum: '834.2', signatures: 18 },
  })

  it('is asked for with the limits in the form, and its time and sum stay in the status bar until it is ended', async () => {
    const asked: unknown[] = []
    let ended = 0
    const { page, tell } = await open({
      more: {
        'trading:startSession': (input) => {
          asked.push(input.limits)
          return session()
        },
        'trading:endSession': () => {
          ended += 1
          return {}
        },
      },
    })
    await page.getByRole('button', { name: 'Start session…' }).click()
    const form = page.getByRole('form', { name: 'Trading session' })
    await form.getByLabel('Largest order, USDC').fill('2000')
    await form.getByRole('button', { name: 'Start session…' }).click()
    await form.getByText('At most the session’s total, 1,000 USDC.').waitFor()
    expect(await findAxeFaults(page)).toEqual([])
    await form.getByLabel('Largest order, USDC').fill('250')
    await form.getByRole('button', { name: 'Start session…' }).click()
    await eventually(() => expect(asked).toEqual([limits]))
    await tell('trading:sessionChanged', { session: session(), lastEnd: null, signingLocked: false })
    const mark = page.getByTestId('trading-session')
    expect(await mark.innerText()).toMatch(/Session\s+1[45]:\d\d · 834\.2\s+USDC left/)
    await page.keyboard.press('Control+2')
    await mark.getByRole('button', { name: 'End' }).click()
    await eventually(() => expect(ended).toBe(1))
    await tell('trading:sessionChanged', {
      session: null,
      lastEnd: { reason: 'idle', atMs: Date.now() },
      signingLocked: false,
    })
    await page.locator('footer .truncate', { hasText: 'Session ended: no input for five minutes' }).waitFor()
    expect(await mark.count()).toBe(0)
  })

  it('is no more while signing is locked, and a person may look why', async () => {
    let reviewed = 0
    const { page, tell } = await open({
      more: {
        'trading:reviewDifference': () => {
          reviewed += 1
          return {}
        },
      },
    })
    await tell('trading:sessionChanged', {
      session: null,
      lastEnd: { reason: 'difference', atMs: Date.now() },
      signingLocked: true,
    })
    await page.getByRole('button', { name: 'Review…' }).click()
    await eventually(() => expect(reviewed).toBe(1))
  })
})

const canceling = (change: Partial<ChannelOutput<'trading:getCancelAll'>>) => ({
  ...{
    phase: 'running' as const,
    accountId: accountsState.activeId,
    startedAtMs: 1,
    canceled: 0,
    left: [],
  },
  ...{ leftCount: 0, isResumed: false, waiting: [], mayStillAppear: [], note: null, failure: null },
  ...change,
})

describe('canceling everything', () => {
  it('starts from the bar, and says in every view how far it is, until its end was read', async () => {
    let stopped = 0
    const { page, tell } = await open({
      more: {
        'trading:cancelAll': () => canceling({ leftCount: 3 }),
        'trading:stopCancelAll': () => {
          stopped += 1
          return {}
        },
      },
    })
    await page.getByRole('button', { name: 'Cancel everything…' }).click()
    const strip = page.getByRole('status', { name: 'Cancel everything' })
    await strip.getByText('0 orders canceled, 3 left').waitFor()
    await page.keyboard.press('Control+3')
    await tell('trading:cancelAllChanged', canceling({ phase: 'waitingForConnection', leftCount: 3 }))
    await strip.getByText('Not canceled: 3 orders may be open.').waitFor()
    await strip.getByRole('button', { name: 'Stop…' }).click()
    await eventually(() => expect(stopped).toBe(1))
    await tell('trading:cancelAllChanged', canceling({ phase: 'done', note: 'stopped', leftCount: 3 }))
    await strip.getByRole('button', { name: 'Dismiss' }).click()
    await eventually(async () => expect(await strip.count()).toBe(0))
  })

  it('marks the orders in the lists until they are read as canceled, or it is stopped', async () => {
    const { rowOf, tell } = await open()
    const left = [{ orderId: 13, market: 'ethusdc' }]
    await rowOf('Untriggered').waitFor()
    await tell('trading:cancelAllChanged', canceling({ left, leftCount: 1 }))
    await rowOf('Canceling').waitFor()
    await tell('trading:cancelAllChanged', canceling({ canceled: 1 }))
    await tell('trading:cancelAllChanged', canceling({ phase: 'done', note: 'noneOpen', canceled: 1 }))
    await rowOf('Canceling').waitFor()
    expect(await rowOf('Untriggered').count()).toBe(0)
    await tell('trading:cancelAllChanged', canceling({ left, leftCount: 1 }))
    await tell('trading:cancelAllChanged', canceling({ phase: 'done', note: 'stopped', left, leftCount: 1 }))
    await rowOf('Untriggered').waitFor()
  })
})

describe('the tour', () => {
  it('goes from part to part by the keyboard, is read aloud, and is offered no more once it was skipped', async () => {
    let isEnded = false
    const one = await open({
      more: {
        'accounts:getState': () => practiceState,
        'trading:getTour': () => ({ isDone: false }),
        'trading:endTour': () => {
          isEnded = true
          return {}
        },
      },
    })
    const { page } = one
    await page.getByRole('button', { name: 'Start the tour' }).click()
    await eventually(async () => expect(await readFocus(one)).toBe('Choose a market'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await readFocus(one)).toBe('Read the order book'))
    expect(await findAxeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()
    await eventually(async () => expect(await readFocus(one)).toBe('Choose a market'))
    await page.keyboard.press('Escape')
    await eventually(() => expect(isEnded).toBe(true))
    expect(await page.getByRole('button', { name: 'Start the tour' }).count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('practice tour')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await readFocus(one)).toBe('Choose a market'))
  })

  it('keeps its frame on the part when a strip moves that', async () => {
    const { page, tell } = await open({
      more: { 'accounts:getState': () => practiceState, 'trading:getTour': () => ({ isDone: false }) },
    })
    await page.getByRole('button', { name: 'Start the tour' }).click()
    const topOf = (selector: string) => page.locator(selector).evaluate((at) => at.getBoundingClientRect().y)
    const tops = () => Promise.all([topOf('.frame[aria-hidden="true"]'), topOf('[data-part="list"]')])
    const [before] = await tops()
    await tell('trading:cancelAllChanged', canceling({ leftCount: 3 }))
    await page.getByRole('status', { name: 'Cancel everything' }).waitFor()
    await eventually(async () => {
      const [frame, part] = await tops()
      expect(frame).toBe(part)
      expect(frame).toBeGreaterThan(before)
    })
  })
})
