// The Connection view in a real browser: its four states, rows by keyboard, the test, the report, what stays in place.
import { describe, expect, it } from 'vitest'
import type { ConnectionTest } from '../../src-preload/contract/app/connection.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import {
  makeActivity,
  makeCall,
  makeEndpoint,
  makeStream,
  makeTest,
  refused,
} from '../unit/renderer/features/connection/make-activity.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

const busy = makeActivity({
  endpoints: [
    makeEndpoint({
      failures: 1,
      lastFailure: {
        error: {
          code: 'rejectedByExchange',
          data: { endpoint: 'orders.list', status: 400, message: 'limit too large', code: 'E1', error: 'x' },
          ref: 'a1b2',
        },
        atMs: 1_000_000,
      },
    }),
    makeEndpoint({ endpoint: 'health' }),
    makeEndpoint({ endpoint: 'market.trades', unread: { count: 3, firstField: 'payload.4.side' } }),
  ],
  lastCalls: [
    makeCall(3),
    makeCall(2, { status: null, error: refused }),
    makeCall(1, { endpoint: 'health' }),
  ],
})

const open = (more: Answers): Promise<OpenPage> =>
  openPage(
    answersFor(unprotected, accountsState, { 'connection:getActivity': () => busy, ...more }),
    '#/connection',
  )
const nameOfFocus = ({ page }: OpenPage) =>
  page.evaluate(() => (document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '').trim())

describe('the Connection view', () => {
  it('is reached by its key, by the rail and from the status bar', async () => {
    const { page } = await open({})
    const heading = page.getByRole('heading', { name: 'Connection', level: 1 })
    await heading.waitFor()
    await page.keyboard.press('Control+2')
    await heading.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+5')
    await heading.waitFor()
    await page.keyboard.press('Control+2')
    await heading.waitFor({ state: 'detached' })
    await page.getByTestId('connection').click()
    await heading.waitFor()
    const rail = page.getByRole('navigation', { name: 'Views' })
    expect(await rail.locator('[aria-current=page]').getAttribute('aria-label')).toBe('Connection')
    expect(await rail.getByRole('link').last().getAttribute('aria-label')).toBe('Settings')
  })

  it('says so where nothing was asked of the service yet', async () => {
    const { page } = await open({ 'connection:getActivity': () => makeActivity() })
    await page.getByText('No calls yet.').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })

  it('shows the live streams: what they receive, what is missing, and why one is off', async () => {
    const streams = [
      makeStream({
        status: 'open',
        messages: 90_000,
        messagesPerSecond: 1_234.4,
        lastMessageAtMs: 1_000_000,
        gaps: 2,
        unread: 3,
        subscriptions: [
          { name: 'ethusdc.ob-inc', isConfirmed: true, book: 'approximate' },
          { name: 'ethusdc.trades', isConfirmed: false, book: null },
        ],
      }),
      makeStream({
        kind: 'private',
        status: 'waiting',
        fault: 'proxyKind',
        retryAtMs: 1_060_000,
        lastError: 'no',
      }),
    ]
    const { page } = await open({ 'connection:getActivity': () => ({ ...busy, streams }) })
    const table = page.getByRole('table', { name: 'Live streams and their messages' })
    const textOf = async (name: string) =>
      (await table.getByRole('row', { name }).innerText()).split(/\s*\t\s*/).map((cell) => cell.trim())
    await table.waitFor()
    const markets = await textOf('Markets')
    expect(markets).toMatchObject({ 1: 'Live', 2: '1,234', 3: '2', 4: '3' })
    expect(markets.at(-1)).toBe('ethusdc.ob-inc (approximate), ethusdc.trades (not confirmed)')
    expect((await textOf('Your account'))[1]).toBe('Off')
    expect(await table.innerText()).toContain('This computer’s proxy type is not supported for streams.')
    expect(await table.innerText()).toContain('The exchange returned an error: “no”')
  })

  it('shows bars only where waiting lasts, and then what came', async () => {
    const answer = Promise.withResolvers<typeof busy>()
    const { page } = await open({ 'connection:getActivity': () => answer.promise })
    await page.getByRole('status', { name: 'Loading connection activity' }).waitFor()
    answer.resolve(busy)
    await page.getByRole('button', { name: 'Order list' }).waitFor()
  })

  it('says in place why it could not be read, and reads it again when asked', async () => {
    let isBroken = true
    const { page } = await open({
      'connection:getActivity': () => {
        if (isBroken) throw new AppError('vaultLocked')
        return busy
      },
    })
    const again = page.getByRole('button', { name: 'Reload' })
    await again.waitFor()
    isBroken = false
    await again.click()
    await page.getByRole('button', { name: 'Order list' }).waitFor()
  })

  it('keeps what is there when it cannot be brought up to date', async () => {
    let isBroken = false
    const { page } = await open({
      'connection:getActivity': () => {
        if (isBroken) throw new AppError('internal')
        return busy
      },
    })
    await page.getByRole('button', { name: 'Order list' }).waitFor()
    isBroken = true
    await page.getByText('Couldn’t refresh the connection activity.').waitFor()
    expect(await page.getByRole('button', { name: 'Order list' }).count()).toBe(1)
  })

  it('opens a row by keyboard to the service’s own words, and keeps row and focus when figures change', async () => {
    let calls = 12
    const one = await open({
      'connection:getActivity': () => ({
        ...busy,
        endpoints: busy.endpoints.map((line) => ({ ...line, calls: (calls += 1) })),
      }),
    })
    const { page } = one
    const toggle = page.getByRole('button', { name: 'Order list' })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await page.getByText('limit too large', { exact: true }).waitFor()
    await page.getByText('GET /sapi/v1/orders/', { exact: true }).last().waitFor()
    const before = calls
    await eventually(() => expect(calls).toBeGreaterThan(before + 2))
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    expect(await nameOfFocus(one)).toMatch(/^Order list/)
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await toggle.getAttribute('aria-expanded')).toBe('false'))
  })

  it('counts the rows that could not be read, with the first field that did not fit', async () => {
    const { page } = await open({})
    const told = page.getByText('3 rows could not be read (first: payload.4.side)', { exact: true })
    await told.waitFor()
    await page.getByRole('button', { name: 'Market trades' }).click()
    await eventually(async () => expect(await told.count()).toBe(2))
  })

  it('shows only the calls that failed where that is wanted, told apart without color', async () => {
    const { page } = await open({})
    const rows = page.getByRole('table', { name: 'Last requests, newest first' }).locator('tbody tr')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(3)
    await page.getByText('Only failures 1').click()
    await eventually(async () => expect(await rows.count()).toBe(1))
    expect(await rows.innerText()).toMatch(/No answer · Can’t reach/)
  })

  it('keeps the line that is being read in its place when newer calls come in above it', async () => {
    let newest = 100
    const one = await open({
      'connection:getActivity': () => {
        newest += 3
        return {
          ...busy,
          lastCalls: Array.from({ length: 100 }, (_, at) =>
            makeCall(newest - at, { durationMs: newest - at }),
          ),
        }
      },
    })
    const { page } = one
    const scroller = page.getByRole('region', { name: 'Connection activity, scrollable' })
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '60', exact: true }) })
    await row.scrollIntoViewIfNeeded()
    await scroller.evaluate((at) => at.scrollBy(0, 200))
    const topOf = async () => Math.round((await row.boundingBox())?.y ?? -1)
    await eventually(async () => expect(await topOf()).toBeGreaterThan(0))
    const [before, seen] = [await topOf(), newest]
    await eventually(() => expect(newest).toBeGreaterThan(seen + 3))
    await page.getByRole('cell', { name: String(newest - 3), exact: true }).waitFor({ state: 'attached' })
    expect(await topOf()).toBe(before)
  })

  it('says why the service is out of reach, and tries again when asked', async () => {
    const one = await open({
      'connection:getState': () => ({
        status: 'offline',
        sinceMs: 1,
        latencyMs: null,
        lastAnswerMs: null,
        error: refused,
        baseUrl: 'https://exchange.example',
      }),
      'connection:retry': () => ({}),
    })
    const view = one.page.getByRole('region', { name: 'Connection', exact: true })
    await view.getByText('refused the connection').waitFor()
    await view.getByRole('button', { name: 'Retry' }).click()
    await eventually(() => expect(one.calls.map(({ name }) => name)).toContain('connection:retry'))
  })

  it('forgets everything when another account is chosen', async () => {
    const one = await open({ 'connection:test': () => makeTest() })
    const { page } = one
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('All checks passed').waitFor()
    await page.getByRole('button', { name: 'Order list' }).click()
    const [first] = accountsState.accounts
    if (!first) throw new Error('no account')
    const other = { ...first, id: '00000000-0000-4000-8000-000000000099', label: 'Other' }
    await one.emit('accounts:changed', { ...accountsState, accounts: [first, other], activeId: other.id })
    await page.getByText('All checks passed').waitFor({ state: 'detached' })
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Order list' }).getAttribute('aria-expanded')).toBe(
        'false',
      ),
    )
  })
})

describe('the test of the connection', () => {
  it('goes step by step, and is explained at its end to those who listen', async () => {
    const end = Promise.withResolvers<ConnectionTest>()
    const one = await open({ 'connection:test': () => end.promise })
    const { page } = one
    await page.getByRole('button', { name: 'Test connection' }).focus()
    await page.keyboard.press('Enter')
    await one.emit(
      'connection:testChanged',
      makeTest({ isRunning: true, profile: { status: 'running' }, clock: { status: 'waiting' } }),
    )
    await page.getByText('Checking the account').waitFor()
    expect(await nameOfFocus(one)).toBe('Testing connection')
    end.resolve(makeTest({ clockSkewMs: 3_660_000 }))
    const conclusion = page.getByRole('status').filter({ hasText: 'Your clock is 61 minutes behind' })
    await conclusion.waitFor()
    expect(await conclusion.innerText()).toMatch(/automatic time/)
    expect(await nameOfFocus(one)).toBe('Test connection')
  })

  it.each(['the button', 'Escape'])('is ended by %s, and the focus is not lost', async (way) => {
    const end = Promise.withResolvers<ConnectionTest>()
    const one = await open({
      'connection:test': () => end.promise,
      'connection:cancelTest': () => {
        const skipped = { status: 'skipped' } as const
        end.resolve(makeTest({ isCancelled: true, health: skipped, profile: skipped, clock: skipped }))
        return {}
      },
    })
    const { page } = one
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByRole('button', { name: 'Cancel test' }).focus()
    await page.keyboard.press(way === 'Escape' ? 'Escape' : 'Enter')
    await page.getByText('The test was canceled', { exact: true }).waitFor()
    await eventually(async () => expect(await nameOfFocus(one)).toMatch(/^The test was canceled/))
  })
})

describe('the report for support', () => {
  const text = 'Starkdesk connection report\n\nNetwork  practice\n'

  it('is copied as it is, and can be read before', async () => {
    const one = await open({ 'connection:getReport': () => ({ text }) })
    const { page } = one
    await page.evaluate(() => {
      window.addEventListener('copy', (event) => {
        const copied = event.clipboardData?.getData('text/plain') ?? ''
        if (copied !== '') document.documentElement.dataset['copied'] = copied
      })
    })
    const copied = () => page.evaluate(() => document.documentElement.dataset['copied'])
    await page.getByText('No keys, addresses or names.').waitFor()
    await page.getByRole('button', { name: 'Copy report' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    expect(await copied()).toBe(text)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const shown = page.locator('pre')
    await shown.waitFor()
    expect(await shown.textContent()).toBe(text)
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Support report'))
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Show'))
  })

  it('that cannot be had says why', async () => {
    const { page } = await open({
      'connection:getReport': () => {
        throw new AppError('databaseUnavailable', { reason: 'EACCES' })
      },
    })
    await page.getByRole('button', { name: 'Copy report' }).click()
    await page.getByRole('alert').getByText('The data folder can’t be used').waitFor()
    expect(await page.getByText('Copied', { exact: true }).count()).toBe(0)
  })
})
