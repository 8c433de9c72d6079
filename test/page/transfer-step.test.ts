// The question before a signature in a real browser: what stands in it, what a key does, what unlocks its button.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { TransferRequest } from '../../src-preload/contract/accounts/confirm.ts'
import { eventually } from '../fixtures/eventually.ts'
import { openConfirm } from './open-confirm.ts'

const known = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'
const likeIt = '0x2b5AD50f9cb4a87A1d5A8d9Ce3bA8B61E46cD6Cf'
const plain: TransferRequest = {
  kind: 'transfer',
  accountLabel: 'Savings',
  network: 'mainnet',
  host: 'api.tanx.fi',
  senderAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  recipientAddress: known,
  recipient: {
    label: 'Cold storage',
    sentBefore: { count: 3, lastAtMs: Date.parse('2026-11-18T09:12:00Z') },
    warnings: [],
    moreLookAlikes: 0,
  },
  amount: '1234.5',
  currency: 'usdc',
  reference: '16248234123671266',
}
const first: TransferRequest = {
  ...plain,
  recipient: {
    label: null,
    sentBefore: { count: 0, lastAtMs: null },
    warnings: [{ kind: 'firstTime' }],
    moreLookAlikes: 0,
  },
}
const alike: TransferRequest = {
  ...first,
  recipientAddress: likeIt,
  recipient: {
    ...first.recipient,
    warnings: [
      { kind: 'firstTime' },
      { kind: 'lookAlike', address: known, label: 'Cold storage', why: 'sameEnds' },
      { kind: 'onlyReceivedFrom', atMs: Date.parse('2026-11-19T17:40:00Z') },
    ],
  },
}

const send = (page: Page) => page.getByRole('button', { name: 'Send 1,234.5 USDC' })
const isOff = async (page: Page) => (await send(page).getAttribute('aria-disabled')) === 'true'
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName.toLowerCase())
/** Pixels that do not fit into the window. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const content = document.querySelector('.content')
    return (content?.scrollHeight ?? Number.NaN) - (content?.clientHeight ?? 0)
  })

describe('the question before a signature', () => {
  it('shows all of the transfer at once, and sends after its button alone', async () => {
    const { page, answers } = await openConfirm(plain)
    expect(await page.getByRole('heading').textContent()).toBe('Send 1,234.5 USDC?')
    const text = await page.getByRole('main').innerText()
    for (const part of [
      'Cold storage',
      'Sent 3 times, last on 18 Nov 2026, 09:12 UTC',
      'Savings',
      'tanX, at api.tanx.fi',
      '16248234123671266',
    ]) {
      expect(text).toContain(part)
    }
    expect(await page.locator('.address').allTextContents()).toEqual([known, plain.senderAddress])
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await hidden(page)).toBe(0)
    await eventually(async () => expect(await isOff(page)).toBe(false))
    expect(await focused(page)).toBe('h1')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    expect(answers).toEqual([])
    await send(page).click()
    expect(answers).toEqual([{ kind: 'approveTransfer', acknowledged: [] }])
  })

  it('keeps the button off for a first recipient until the comparison is marked, and off again without the mark', async () => {
    const { page, answers } = await openConfirm(first)
    const mark = page.getByRole('checkbox', { name: 'I have compared the address with the one I was given' })
    await page.getByText('No earlier transfer from this account to this address.').waitFor()
    expect(await hidden(page)).toBe(0)
    await page.waitForFunction(() => document.querySelector('.deaf.shown') === null)
    expect([await isOff(page), await focused(page)]).toEqual([true, 'h1'])
    await send(page).click({ force: true })
    await mark.check()
    expect(await isOff(page)).toBe(false)
    await mark.uncheck()
    expect(await isOff(page)).toBe(true)
    await mark.press('Enter')
    await send(page).press('Enter')
    expect(answers).toEqual([])
    await mark.press('Space')
    await send(page).press('Enter')
    expect(answers).toEqual([{ kind: 'approveTransfer', acknowledged: ['firstTime'] }])
  })

  it('can be declined by button and by Escape while it does not listen yet', async () => {
    for (const act of [
      (page: Page) => page.getByRole('button', { name: 'Cancel' }).click(),
      (page: Page) => page.keyboard.press('Escape'),
    ]) {
      const { page, answers } = await openConfirm(first, { deafForMs: 600_000 })
      await act(page)
      await eventually(() => expect(answers).toEqual([{ kind: 'decline' }]))
    }
  })

  it('says of a label where it is from, and of one that cannot be seen that there is none', async () => {
    const from = 'Name from your address book. Only the address counts.'
    const named = await openConfirm(plain)
    await named.page.getByText(from).waitFor()
    const { page } = await openConfirm({ ...plain, recipient: { ...plain.recipient, label: '\u200b\u202e' } })
    await page.getByText('Not in the address book').waitFor()
    expect(await page.getByText(from).count()).toBe(0)
  })

  it('takes no mark while it does not listen yet', async () => {
    const { page } = await openConfirm(first, { deafForMs: 600_000 })
    const mark = page.getByRole('checkbox')
    await mark.click()
    await mark.press('Space')
    expect(await mark.isChecked()).toBe(false)
  })

  it('shows a look-alike above the known address, and frames the groups that differ', async () => {
    const { page, answers } = await openConfirm(alike)
    const warnings = page.getByRole('group', { name: 'Warnings about the recipient' })
    await warnings.getByText('Similar to Cold storage, but a different address').waitFor()
    await warnings.getByText('The start and the end are the same. Groups 2 to 9 of 10 differ.').waitFor()
    await warnings.getByText(/last on 19 Nov 2026, 17:40 UTC\. Scammers send small amounts/).waitFor()
    expect(await warnings.locator('.groups').allTextContents()).toEqual([likeIt, known])
    const framed = await warnings
      .locator('.groups')
      .evaluateAll((addresses) =>
        addresses.map((address) =>
          [...address.children].map((group) => getComputedStyle(group).fontWeight === '700'),
        ),
      )
    const marked = [false, false, ...Array.from({ length: 8 }, () => true), false]
    expect(framed).toEqual([marked, marked])
    const tops = await warnings
      .locator('.groups')
      .evaluateAll((addresses) =>
        addresses.map(
          (address) => new Set([...address.children].map((group) => group.getBoundingClientRect().left)).size,
        ),
      )
    // Each address is on one line, so that the groups stand one above the other.
    expect(tops).toEqual([11, 11])
    const mark = page.getByRole('checkbox', {
      name: /the one I was given. It is none of the similar addresses above$/,
    })
    await mark.check()
    await send(page).click()
    expect(answers).toEqual([
      { kind: 'approveTransfer', acknowledged: ['firstTime', 'lookAlike', 'onlyReceivedFrom'] },
    ])
  })

  it('says in place what is signed, that it cannot be proven, and what to do on an alarm', async () => {
    const { page, answers } = await openConfirm(plain)
    const help = page.getByText('What am I signing?')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Starkdesk can’t prove what it stands for').waitFor()
    const alarm = page.getByText('stop sending from this account')
    await alarm.waitFor()
    // It opens into what can be seen.
    const bottomOf = async (place: Locator): Promise<number> => {
      const box = await place.boundingBox()
      return box === null ? Number.NaN : box.y + box.height
    }
    await eventually(async () => {
      expect(await bottomOf(alarm)).toBeLessThanOrEqual(await bottomOf(page.locator('.content')))
    })
    await help.press('Enter')
    await alarm.waitFor({ state: 'hidden' })
    expect(answers).toEqual([])
  })

  it.each([3, 50])('keeps what matters in view beside %i look-alikes with long names', async (count) => {
    const label = (at: number) => `${at} \u202e${'W'.repeat(57)}`
    const { page } = await openConfirm({
      ...alike,
      accountLabel: label(0),
      host: `${Array.from({ length: 4 }, () => 'h'.repeat(60)).join('.')}.example`,
      amount: '123456789012345678.000000000000000001',
      reference: '9'.repeat(200),
      recipient: {
        ...alike.recipient,
        label: label(1),
        // Main tells three at the most; the page holds where it would tell more.
        warnings: [
          ...alike.recipient.warnings.filter(({ kind }) => kind !== 'lookAlike'),
          ...Array.from({ length: count }, (_, at) => ({
            kind: 'lookAlike' as const,
            address: `${likeIt.slice(0, 8)}${String(at).padStart(28, '0')}${likeIt.slice(-6)}`,
            label: label(at),
            why: 'sameEnds' as const,
          })),
        ],
        moreLookAlikes: 50 - count,
      },
    })
    const groups = await page.locator('.address').first().locator('span').all()
    expect(groups).toHaveLength(11)
    const parts = [
      page.locator('.figure'),
      ...groups,
      page.getByText('tanX', { exact: true }),
      page.locator('.host'),
      page.getByRole('checkbox'),
      page.getByRole('button', { name: 'Cancel' }),
      page.getByRole('button', { name: /^Send / }),
    ]
    const boxes = await Promise.all(
      parts.map(async (part) => (await part.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }),
    )
    const isInside = boxes.map(
      ({ x, y, width, height }) =>
        x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 480 && y + height <= 600,
    )
    expect(isInside).toEqual(parts.map(() => true))
    const overlapping = boxes.flatMap((one, at) =>
      boxes.slice(at + 1).flatMap((other, further) => {
        const isApart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y
        return isApart ? [] : [[at, at + 1 + further]]
      }),
    )
    expect(overlapping).toEqual([])
    // Nothing is drawn over them, and nothing cuts them off.
    const isOnTop = await Promise.all(
      parts.map((part) =>
        part.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const there = document.elementFromPoint(left + width / 2, top + height / 2)
          return element.contains(there) || there?.contains(element) === true
        }),
      ),
    )
    expect(isOnTop).toEqual(parts.map(() => true))
    // There is room left to read the warnings in.
    expect(await page.locator('.content').evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(60)
    if (count === 3) await page.getByText('47 more addresses look similar.').waitFor()
  })

  it('keeps long names and amounts inside the window', async () => {
    const { page } = await openConfirm({
      ...alike,
      accountLabel: 'W'.repeat(64),
      amount: '123456789012345678.000000000000000001',
      reference: '9'.repeat(64),
      recipient: { ...alike.recipient, label: 'M'.repeat(64) },
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const inside = await page
      .locator('.content')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
    expect(inside).toBe(true)
    expect(await page.getByRole('button', { name: /^Send/ }).isVisible()).toBe(true)
  })
})
