// The ticket in a real browser: what it shows, what it sends, and that one press is one order.
import { describe, expect, it } from 'vitest'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import type { TradingSession } from '../../src-preload/contract/trading/trading-session.ts'
import type { PlacedOrder } from '../../src-preload/contract/trading/trading.ts'
import type { AccountBalances } from '../../src-preload/contract/portfolio/balances.ts'
import { defaultTradeView } from '../../src-main/markets/charts/trade-view.ts'
import { defaultDisplay } from '../../src-preload/domain/display.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { makeBook } from '../unit/renderer/features/book/make-book.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { makeAccount, makeAccountsState } from '../unit/renderer/make-account.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { chooseRadio } from './choose-radio.ts'
import { openPage, readFocus } from './open-page.ts'
import { findAxeFaults } from '../e2e/support/axe.ts'

type Intent = ChannelInput<'trading:place'>

const summary = {
  ...{ market: 'ethusdc', last: 100, reference: 99, changePercent: 1, high: 101, low: 98, volume: 42 },
  ...{ sparkline: [1, 2, 3], priceDecimals: 2, asOfMs: Date.now(), lastError: null },
}
const known = (amount: string) => ({ state: 'known', amount }) as const
const balance = (currency: string, free: string): AccountBalances['balances'][number] => ({
  ...{ currency, total: known(free), free: known(free), locked: '0', lastPrice: null, value: known('0') },
})
const ticketIdOf = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`

function placedOf({ ticketId, order }: Intent, change: Partial<PlacedOrder> = {}): PlacedOrder {
  return {
    ...{ id: ticketId, accountId: accountsState.activeId ?? '', network: 'practice', host: '127.0.0.1:1' },
    ...{ market: order.market, side: order.side, type: order.type, amount: order.amount },
    price: order.type === 'market' ? null : order.price,
    stopPrice: order.type === 'stop_limit' ? order.stopPrice : null,
    ...{ state: 'accepted', createdAtMs: Date.now(), updatedAtMs: Date.now(), orderId: 7, differences: [] },
    failure: null,
    ...change,
  }
}

/** What main's journal has, newest first. */
let placed: PlacedOrder[] = []
const keep = (order: PlacedOrder): PlacedOrder => {
  placed = [order, ...placed]
  return order
}

async function open(more: Answers = {}, accounts = accountsState) {
  placed = []
  const sent: Intent[] = []
  let opened = 0
  const page = await openPage(
    answersFor(unprotected, accounts, {
      'charts:getLayout': () => {
        throw new AppError('internal', {})
      },
      'charts:listDrawings': () => ({ drawings: [] }),
      'charts:listMarks': () => ({ marks: [], isCut: false }),
      'markets:list': () => ({ markets: [{ ...summary, source: 'candles', turnover: null }] }),
      'markets:watch': () => ({}),
      'markets:getCandleRange': () => ({
        candles: {
          ...{ timesMs: new Float64Array(), open: new Float64Array(), high: new Float64Array() },
          ...{ low: new Float64Array(), close: new Float64Array(), volume: new Float64Array() },
        },
        ...{ period: 60, incomplete: [], minuteVwap: new Float64Array(), newestMs: null, gaps: [] },
        ...{ reachesStart: true, asOfMs: Date.now(), lastError: null },
      }),
      'markets:listTrades': () => ({
        trades: [
          {
            ...{ id: 1, market: 'ethusdc', price: '100', amount: '1', total: '100', createdAtMs: Date.now() },
            takerType: 'buy' as const,
          },
        ],
        asOfMs: Date.now(),
        lastError: null,
      }),
      'portfolio:getBalances': () => ({
        balances: [balance('usdc', '1000.13'), balance('eth', '2.00015')],
        ...{ basis: 'excludes', valueCurrency: 'usdc', value: known('0'), leftOut: [] },
        ...{ asOfMs: Date.now(), lastError: null },
      }),
      'orders:list': () => ({
        rows: [makeOrder(1, { makerFee: '0.0004', takerFee: '0.001' })],
        total: 1,
        version: 1,
      }),
      'orders:get': ({ id }) => ({
        order: makeOrder(id, { state: 'wait' }),
        trades: { status: 'ready', rows: [] },
      }),
      'charts:getTradeView': () => defaultTradeView,
      'trading:getSession': () => ({ session: null, lastEnd: null, signingLocked: false }),
      'trading:listPlaced': () => ({ orders: placed }),
      'trading:getMarketRules': () => ({
        ...{ amountDecimals: 4, priceDecimals: 2, smallestAmount: '0.01', said: false, isPriceSaid: false },
      }),
      'trading:openTicket': () => {
        opened += 1
        return { ticketId: ticketIdOf(opened) }
      },
      'trading:place': (input) => {
        sent.push(input)
        return keep(placedOf(input))
      },
      ...more,
    }),
    '#/trade',
  )
  const ticket = page.page.getByRole('region', { name: 'Ticket for ETH/USDC' })
  const field = (name: string) => ticket.getByLabel(name, { exact: true })
  const begin = async (side: 'Buy' | 'Sell'): Promise<void> => {
    await ticket.getByRole('button', { name: `${side} ETH` }).click()
    await eventually(() => expect(page.calls.some(({ name }) => name === 'book:watch')).toBe(true))
    await page.emit('book:changed', makeBook())
    await ticket.getByTitle('Best ask: 100.5').waitFor()
  }
  const row = async (name: string): Promise<string> =>
    (
      await ticket
        .locator('dt', { hasText: new RegExp(`^${name}`) })
        .locator('xpath=following-sibling::dd[1]')
        .innerText()
    ).replaceAll(/\s+/g, ' ')
  const value = (name: string): Promise<string> => field(name).inputValue()
  return { ...page, ticket, field, begin, row, value, sent, opened: () => opened }
}

const session: TradingSession = {
  ...{ id: ticketIdOf(1), accountId: accountsState.activeId ?? '', network: 'practice' },
  ...{ host: '127.0.0.1:1', largestLoss: '10', startedAtMs: Date.now(), endsAtMs: Date.now() + 900_000 },
  limits: {
    ...{ markets: ['ethusdc'], quote: 'usdc', largestOrder: '100', largestSum: '500', signatures: 20 },
    ...{ ordersPerMinute: 10, openOrders: 10, bandPercent: '1', minutes: 15 },
  },
  left: { sum: '500', signatures: 20 },
}

describe('the ticket', () => {
  it('has price, amount and total follow each other exactly, with fee and what will be free', async () => {
    const { field, begin, row, value, ticket } = await open()
    await begin('Buy')
    await field('Price').fill('1222.52')
    await field('Amount').fill('0.19')
    expect(await value('Total')).toBe('232.2788')
    await eventually(async () => expect(await row('Fee')).toBe('0.00019 ETH taker 0.1%'))
    expect(await row('You receive')).toBe('0.18981 ETH')
    // As balances elsewhere, never more than there is; every digit is in its tooltip.
    expect(await row('Available$')).toBe('1,000.13 USDC')
    expect(await row('Available after')).toBe('767.85 USDC')
    expect(await ticket.getByTitle('767.8512 USDC').count()).toBe(1)
    await field('Price').fill('99')
    expect(await row('Fee')).toBe('0.000076 ETH maker 0.04%')
    await field('Total').fill('100')
    expect(await value('Total')).toBe('100')
    expect(await value('Amount')).toBe('1.0101')
    await ticket.getByText('1.0101 ETH for 99.9999 USDC is the most this total covers.').waitFor()
    await chooseRadio(ticket.getByRole('radio', { name: 'Sell' }))
    await field('Amount').fill('1')
    await field('Price').fill('101.5')
    expect(await row('Fee')).toBe('0.0406 USDC maker 0.04%')
    expect(await row('You receive')).toBe('101.4594 USDC')
    expect(await row('Available after')).toBe('1.00015 ETH')
  })

  it('takes prices from the book and parts of what is free, and steps by ticks', async () => {
    const { page, field, begin, value, ticket } = await open()
    await begin('Buy')
    await ticket.getByRole('button', { name: 'Ask' }).click()
    expect(await value('Price')).toBe('100.5')
    await ticket.getByRole('button', { name: 'Mid' }).click()
    expect(await value('Price')).toBe('100')
    await field('Price').press('ArrowUp')
    expect(await value('Price')).toBe('100.01')
    await field('Price').press('Shift+ArrowDown')
    expect(await value('Price')).toBe('99.91')
    await field('Price').fill('100')
    await ticket.getByRole('button', { name: '50%' }).click()
    expect(await value('Amount')).toBe('5.0006')
    expect(await value('Total')).toBe('500.06')
    await page.keyboard.press('Escape')
    await ticket.getByRole('button', { name: 'Sell ETH' }).click()
    // What was entered is still there.
    expect(await value('Price')).toBe('100')
  })

  it('says at the field what is wrong, keeps what was typed, and sends nothing', async () => {
    const { page, field, begin, value, ticket, sent } = await open()
    await begin('Buy')
    await field('Price').fill('1,222.52')
    await field('Price').press('Enter')
    await ticket.getByText('Use a point for decimals and no thousands separator: 1250.50').waitFor()
    await ticket.getByText('Enter an amount.').waitFor()
    expect(await field('Price').getAttribute('aria-invalid')).toBe('true')
    await eventually(async () => expect(await readFocus({ page })).toBe('Price'))
    expect(await value('Price')).toBe('1,222.52')
    await chooseRadio(ticket.getByRole('radio', { name: /^Stop limit/ }))
    await field('Trigger').fill('99')
    await ticket.getByText('A buy stop needs a trigger above the last price of 100.').waitFor()
    await chooseRadio(ticket.getByRole('radio', { name: /^Post-only/ }))
    await field('Price').fill('100.5')
    await ticket.getByText('This would fill at once, so the exchange would cancel it.').waitFor()
    await field('Amount').fill('10')
    await ticket.getByText('More than the 1,000.13 USDC available.').waitFor()
    expect(sent).toEqual([])
  })

  it('estimates what a market order takes from the book', async () => {
    const { field, begin, row, ticket } = await open()
    await begin('Buy')
    await chooseRadio(ticket.getByRole('radio', { name: /^Market/ }))
    await field('Amount').fill('2')
    expect(await row('Average price')).toBe('≈ 100.75 USDC')
    expect(await row('Slippage')).toBe('0.25%')
    expect(await row('Cost')).toBe('≈ 201.5 USDC')
    await field('Amount').fill('7')
    await ticket.getByText('The book has only 6.25 ETH at these prices.').waitFor()
    expect(await field('Price').count()).toBe(0)
  })

  it('places one order for a double click, a held Enter and ten presses at once, and clears the amount', async () => {
    const { page, field, begin, ticket, sent, opened, value } = await open()
    await begin('Buy')
    await field('Price').fill('99')
    await field('Amount').fill('0.5')
    await ticket.getByRole('button', { name: 'Buy 0.5 ETH' }).dblclick()
    await ticket.getByText('Placed: Buy 0.5 ETH @ 99').waitFor()
    expect(sent).toEqual([
      {
        ticketId: ticketIdOf(1),
        order: { type: 'limit', market: 'ethusdc', side: 'buy', amount: '0.5', price: '99' },
      },
    ])
    await eventually(() => expect(opened()).toBe(2))
    expect(await value('Amount')).toBe('')
    expect(await value('Price')).toBe('99')

    await page.waitForTimeout(800)
    await field('Amount').fill('0.25')
    await field('Amount').focus()
    for (let at = 0; at < 40; at += 1) {
      await page.keyboard.down('Enter')
      await page.waitForTimeout(20)
    }
    await page.keyboard.up('Enter')
    expect(sent.map(({ order }) => order.amount)).toEqual(['0.5', '0.25'])
    expect(sent[1]?.ticketId).toBe(ticketIdOf(2))

    await page.waitForTimeout(800)
    await field('Amount').fill('0.75')
    await ticket.getByRole('button', { name: 'Buy 0.75 ETH' }).evaluate((button: HTMLElement) => {
      for (let at = 0; at < 10; at += 1) button.click()
    })
    await eventually(() => expect(sent).toHaveLength(3))
    await page.waitForTimeout(200)
    expect(sent).toHaveLength(3)
  })

  it('says a refusal in plain words with the exchange’s own beside them, and keeps what was typed', async () => {
    const message = 'Maximum decimals allowed for volume is 4 in ethusdc market'
    const { field, begin, ticket, value } = await open({
      'trading:place': (input) =>
        keep(
          placedOf(input, {
            state: 'refused',
            orderId: null,
            failure: { code: 'rejectedByExchange', data: { message, status: 400 }, ref: null },
          }),
        ),
    })
    await begin('Buy')
    await field('Price').fill('99')
    await field('Amount').fill('0.12345')
    await field('Amount').press('Enter')
    await ticket.getByText('Rejected by the exchange').waitFor()
    await ticket.getByText('The amount has too many decimals: ETH/USDC allows 4 decimals.').waitFor()
    await ticket.getByText(`Exchange: “${message}”`).waitFor()
    expect(await value('Amount')).toBe('0.12345')
  })

  it('tells the decimals of the market before anything is sent: as a warning, and once they were said as a fault', async () => {
    let said = false
    const { field, begin, ticket, sent } = await open({
      'trading:getMarketRules': () => ({
        ...{ amountDecimals: 4, priceDecimals: 2, smallestAmount: '0.01', said, isPriceSaid: false },
      }),
      'trading:place': (input) => {
        sent.push(input)
        said = true
        return keep(placedOf(input, { state: 'refused', orderId: null }))
      },
    })
    await begin('Buy')
    await ticket.getByText('At most 4 decimals.').waitFor()
    await field('Price').fill('99')
    await field('Amount').fill('0.001')
    await ticket.getByText(/^Less than any amount seen in ETH\/USDC \(0\.01\)/).waitFor()
    await field('Amount').fill('0.12345')
    await ticket.getByText(/^ETH\/USDC has shown at most 4 decimals here/).waitFor()
    await field('Amount').press('Enter')
    await ticket.getByText('At most 4 decimals in ETH/USDC.').waitFor()
    expect(sent).toHaveLength(1)
  })

  it('shows after a reload what became of an order, and what to do where its outcome is unknown', async () => {
    const order = { type: 'limit', market: 'ethusdc', side: 'sell', amount: '1', price: '101' } as const
    const unknown = placedOf({ ticketId: ticketIdOf(9), order }, { state: 'unknown', orderId: null })
    const { ticket } = await open({ 'trading:listPlaced': () => ({ orders: [unknown] }) })
    await ticket.getByText('Outcome unknown: Sell 1 ETH @ 101').waitFor()
    await ticket.getByText(/never sent again/).waitFor()
    await ticket.getByText(/Check your open orders before you place another/).waitFor()
  })

  it('takes the price of a chart’s context menu, and closes with Esc', async () => {
    const { page, ticket, value } = await open()
    const chart = page.getByRole('application')
    await chart.waitFor()
    await chart.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Sell at 100.00…' }).click()
    await eventually(async () => expect(await value('Price')).toBe('100.00'))
    expect(await ticket.getByRole('radio', { name: 'Sell' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await ticket.getByRole('button', { name: 'Buy ETH' }).waitFor()
  })

  it('sends with a second press in a session where that is wanted, and not a changed order', async () => {
    const base = answersFor(unprotected, accountsState)['app:getInfo']
    if (!base) throw new Error('no answer for app:getInfo')
    const opened = await open({
      'app:getInfo': async (input) => ({
        ...(await base(input)),
        display: { ...defaultDisplay, confirmsOrders: true },
      }),
    })
    const { page, field, begin, ticket, sent } = opened
    await begin('Buy')
    await opened.emit('trading:sessionChanged', { session, lastEnd: null, signingLocked: false })
    await field('Price').fill('99')
    await field('Amount').fill('0.5')
    await ticket.getByRole('button', { name: 'Buy 0.5 ETH', exact: true }).dblclick()
    await ticket.getByRole('button', { name: 'Press again: Buy 0.5 ETH' }).waitFor()
    await field('Amount').fill('0.6')
    await page.waitForTimeout(800)
    await ticket.getByRole('button', { name: 'Buy 0.6 ETH', exact: true }).click()
    await ticket.getByRole('button', { name: 'Press again: Buy 0.6 ETH' }).waitFor()
    expect(sent).toEqual([])
    await page.waitForTimeout(800)
    await ticket.getByRole('button', { name: 'Press again: Buy 0.6 ETH' }).click()
    await eventually(() => expect(sent.map(({ order }) => order.amount)).toEqual(['0.6']))
  })

  it('says that signing is off after the journal was restored, and has the orders checked from there', async () => {
    let isReviewed = false
    let isDeclined = true
    const { field, begin, ticket, sent } = await open({
      'trading:place': (input) => {
        if (!isReviewed) throw new AppError('validation', { field: 'trading', reason: 'journalRestored' })
        sent.push(input)
        return keep(placedOf(input))
      },
      'transfers:noteReviewed': () => {
        if (isDeclined) throw new AppError('userDeclined', {})
        isReviewed = true
        return {}
      },
    })
    await begin('Buy')
    await field('Price').fill('99')
    await field('Amount').fill('0.5')
    await field('Amount').press('Enter')
    await ticket.getByText(/^Signing is off: the record of your orders was restored/).waitFor()
    const check = ticket.getByRole('button', { name: 'Check my orders…' })
    await check.click()
    await check.waitFor()
    isDeclined = false
    await check.click()
    await check.waitFor({ state: 'detached' })
    expect(await field('Amount').inputValue()).toBe('0.5')
    await ticket.page().waitForTimeout(800)
    await field('Amount').press('Enter')
    await eventually(() => expect(sent.map(({ order }) => order.amount)).toEqual(['0.5']))
  })

  it('offers first to cancel an order that the exchange placed differently', async () => {
    const canceled: number[] = []
    const { field, begin, ticket } = await open({
      'trading:place': (input) => keep(placedOf(input, { differences: ['price'] })),
      'trading:cancel': ({ orderId }) => {
        canceled.push(orderId)
        return {}
      },
    })
    await begin('Buy')
    await field('Price').fill('99')
    await field('Amount').fill('0.5')
    await field('Amount').press('Enter')
    await ticket.getByRole('button', { name: 'Cancel order 7' }).click()
    await eventually(() => expect(canceled).toEqual([7]))
  })

  it('says before the press whether it asks or places at once', async () => {
    const opened = await open()
    const { field, begin, ticket } = opened
    await begin('Buy')
    await ticket.getByText('You confirm it before anything is sent.').waitFor()
    await opened.emit('trading:sessionChanged', { session, lastEnd: null, signingLocked: false })
    await field('Price').fill('99')
    await field('Amount').fill('1')
    await ticket
      .getByText(/^Placed without asking: the session has 500 USDC and 20 signatures left until /)
      .waitFor()
    await field('Amount').fill('2')
    await ticket.getByText(/above the 100 USDC that the session allows/).waitFor()
    await opened.emit('trading:sessionChanged', { session: null, lastEnd: null, signingLocked: false })
    await ticket.getByText('You confirm it before anything is sent.').waitFor()
  })

  it('offers the tour in practice before the very first order with real money, once, and places nothing until then', async () => {
    const mainnet = makeAccountsState([
      makeAccount(3, { label: 'Savings', network: { kind: 'mainnet', baseUrl: null } }),
    ])
    let isTourDone = false
    const one = await open(
      {
        'trading:getTour': () => ({ isDone: isTourDone }),
        'trading:endTour': () => {
          isTourDone = true
          return {}
        },
      },
      mainnet,
    )
    const { page, field, begin, ticket, sent } = one
    await begin('Buy')
    await field('Price').fill('99')
    await field('Amount').fill('0.5')
    await ticket.getByRole('group', { name: 'Place your first order in practice' }).waitFor()
    await ticket.getByText('Orders here use real money.').waitFor()
    expect(await ticket.getByRole('button', { name: 'Buy 0.5 ETH' }).count()).toBe(0)
    expect(await findAxeFaults(page)).toEqual([])
    await field('Amount').press('Enter')
    await eventually(async () => expect(await readFocus(one)).toBe('Start the tour in practice'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await readFocus(one)).toBe('Buy 0.5 ETH'))
    expect([sent, isTourDone]).toEqual([[], true])
    await page.waitForTimeout(800)
    await page.keyboard.press('Enter')
    await eventually(() => expect(sent).toHaveLength(1))
    expect(await ticket.getByText('Place your first order in practice').count()).toBe(0)
  })

  it('goes to practice for the tour, and makes an account there where there is none', async () => {
    const one = await open(
      {
        'trading:getTour': () => ({ isDone: false }),
        'accounts:connectPractice': () => practice,
      },
      makeAccountsState([makeAccount(3, { network: { kind: 'mainnet', baseUrl: null } })]),
    )
    const practice = makeAccount(2, { label: 'Alice', network: { kind: 'practice', baseUrl: null } })
    await one.begin('Buy')
    await one.ticket.getByRole('button', { name: 'Start the tour in practice' }).click()
    await eventually(() =>
      expect(one.calls.some(({ name }) => name === 'accounts:connectPractice')).toBe(true),
    )
    await one.emit('accounts:changed', makeAccountsState([practice]))
    await eventually(async () => expect(await readFocus(one)).toBe('Choose a market'))
  })

  it('is offered no tour once an order was placed in practice', async () => {
    const order = { type: 'limit', market: 'ethusdc', side: 'sell', amount: '1', price: '101' } as const
    const before = placedOf({ ticketId: ticketIdOf(9), order })
    let ended = 0
    const { page, ticket } = await open(
      {
        'trading:getTour': () => ({ isDone: false }),
        'trading:endTour': () => {
          ended += 1
          return {}
        },
        'trading:listPlaced': () => ({ orders: [before] }),
      },
      makeAccountsState([makeAccount(2, { network: { kind: 'practice', baseUrl: null } })]),
    )
    await ticket.getByRole('button', { name: 'Buy ETH' }).waitFor()
    await eventually(() => expect(ended).toBe(1))
    expect(await page.getByRole('button', { name: 'Start the tour' }).count()).toBe(0)
  })

  it('has no fault that axe finds, open and with faults, and hides balances and amounts that are hidden', async () => {
    const { page, field, begin, row, ticket } = await open({
      'trading:listPlaced': () => ({
        orders: [
          placedOf(
            {
              ticketId: ticketIdOf(9),
              order: { type: 'limit', market: 'ethusdc', side: 'sell', amount: '7.25', price: '101' },
            },
            { state: 'unknown', orderId: null },
          ),
        ],
      }),
    })
    await ticket.waitFor()
    expect(await findAxeFaults(page)).toEqual([])
    await begin('Buy')
    await field('Price').fill('100')
    await field('Amount').fill('1,5')
    await field('Amount').press('Enter')
    expect(await findAxeFaults(page)).toEqual([])
    await field('Amount').fill('10.5')
    await ticket.getByText('More than the 1,000.13 USDC available.').waitFor()
    await page.getByRole('button', { name: /^Hide amounts/ }).click()
    await ticket.getByText(/More than the .* USDC available./).waitFor()
    const shown = await ticket.innerText()
    for (const hidden of ['1,000.13', '49.87', '7.25']) expect(shown).not.toContain(hidden)
    // What is about to be sent is always shown.
    expect([await field('Amount').inputValue(), await row('You receive')]).toEqual([
      '10.5',
      expect.any(String),
    ])
    expect(shown).toContain('Buy 10.5 ETH')
    expect(await findAxeFaults(page)).toEqual([])
  })

  it('keeps the focus where the keyboard left it: after a no, after a placed order, and after news are put away', async () => {
    let isDeclined = true
    const one = await open({
      'trading:place': (input) =>
        keep(
          placedOf(
            input,
            isDeclined
              ? {
                  state: 'notSent',
                  orderId: null,
                  failure: { code: 'userDeclined', data: {}, ref: null },
                }
              : {},
          ),
        ),
    })
    const { page, field, begin, ticket } = one
    await begin('Buy')
    await field('Price').fill('99')
    await field('Amount').fill('0.5')
    await field('Amount').press('Enter')
    await ticket.getByRole('listitem').waitFor()
    expect([await readFocus(one), await field('Amount').inputValue()]).toEqual(['Amount', '0.5'])
    await page.waitForTimeout(800)
    isDeclined = false
    await ticket.getByRole('button', { name: 'Buy 0.5 ETH' }).focus()
    await page.keyboard.press('Enter')
    await ticket.getByText('Placed: Buy 0.5 ETH @ 99').waitFor()
    // The next order begins with its amount.
    await eventually(async () => expect(await readFocus(one)).toBe('Amount'))
    await ticket.getByRole('button', { name: 'Dismiss' }).first().focus()
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await readFocus(one)).toBe('Amount'))
  })

  it('never looks alike in practice and with real money', async () => {
    const practice = await open(
      {},
      makeAccountsState([makeAccount(2, { label: 'Alice', network: { kind: 'practice', baseUrl: null } })]),
    )
    await practice.begin('Buy')
    expect(await practice.ticket.locator('header').innerText()).toMatch(/Practice\s+· play money ·\s+Alice/)
    const real = await open(
      {},
      makeAccountsState([makeAccount(3, { label: 'Savings', network: { kind: 'mainnet', baseUrl: null } })]),
    )
    await real.begin('Buy')
    expect(await real.ticket.locator('header').innerText()).toMatch(/tanX\s+· real money ·\s+Savings/)
  })
})
