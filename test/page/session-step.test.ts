// The question before a trading session in a real browser: what is granted, what it may cost, and what signatures are.
import { expect, it } from 'vitest'
import type { SessionQuestion } from '../../src-preload/contract/trading/confirm-session.ts'
import { eventually } from '../fixtures/eventually.ts'
import { openConfirm } from './open-confirm.ts'

const question: SessionQuestion = {
  kind: 'tradingSession',
  accountLabel: 'Savings',
  network: 'mainnet',
  host: 'api.tanx.fi',
  senderAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  limits: {
    markets: ['ethusdc', 'btcusdc'],
    quote: 'usdc',
    largestOrder: '250',
    largestSum: '1000',
    signatures: 20,
    ordersPerMinute: 10,
    openOrders: 5,
    bandPercent: '1',
    minutes: 15,
  },
  feePercent: '0.1',
  largestLoss: '11',
  replaces: true,
}

it('shows every limit, the most that can be lost, and that signatures are blank checks', async () => {
  const { page, answers } = await openConfirm(question)
  expect(await page.getByRole('heading').textContent()).toBe('Start a trading session?')
  const text = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')
  for (const part of [
    'At risk At most 11 USDC',
    '1,000 USDC × (1% price band + 0.1% fee)',
    'ETH/USDC, BTC/USDC',
    'Up to 250 USDC each, 1,000 USDC in total',
    '20 orders, 10 per minute, 5 open at once',
    'Duration 15 minutes',
    'tanX, at api.tanx.fi',
    'Each of its 20 signatures is a blank check to the exchange',
    'does not cover later market moves',
    'The running session ends.',
    'Savings',
  ]) {
    expect(text).toContain(part)
  }
  const button = page.getByRole('button', { name: 'Start session' })
  await eventually(async () => expect(await button.getAttribute('aria-disabled')).not.toBe('true'))
  await page.keyboard.press('Enter')
  expect(answers).toEqual([])
  await button.click()
  expect(answers).toEqual([{ kind: 'approve' }])
})
