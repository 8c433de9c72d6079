// The bell, its list and the list of price alerts, in a real browser: what is asked of main, and where the focus is.
import { describe, expect, it } from 'vitest'
import type { Notice, NoticeFacts, PriceAlert } from '../../src-preload/contract/app/alerts.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { account, accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

const order = {
  accountId: account.id,
  orderId: 77,
  market: 'ethusdc',
  side: 'buy',
  type: 'limit',
  price: '2431.1',
  averagePrice: '2431.1',
  originVolume: '987.5',
  executedVolume: '123.4',
} as const
const facts: readonly NoticeFacts[] = [
  {
    kind: 'orderCancelled',
    ...order,
    cancelReason: 'Order cancelled because it was matched as a taker order',
  },
  { kind: 'orderFilled', ...order },
  {
    kind: 'priceCrossed',
    alertId: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
    market: 'ethusdc',
    price: '2450.00',
    direction: 'up',
    note: 'Sell half',
  },
]
const now = Date.now()
const all: readonly Notice[] = facts.map((what, at) => ({
  id: 3 - at,
  atMs: now - at * 5_000,
  notedAtMs: at === 0 ? now + 120_000 : now,
  isRead: at === 2,
  what,
}))

const alert: PriceAlert = {
  id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
  market: 'ethusdc',
  price: '2450',
  direction: 'up',
  note: 'Sell half',
  isRepeating: false,
  createdAtMs: now,
  crossedAtMs: now,
  isArmed: false,
}

/** A main that marks as read and clears, as it does. */
function answers(more: Answers = {}): Answers {
  let notices = all
  const unread = (): number => notices.filter(({ isRead }) => !isRead).length
  return answersFor(unprotected, accountsState, {
    'alerts:listNotices': () => ({ notices: [...notices], unread: unread(), hasMore: false }),
    'alerts:markRead': ({ id, isUpTo }) => {
      notices = notices.map((one) =>
        one.id === id || (isUpTo && one.id < id) ? { ...one, isRead: true } : one,
      )
      return {}
    },
    'alerts:clearRead': () => {
      notices = notices.filter(({ isRead }) => !isRead)
      return {}
    },
    'alerts:list': () => ({ alerts: [alert] }),
    'orders:get': () => {
      throw new AppError('notFound', { what: 'order' })
    },
    ...more,
  })
}

const bellOf = ({ page }: OpenPage) => page.getByRole('button', { name: /^Notifications/ })
const popoverOf = ({ page }: OpenPage) => page.getByRole('dialog', { name: 'Notifications and price alerts' })
const inputsOf = ({ calls }: OpenPage, name: string): unknown[] =>
  calls.filter((call) => call.name === name).map(({ input }) => input)

describe('the bell', () => {
  it('counts what is unread, which stays so until it is opened or all are marked', async () => {
    const one = await openPage(answers(), '#/orders')
    await eventually(async () =>
      expect(await bellOf(one).getAttribute('aria-label')).toBe('Notifications, 2 unread'),
    )
    await bellOf(one).click()
    await eventually(async () => expect(await popoverOf(one).getByText('Unread:').count()).toBe(2))
    const [link] = await popoverOf(one).locator('[data-notice]').allInnerTexts()
    expect(link).toContain('Open order 77')
    await popoverOf(one).getByRole('button', { name: 'Mark all read' }).click()
    await eventually(() => expect(inputsOf(one, 'alerts:markRead')).toEqual([{ id: 3, isUpTo: true }]))
    await one.emit('alerts:noticesChanged', { unread: 0 })
    await eventually(async () => expect(await bellOf(one).getAttribute('aria-label')).toBe('Notifications'))
    // The list is read again a moment after the count.
    await eventually(async () => expect(await popoverOf(one).getByText('Unread:').count()).toBe(0))
    expect(await popoverOf(one).getByRole('button', { name: 'Mark all read' }).isDisabled()).toBe(true)
    await popoverOf(one).getByRole('button', { name: 'Clear' }).click()
    await one.emit('alerts:noticesChanged', { unread: 0 })
    await popoverOf(one).getByText('No notifications yet.', { exact: false }).waitFor()
  })

  // As at a start: the press has the notification settings read, and the icon follows them before the release.
  it('opens by a click during which its icon changes', async () => {
    const release = Promise.withResolvers<undefined>()
    const options = answers()['alerts:getOptions']
    if (!options) throw new Error('no answer for alerts:getOptions')
    const one = await openPage(
      answers({
        'alerts:getOptions': async (input) => {
          await release.promise
          return { ...(await options(input)), isMuted: true }
        },
      }),
      '#/orders',
    )
    const box = await bellOf(one).boundingBox()
    if (box === null) throw new Error('no bell')
    await one.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await one.page.mouse.down()
    release.resolve(undefined)
    await eventually(async () => expect(await bellOf(one).getAttribute('aria-label')).toMatch(/muted$/))
    await one.page.mouse.up()
    await popoverOf(one).locator('[data-notice]').first().waitFor()
  })

  it('says of each notice what happened, why, and whether nobody was there', async () => {
    const one = await openPage(answers(), '#/orders')
    await bellOf(one).click()
    const rows = popoverOf(one).locator('[data-notice]')
    await rows.first().waitFor()
    const [cancelled, filled, crossed] = await rows.allInnerTexts()
    expect(cancelled).toContain('Buy order canceled, partly filled')
    expect(cancelled).toMatch(/123\.4 of 987\.5 ETH filled at 2,431\.1/)
    expect(cancelled).toContain('A post-only order may not fill at once')
    expect(cancelled).toContain('While Starkdesk was closed or offline')
    expect(filled).toMatch(/123\.4 ETH at 2,431\.1/)
    expect(filled).not.toContain('closed')
    expect(crossed).toContain('ETH/USDC reached 2,450.00, rising')
    expect(crossed).toContain('Sell half')
  })

  it('has no amount of the user anywhere while amounts are hidden', async () => {
    const one = await openPage(answers(), '#/orders')
    await one.page.getByRole('button', { name: 'Hide amounts' }).click()
    await bellOf(one).click()
    await popoverOf(one).locator('[data-notice]').first().waitFor()
    const html = await popoverOf(one).innerHTML()
    expect(html).not.toMatch(/123\.4|987\.5/)
    expect(html).toContain('2,450')
  })

  it('leads to an order by keys, and says new notices politely', async () => {
    const one = await openPage(answers(), '#/markets')
    await bellOf(one).focus()
    await one.page.keyboard.press('Enter')
    const rows = popoverOf(one).locator('[data-notice]')
    await rows.first().focus()
    await one.page.keyboard.press('ArrowDown')
    await eventually(async () =>
      expect(await rows.nth(1).evaluate((at) => at === document.activeElement)).toBe(true),
    )
    await one.page.keyboard.press('Enter')
    await eventually(() => expect(one.page.url()).toMatch(/#\/orders\/77$/))
    await eventually(() => expect(inputsOf(one, 'orders:get')).toEqual([{ id: 77 }]))
    expect(await popoverOf(one).count()).toBe(0)
    // That one alone is read.
    expect(inputsOf(one, 'alerts:markRead')).toEqual([{ id: 2, isUpTo: false }])
  })

  it('reads out what is new, and not what was there', async () => {
    let notices = all.slice(1)
    const one = await openPage(
      answers({ 'alerts:listNotices': () => ({ notices: [...notices], unread: 1, hasMore: false }) }),
      '#/orders',
    )
    const said = one.page.locator('.tools [role="status"]')
    await eventually(async () =>
      expect(await bellOf(one).getAttribute('aria-label')).toBe('Notifications, 1 unread'),
    )
    expect(await said.textContent()).toBe('')
    notices = [...all]
    await one.emit('alerts:noticesChanged', { unread: 2 })
    await eventually(async () =>
      expect(await said.textContent()).toContain('Buy order canceled, partly filled.'),
    )
    expect(await said.textContent()).not.toContain('2,450')
  })

  it('shows what a chosen notification is about', async () => {
    const one = await openPage(answers(), '#/markets')
    await bellOf(one).waitFor()
    const [first] = all
    if (first === undefined) throw new Error('no notice')
    await one.emit('app:navigate', { kind: 'notice', notice: first })
    await eventually(() => expect(one.page.url()).toMatch(/#\/orders\/77$/))
  })

  it('mutes, and goes back where that could not be kept', async () => {
    const one = await openPage(
      answers({
        'alerts:setOptions': () => {
          throw new AppError('databaseUnavailable', { reason: 'full' })
        },
      }),
      '#/orders',
    )
    await bellOf(one).click()
    const mute = popoverOf(one).getByRole('button', { name: 'Do not disturb' })
    await mute.click()
    await popoverOf(one).getByRole('alert').first().waitFor()
    expect(await mute.getAttribute('aria-pressed')).toBe('false')
    expect(inputsOf(one, 'alerts:setOptions')).toMatchObject([{ isMuted: true, ofPrices: true }])
  })

  it('says why notices cannot be read, and tries again', async () => {
    let isBroken = true
    const one = await openPage(
      answers({
        'alerts:listNotices': () => {
          if (isBroken) throw new AppError('databaseUnavailable', { reason: 'gone' })
          return { notices: [], unread: 0, hasMore: false }
        },
      }),
      '#/orders',
    )
    await bellOf(one).click()
    const again = popoverOf(one).getByRole('button', { name: 'Reload notifications' })
    await again.waitFor()
    isBroken = false
    await again.click()
    await popoverOf(one).getByText('No notifications yet.', { exact: false }).waitFor()
  })
})

describe('the list of price alerts', () => {
  it('arms again, changes and removes', async () => {
    const one = await openPage(answers({ 'alerts:put': () => ({}), 'alerts:remove': () => ({}) }), '#/orders')
    await bellOf(one).click()
    await popoverOf(one).getByText('Price alerts', { exact: true }).click()
    await popoverOf(one)
      .getByRole('button', { name: /^Activate again/ })
      .click()
    const { id, market, price, direction, note, isRepeating } = alert
    const input = { id, market, price, direction, note, isRepeating }
    await eventually(() => expect(inputsOf(one, 'alerts:put')).toEqual([input]))
    await popoverOf(one).getByRole('button', { name: /^Edit/ }).click()
    const field = popoverOf(one).getByLabel('Price in USDC')
    await eventually(async () =>
      expect(await field.evaluate((at) => at === document.activeElement)).toBe(true),
    )
    await field.fill('2,500')
    await one.page.keyboard.press('Enter')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('2500')
    await one.page.keyboard.press('Enter')
    await eventually(() => expect(inputsOf(one, 'alerts:put')).toEqual([input, { ...input, price: '2500' }]))
    await popoverOf(one)
      .getByRole('button', { name: /^Remove/ })
      .click()
    await eventually(() => expect(inputsOf(one, 'alerts:remove')).toEqual([{ id }]))
  })

  it('closes a form by Escape, and itself by another', async () => {
    const one = await openPage(answers(), '#/orders')
    await bellOf(one).click()
    await popoverOf(one).getByText('Price alerts', { exact: true }).click()
    await popoverOf(one).getByRole('button', { name: /^Edit/ }).click()
    const field = popoverOf(one).getByLabel('Price in USDC')
    await eventually(async () =>
      expect(await field.evaluate((at) => at === document.activeElement)).toBe(true),
    )
    await one.page.keyboard.press('Escape')
    await eventually(async () => expect(await field.count()).toBe(0))
    expect(await popoverOf(one).count()).toBe(1)
    // The tooltip of the button that has the focus again takes the first.
    await eventually(async () => {
      await one.page.keyboard.press('Escape')
      await eventually(async () => expect(await popoverOf(one).count()).toBe(0))
    })
    await eventually(async () =>
      expect(await bellOf(one).evaluate((at) => at === document.activeElement)).toBe(true),
    )
  })
})
