// The question before an order in a real browser: what stands in it, and what unlocks its button.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { OrderQuestion } from '../../src-preload/contract/trading/confirm-order.ts'
import { eventually } from '../fixtures/eventually.ts'
import { openConfirm } from './open-confirm.ts'

const limit: OrderQuestion = {
  kind: 'order',
  accountLabel: 'Savings',
  network: 'mainnet',
  host: 'api.tanx.fi',
  senderAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  market: 'ethusdc',
  side: 'buy',
  type: 'limit',
  amount: '0.19',
  price: '1222.52',
  stopPrice: null,
  prices: { bestBid: '1240.1', bestAsk: '1240.3', last: '1240.2', candle: null },
  pricesAtMs: Date.parse('2026-11-20T12:00:00Z'),
  lossPercent: '-1.42',
  worstCase: '232.2788',
  fee: { rate: '0.0004', liquidity: 'maker', amount: '0.000076', received: '0.189924' },
  warnings: [],
  outside: null,
  replaces: null,
}
const stop: OrderQuestion = {
  ...limit,
  side: 'sell',
  type: 'stop_limit',
  amount: '12345.678901234567',
  price: '1000',
  stopPrice: '1230',
  lossPercent: '18.7',
  worstCase: '12345678.901234567',
  fee: {
    rate: '0.001',
    liquidity: 'either',
    amount: '12345.678901234567',
    received: '12333333.222333332433',
  },
  warnings: ['outOfBand', 'farTrigger', 'unknownOrder', 'noBalances'],
}
const market: OrderQuestion = {
  ...limit,
  network: 'practice',
  type: 'market',
  price: null,
  prices: { bestBid: null, bestAsk: null, last: null, candle: null },
  lossPercent: null,
  worstCase: null,
  fee: null,
  warnings: ['marketOrder', 'noPrice'],
  outside: { limit: 'largestSum', allowed: '1000', left: '12.5', quote: 'usdc' },
}

const button = (page: Page, name: string) => page.getByRole('button', { name })
const isOff = async (page: Page, name: string) =>
  (await button(page, name).getAttribute('aria-disabled')) === 'true'
const textOf = async (page: Page) => (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')
/** Pixels that do not fit into the window. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const content = document.querySelector('.content')
    return (content?.scrollHeight ?? Number.NaN) - (content?.clientHeight ?? 0)
  })

describe('the question before an order', () => {
  it('shows all of a limit order, exactly, and places it by its button alone', async () => {
    const { page, answers } = await openConfirm(limit)
    const action = 'Buy 0.19 ETH'
    expect(await page.getByRole('heading').textContent()).toBe(`${action}?`)
    const text = await textOf(page)
    for (const part of [
      'ETH/USDC, Limit',
      '1,222.52 USDC',
      '1.42% better than the market',
      'Cost At most 232.2788 USDC, before fees',
      'Fee 0.000076 ETH, maker 0.04% You receive 0.189924 ETH after the estimated fee',
      'tanX, at api.tanx.fi',
      'Savings',
      'Bid 1,240.1 Ask 1,240.3 Last 1,240.2',
    ]) {
      expect(text).toContain(part)
    }
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await hidden(page)).toBe(0)
    await eventually(async () => expect(await isOff(page, action)).toBe(false))
    await page.keyboard.press('Enter')
    expect(answers).toEqual([])
    await button(page, action).click()
    expect(answers).toEqual([{ kind: 'approveOrder', acknowledged: [] }])
  })

  it('writes every number as the system does, with the digits that main gave', async () => {
    const inGerman = await textOf((await openConfirm(limit, { locale: 'de-DE' })).page)
    for (const part of [
      '1.222,52 USDC',
      '1,42 % better than the market',
      'At most 232,2788 USDC',
      'Bid 1.240,1',
    ])
      expect(inGerman).toContain(part)
    const { page } = await openConfirm(stop, { locale: 'fr-FR' })
    expect(await textOf(page)).toContain('At least 12 345 678,901234567 USDC')
    await button(page, 'Sell 12\u{202f}345,678901234567 ETH').waitFor()
  })

  it('keeps the button of a stop with warnings off until they are acknowledged', async () => {
    const { page, answers } = await openConfirm(stop)
    const action = 'Sell 12,345.678901234567 ETH'
    const text = await textOf(page)
    for (const part of [
      'Trigger 1,230 USDC',
      'Price 1,000 USDC',
      'Proceeds At least 12,345,678.901234567 USDC',
      'Fee 12,345.678901234567 USDC, at most 0.1% You receive 12,333,333.222333332433 USDC',
      '18.7% worse than the trigger',
      'The price is more than 1% worse than the trigger.',
      'The trigger is further from the last price than this market’s bounds allow.',
      'An earlier order in ETH/USDC has no certain answer and may be in the order book',
      'Your balances could not be read, so Starkdesk can’t check afterwards',
    ]) {
      expect(text).toContain(part)
    }
    await page.waitForFunction(() => document.querySelector('.deaf.shown') === null)
    expect(await isOff(page, action)).toBe(true)
    await button(page, action).click({ force: true })
    expect(answers).toEqual([])
    await page.getByRole('checkbox').check()
    await button(page, action).click()
    expect(answers).toEqual([
      { kind: 'approveOrder', acknowledged: ['outOfBand', 'farTrigger', 'unknownOrder', 'noBalances'] },
    ])
  })

  it('says of a moved order that it moves, and which one is canceled', async () => {
    const replaces = { orderId: 77, amount: '0.2', price: '1200', stopPrice: '1205.5' }
    const { page } = await openConfirm({
      ...stop,
      warnings: [],
      replaces,
      outside: { limit: 'loosenedStop', allowed: '', left: '', quote: 'usdc' },
    })
    const text = await textOf(page)
    for (const part of [
      'Move order: Sell 12,345.678901234567 ETH?',
      'Fee 12,345.678901234567 USDC, at most 0.1%',
      'Cancels Order 77 Sell 0.2 ETH at 1,200 USDC, trigger 1,205.5 USDC',
      'protects less always asks',
    ]) {
      expect(text).toContain(part)
    }
    await button(page, 'Don’t move').waitFor()
    await button(page, 'Move order').waitFor()
  })

  it('cuts a long host at its beginning, for the end identifies the owner', async () => {
    const owner = '.evil.example'
    const { page } = await openConfirm({ ...limit, host: `api.tanx.fi.${'h'.repeat(60)}${owner}` })
    const cut = await page.locator('.host').evaluate((host) => {
      const text = host.querySelector('bdi')?.firstChild
      if (!text) return null
      const box = host.getBoundingClientRect()
      const range = document.createRange()
      const at = (from: number, to: number) => {
        range.setStart(text, from)
        range.setEnd(text, to)
        const { left, right } = range.getBoundingClientRect()
        return left >= box.left - 1 && right <= box.right + 1
      }
      const { length } = text.textContent ?? ''
      return { start: at(0, 3), end: at(length - 13, length) }
    })
    expect(cut).toEqual({ start: false, end: true })
  })

  it('says of a market order what is not known', async () => {
    const { page } = await openConfirm(market)
    const text = await textOf(page)
    for (const part of [
      'Price Market',
      'Cost Not known',
      'Fee Not known',
      'up to 30% away',
      'no current price',
      'Practice',
      'has 12.5 of 1,000 USDC left',
    ]) {
      expect(text).toContain(part)
    }
    await button(page, 'Don’t place').waitFor()
  })
})
