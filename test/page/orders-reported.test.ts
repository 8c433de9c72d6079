// The mark of an order that the stream reports and REST has not confirmed, in a real browser.
import { expect, it } from 'vitest'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage } from './open-page.ts'
import { rowAt } from './orders-grid.ts'

it('an order that only the stream reports has a quiet dot that says so, others have none', async () => {
  const rows = [
    makeOrder(2, { state: 'done', executedVolume: '1', remainingVolume: '0', isReported: true }),
    makeOrder(1),
  ]
  const answers = answersFor(unprotected, accountsState, {
    'orders:list': () => ({ rows, total: 2, version: 1 }),
  })
  const { page } = await openPage(answers, '#/orders')
  const state = (row: number) => rowAt(page, row).locator('[data-column=state]')
  await state(0).waitFor()
  expect(await state(0).innerText()).toBe('Filled •')
  expect(await state(0).getAttribute('title')).toBe('Reported by the live stream, not confirmed yet')
  expect(await state(1).innerText()).not.toContain('•')
})
