// "Local data" in a real browser: its states, what is asked before rows go, where the focus is, what stays in place;
// the ways to it, what a repair says, and what main is told to be looked at.
import { describe, expect, it } from 'vitest'
import type { AccountsState } from '../../src-preload/contract/accounts/accounts.ts'
import type { DataState } from '../../src-preload/contract/app/data.ts'
import type { SecurityState } from '../../src-preload/contract/accounts/security.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import {
  makeDataState,
  makeKinds,
  makeRepair,
  makeSyncState,
  withKind,
} from '../unit/renderer/features/data/make-data.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { accountsState, answersFor, noAccounts, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

interface Given {
  readonly accounts?: AccountsState
  readonly security?: SecurityState
  readonly hash?: string
}

function open(more: Answers = {}, given: Given = {}): Promise<OpenPage> {
  const { accounts = accountsState, security = unprotected, hash = '#/data' } = given
  const answers = { 'sync:getState': () => makeSyncState(), ...more }
  return openPage(answersFor(security, accounts, answers), hash)
}

const inputsOf = ({ calls }: OpenPage, name: string): unknown[] =>
  calls.filter((call) => call.name === name).map(({ input }) => input)
const nameOfFocus = ({ page }: OpenPage) =>
  page.evaluate(() => (document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '').trim())
const headingOf = ({ page }: OpenPage) => page.getByRole('heading', { name: 'Local data', level: 1 })
const rowOf = ({ page }: OpenPage, table: string, name: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })
const kept = 'Stored data by type'
const read = 'Sync progress by type'

describe('the ways to the data on this computer', () => {
  it('are the settings, which say how much it is, and the status bar; the rail marks the settings', async () => {
    const one = await open({}, { hash: '#/settings' })
    const { page } = one
    await eventually(async () => expect(await page.getByTestId('data-size').innerText()).toMatch(/1.4\sGB/))
    await page.getByRole('link', { name: 'Show stored data' }).click()
    await headingOf(one).waitFor()
    // The link that had the focus is gone.
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Local data'))
    const rail = page.getByRole('navigation', { name: 'Views' })
    expect(await rail.locator('[aria-current]').getAttribute('aria-label')).toBe('Settings')
    expect(await page.title()).toBe('Local data · Starkdesk')
    await page.keyboard.press('Control+6')
    await headingOf(one).waitFor({ state: 'detached' })
    await page.getByTestId('order-sync').click()
    await headingOf(one).waitFor()
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
    await headingOf(one).waitFor({ state: 'detached' })
  })
})

describe('the view', () => {
  it('shows bars only where waiting lasts, and then what came', async () => {
    const answer = Promise.withResolvers<DataState>()
    const one = await open({ 'data:getState': () => answer.promise })
    await one.page.getByRole('status', { name: 'Loading local data' }).waitFor()
    answer.resolve(makeDataState())
    await rowOf(one, kept, 'Orders').waitFor()
  })

  it('says in place why it could not be read, and reads it again when asked', async () => {
    let isBroken = true
    const one = await open({
      'data:getState': () => {
        if (isBroken) throw new AppError('databaseUnavailable', { reason: 'EACCES' })
        return makeDataState()
      },
    })
    await one.page.getByRole('alert').getByText('access is denied').waitFor()
    isBroken = false
    await one.page.getByRole('button', { name: 'Reload' }).click()
    await rowOf(one, kept, 'Orders').waitFor()
  })

  it('works for the file without an account, and says that there is none', async () => {
    const one = await open(
      { 'sync:getState': () => Promise.reject(new AppError('notFound', { what: 'account' })) },
      { accounts: noAccounts },
    )
    await one.page.getByText('Connect an account').waitFor()
    await rowOf(one, kept, 'Orders').waitFor()
    expect(await one.page.getByRole('button', { name: /^Pause/ }).count()).toBe(0)
    expect(inputsOf(one, 'sync:getState')).toEqual([])
    await one.page.getByRole('link', { name: 'Settings' }).last().click()
    await one.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  })

  it('has what was never measured measured when somebody looks, once, and shows it when it is told', async () => {
    let state = makeDataState({
      fileBytes: null,
      measuredAtMs: null,
      kinds: makeKinds().map((kind) => ({ ...kind, rows: null, bytes: null })),
    })
    const one = await open({ 'data:getState': () => state, 'data:measure': () => ({}) })
    await eventually(() => expect(inputsOf(one, 'data:measure')).toHaveLength(1))
    expect(await one.page.getByTestId('data-total').innerText()).toBe('–')
    state = makeDataState()
    await one.emit('data:changed', {})
    await eventually(async () =>
      expect(await one.page.getByTestId('data-total').innerText()).toMatch(/1.4\s+GB/),
    )
    expect(await rowOf(one, kept, 'Orders').innerText()).toMatch(/1.204.331.*412.0/s)
    expect(inputsOf(one, 'data:measure')).toHaveLength(1)
  })

  it('has all measured again each time it opens, and shows what was measured before with its time', async () => {
    const measuredAtMs = Date.now() - 3_600_000
    let state = makeDataState({ measuredAtMs })
    const one = await open(
      {
        'data:getState': () => state,
        'data:measure': () => {
          state = { ...state, isMeasuring: true }
          return {}
        },
      },
      { hash: '#/settings' },
    )
    const { page } = one
    const size = page.getByTestId('data-size')
    const at = new Date(measuredAtMs).toISOString().slice(11, 16)
    // The line in the settings says of when its size is.
    await eventually(async () => expect(await size.innerText()).toMatch(new RegExp(`1.4\\sGB.*${at}.*UTC`)))
    expect(inputsOf(one, 'data:measure')).toEqual([])
    await page.getByRole('link', { name: 'Show stored data' }).click()
    await eventually(() => expect(inputsOf(one, 'data:measure')).toHaveLength(1))
    const measured = page.getByTestId('data-measured')
    await page.getByText('Refreshing sizes').waitFor()
    expect(await measured.innerText()).toContain(at)
    expect(await rowOf(one, kept, 'Orders').innerText()).toMatch(/1.204.331.*412.0/s)
    const orders = state.kinds.map((kind) => (kind.kind === 'orders' ? { ...kind, rows: 777_816 } : kind))
    state = { ...state, isMeasuring: false, measuredAtMs: Date.now(), kinds: orders }
    await one.emit('data:changed', {})
    await eventually(async () => expect(await rowOf(one, kept, 'Orders').innerText()).toMatch(/777.816/))
    await page.getByText('Refreshing sizes').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+6')
    await headingOf(one).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Show stored data' }).click()
    await eventually(() => expect(inputsOf(one, 'data:measure')).toHaveLength(2))
  })

  it('says of the sizes that are estimates that they are, and of no other', async () => {
    const one = await open()
    await rowOf(one, kept, 'Candles below 1 hour').getByText('≈').waitFor()
    for (const name of ['Candles below 1 hour', 'Candles from 1 hour'])
      expect(await rowOf(one, kept, name).innerText()).toMatch(/≈\d/)
    for (const name of ['Orders', 'Public trades', 'Total'])
      expect(await rowOf(one, kept, name).innerText()).not.toContain('≈')
  })

  it('opens the data folder, and says what failed', async () => {
    const answer = Promise.withResolvers<DataState>()
    const one = await open({
      'data:getState': () => answer.promise,
      'app:openDataFolder': () => {
        throw new AppError('databaseUnavailable', { file: '/data', reason: 'ENOENT' })
      },
    })
    await one.page.getByRole('button', { name: 'Open data folder' }).click()
    const alert = one.page.getByRole('alert').getByText('/data')
    await alert.waitFor()
    // The measurement that begins by itself takes nothing back.
    answer.resolve(makeDataState())
    await eventually(() => expect(inputsOf(one, 'data:measure')).toHaveLength(1))
    await rowOf(one, kept, 'Orders').waitFor()
    expect(await alert.count()).toBe(1)
  })

  it('can be used in a small window: all of it can be scrolled to', async () => {
    const one = await open({ 'data:getState': () => makeDataState({ repair: makeRepair() }) })
    await one.page.setViewportSize({ width: 720, height: 450 })
    const last = one.page.getByText('No damage found')
    await last.scrollIntoViewIfNeeded()
    const bar = await one.page.getByRole('contentinfo', { name: 'Status' }).boundingBox()
    const box = await last.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  })
})

describe('the reading of history', () => {
  it('is shown stream by stream, with a bar where the end is known, and follows main without moving', async () => {
    const one = await open()
    const row = rowOf(one, read, 'Orders with fills')
    // Beside the rows of stored fills, this is another count.
    await row.waitFor()
    expect(await row.innerText()).toMatch(/Syncing\s+45.200\s+120.000\s+38\s?%/)
    expect(await row.getByRole('progressbar', { name: 'Orders with fills: synced' }).count()).toBe(1)
    expect(await rowOf(one, read, 'Public trades').getByRole('progressbar').count()).toBe(0)
    const boxes = async () =>
      Promise.all(
        [row.getByRole('cell').nth(1), row.getByRole('cell').last(), rowOf(one, kept, 'Orders')].map((at) =>
          at.boundingBox(),
        ),
      )
    // The head, which is above, says that it measures for as long as it does.
    const measured = one.page.getByTestId('data-measured')
    await eventually(async () => expect(await measured.innerText()).not.toContain('measuring'))
    const before = await boxes()
    const { streams } = makeSyncState()
    await one.emit('sync:changed', {
      isPaused: false,
      hold: 'rateLimited',
      streams: streams.map((stream) =>
        stream.stream === 'fills'
          ? {
              ...stream,
              status: 'failed',
              done: 119_999,
              lastError: { code: 'rateLimited', data: {}, ref: null },
            }
          : stream,
      ),
    })
    await row.getByText('Failed').waitFor()
    await eventually(async () => expect(await row.innerText()).toMatch(/119.999/))
    expect(await one.page.getByTestId('sync-line').innerText()).toMatch(/Rate-limited.*by itself/)
    expect(await boxes()).toEqual(before)
  })

  it('is paused and resumed by keyboard, and the focus stays', async () => {
    let isPaused = false
    const one = await open({
      'sync:getState': () => makeSyncState({ isPaused }),
      'sync:setPaused': (input) => {
        isPaused = input.isPaused
        return {}
      },
    })
    await one.page.getByRole('button', { name: 'Pause sync' }).focus()
    await one.page.keyboard.press('Enter')
    const resume = one.page.getByRole('button', { name: 'Resume sync' })
    await resume.waitFor()
    expect(await nameOfFocus(one)).toBe('Resume sync')
    expect(await one.page.getByTestId('sync-line').innerText()).toMatch(/^Paused/)
    expect(await one.page.getByTestId('history-sync').innerText()).toBe('Sync paused')
    await one.page.keyboard.press('Enter')
    await one.page.getByRole('button', { name: 'Pause sync' }).waitFor()
    expect(inputsOf(one, 'sync:setPaused')).toEqual([{ isPaused: true }, { isPaused: false }])
  })

  it('of another account is read anew', async () => {
    const one = await open()
    await rowOf(one, read, 'Orders').waitFor()
    const asked = inputsOf(one, 'sync:getState').length
    const [first] = accountsState.accounts
    if (!first) throw new Error('no account')
    const other = { ...first, id: '00000000-0000-4000-8000-000000000099', label: 'Other' }
    await one.emit('accounts:changed', { ...accountsState, accounts: [first, other], activeId: other.id })
    await one.page.getByText('For Other').waitFor()
    await eventually(() => expect(inputsOf(one, 'sync:getState').length).toBe(asked + 1))
  })

  it('that a full disk has stopped says so in the status bar of every view', async () => {
    const one = await open(
      { 'sync:getState': () => makeSyncState({ hold: 'diskFull' }) },
      { hash: '#/orders' },
    )
    await eventually(async () =>
      expect(await one.page.getByTestId('history-sync').innerText()).toMatch(/^Disk full/),
    )
  })
})

describe('how long a kind is kept', () => {
  const chooseFor = async (one: OpenPage, name: string, choice: string) => {
    await one.page.getByRole('button', { name: new RegExp(`^Keep ${name}:`) }).focus()
    await one.page.keyboard.press('Enter')
    const item = one.page.getByRole('menuitemradio', { name: choice })
    await item.focus()
    await one.page.keyboard.press('Enter')
  }

  it('is made shorter after a question in its row, whose first key removes nothing', async () => {
    let state = makeDataState()
    const one = await open({
      'data:getState': () => state,
      'data:setKeepDays': ({ kind, keepDays }) => {
        state = makeDataState({ kinds: withKind(kind, { keepDays }) })
        return {}
      },
    })
    const question = one.page.getByRole('group', { name: 'Keep Orders for 90 days' })
    await chooseFor(one, 'Orders', '90 days')
    await question.waitFor()
    expect(await question.innerText()).toMatch(/will be removed from this computer\./)
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Cancel'))
    await one.page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Keep Orders: Everything'))
    await chooseFor(one, 'Orders', '90 days')
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Cancel'))
    await one.page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(inputsOf(one, 'data:setKeepDays')).toEqual([])
    await chooseFor(one, 'Orders', '90 days')
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Cancel'))
    await one.page.keyboard.press('Tab')
    await one.page.keyboard.press('Enter')
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Keep Orders: 90 days'))
    expect(inputsOf(one, 'data:setKeepDays')).toEqual([{ kind: 'orders', keepDays: 90 }])
  })

  it('is made longer at once, and the focus stays', async () => {
    let state = makeDataState()
    const one = await open({
      'data:getState': () => state,
      'data:setKeepDays': ({ kind, keepDays }) => {
        state = makeDataState({ kinds: withKind(kind, { keepDays }) })
        return {}
      },
    })
    await chooseFor(one, 'Public trades', 'Everything')
    await one.page.getByRole('button', { name: 'Keep Public trades: Everything' }).waitFor()
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Keep Public trades: Everything'))
    expect(inputsOf(one, 'data:setKeepDays')).toEqual([{ kind: 'marketTrades', keepDays: null }])
    expect(await one.page.getByRole('group', { name: /^Keep/ }).count()).toBe(0)
  })

  it('that main refuses says why in its place', async () => {
    const one = await open({
      'data:setKeepDays': () => {
        throw new AppError('vaultLocked')
      },
    })
    await chooseFor(one, 'Public trades', '1 year')
    await one.page.getByRole('main').getByText('Starkdesk is locked, so keys').waitFor()
    await one.page.getByRole('button', { name: 'Keep Public trades: 30 days' }).waitFor()
  })
})

describe('clearing', () => {
  it('of one kind says what goes, what comes back and what stays, and then how much went', async () => {
    const one = await open({ 'data:clear': () => ({ rows: 1_204_331 }) })
    const clear = one.page.getByRole('button', { name: 'Clear Orders…' })
    await clear.focus()
    await one.page.keyboard.press('Enter')
    const question = one.page.getByRole('group', { name: 'Clear Orders' })
    await question.waitFor()
    const text = await question.innerText()
    expect(text).toMatch(/1.204.331 rows/)
    expect(text).toContain('They are downloaded again')
    expect(text).toContain('Accounts, settings, transfers and the address book are kept.')
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Cancel'))
    await question.getByRole('button', { name: 'Clear orders' }).click()
    await one.page
      .getByRole('status')
      .getByText(/1.204.331 rows removed/)
      .waitFor()
    expect(inputsOf(one, 'data:clear')).toEqual([{ kinds: ['orders'] }])
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Clear Orders…'))
  })

  it('of all leaves what could not be fetched again', async () => {
    const one = await open({ 'data:clear': () => ({ rows: 9 }) })
    await one.page.getByRole('button', { name: 'Clear downloaded data…' }).click()
    const question = one.page.getByRole('group', { name: 'Clear downloaded data' })
    await question.getByRole('button', { name: 'Clear downloaded data' }).click()
    await eventually(() =>
      expect(inputsOf(one, 'data:clear')).toEqual([
        { kinds: ['orders', 'fills', 'fineCandles', 'coarseCandles', 'marketTrades'] },
      ]),
    )
  })

  it('that is refused while locked says so in the question, which stays', async () => {
    const one = await open({
      'data:clear': () => {
        throw new AppError('vaultLocked')
      },
    })
    await one.page.getByRole('button', { name: 'Clear Public trades…' }).click()
    const question = one.page.getByRole('group', { name: 'Clear Public trades' })
    await question.getByRole('button', { name: 'Clear public trades' }).click()
    await question.getByText('Starkdesk is locked, so keys').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
  })

  it('while the service is out of reach says that nothing comes back before it answers', async () => {
    const one = await open({
      'connection:getState': () => ({
        status: 'offline',
        sinceMs: 1,
        latencyMs: null,
        lastAnswerMs: null,
        error: null,
        baseUrl: 'https://exchange.example',
      }),
    })
    await one.page.getByRole('button', { name: 'Clear Public trades…' }).click()
    await one.page.getByText('nothing is downloaded again until').waitFor()
  })

  it('that goes on is shown in its row, and nothing else can be removed meanwhile', async () => {
    const one = await open({ 'data:getState': () => makeDataState({ dropping: 'fineCandles' }) })
    await rowOf(one, kept, 'Candles below 1 hour').getByText('Removing').waitFor()
    const other = one.page.getByRole('button', { name: 'Clear Orders…' })
    expect(await other.getAttribute('aria-disabled')).toBe('true')
    await other.click({ force: true })
    await one.page.getByRole('button', { name: /^Keep Orders/ }).click({ force: true })
    expect(await one.page.getByRole('group', { name: 'Clear Orders' }).count()).toBe(0)
    expect(await one.page.getByRole('menuitemradio').count()).toBe(0)
  })

  it('that came to an end before it was done says why, and that the rest is in order', async () => {
    const dropError = { code: 'databaseUnavailable', data: { reason: 'SQLITE_FULL' }, ref: 'a1b2' } as const
    const one = await open({ 'data:getState': () => makeDataState({ dropError }) })
    const alert = one.page.getByRole('alert').filter({ hasText: 'Clearing stopped early' })
    expect(await alert.innerText()).toMatch(/the disk is full.*your own data is untouched.*Reference a1b2/s)
  })
})

describe('backups and soundness', () => {
  it('a backup is made now, and it is said where it made none because nothing changed', async () => {
    let state = makeDataState()
    const one = await open({ 'data:getState': () => state, 'data:backUp': () => ({}) })
    const button = one.page.getByRole('button', { name: 'Back up now' })
    await button.click()
    await one.page.getByText('Up to date').waitFor()
    const newestMs = (state.backups.newestMs ?? 0) + 1
    state = makeDataState({ backups: { ...state.backups, count: 13, newestMs } })
    await button.click()
    await one.page.getByText('Backed up', { exact: true }).waitFor()
  })

  it('a backup that fails says why, and the last failure is there at the start', async () => {
    const lastError = { code: 'databaseUnavailable', data: { reason: 'SQLITE_FULL' }, ref: null } as const
    const state = makeDataState()
    const one = await open({
      'data:getState': () => makeDataState({ backups: { ...state.backups, lastError } }),
      'data:backUp': () => {
        throw new AppError('databaseUnavailable', { reason: 'EACCES' })
      },
    })
    await one.page.getByRole('alert').getByText('the disk is full').waitFor()
    await one.page.getByRole('button', { name: 'Back up now' }).click()
    await one.page.getByRole('alert').getByText('access is denied').waitFor()
  })

  it('the file is checked when asked, and the result is said to those who listen', async () => {
    let check: DataState['check'] = { status: 'notYet', atMs: null }
    const one = await open({
      'data:getState': () => makeDataState({ check }),
      'data:check': () => {
        check = { status: 'running', atMs: null }
        return {}
      },
    })
    await one.page.getByRole('button', { name: 'Check now' }).click()
    await one.page.getByRole('status').getByText('Checking', { exact: true }).waitFor()
    check = { status: 'damaged', atMs: Date.now() }
    await one.emit('data:changed', {})
    await one.page.getByRole('status').getByText('Damage found').waitFor()
  })
})

describe('a damaged file that was repaired', () => {
  it('is said over every view until it was taken note of', async () => {
    let repair: DataState['repair'] = makeRepair()
    const one = await open(
      {
        'data:getState': () => makeDataState({ repair }),
        'data:acceptRepair': () => {
          repair = null
          return {}
        },
      },
      { hash: '#/orders' },
    )
    const strip = one.page.getByRole('region', { name: 'Data file repaired' })
    await strip.getByText('may be missing from the list').waitFor()
    await strip.getByRole('button', { name: 'Show details' }).click()
    await headingOf(one).waitFor()
    // In the view it is said in full, and once.
    expect(await strip.count()).toBe(0)
    await one.page
      .getByText('/home/mia/.config/Starkdesk/starkdesk-journal.sqlite.damaged-20261120T120000000Z')
      .waitFor()
    await one.page.getByRole('button', { name: 'Understood' }).click()
    await one.page.getByText('was damaged and rebuilt').waitFor({ state: 'detached' })
    await eventually(async () => expect(await nameOfFocus(one)).toBe('Local data'))
    await one.page.keyboard.press('Control+2')
    await headingOf(one).waitFor({ state: 'detached' })
    expect(await strip.count()).toBe(0)
  })

  it('is said where no account is left, too', async () => {
    const repair = makeRepair({ file: 'data', backupMs: null, savedTables: [], restoredTables: [] })
    const one = await open(
      { 'data:getState': () => makeDataState({ repair }) },
      { accounts: noAccounts, hash: '#/markets' },
    )
    await one.page
      .getByRole('region', { name: 'Data file repaired' })
      .getByText('add your accounts again')
      .waitFor()
  })
})

describe('what main is told to be looked at', () => {
  const viewsOf = (one: OpenPage) =>
    inputsOf(one, 'sync:setView').map((input) => (input as { view: string }).view)

  it('is each view as it is shown', async () => {
    const one = await open({}, { hash: '#/orders' })
    await eventually(() => expect(viewsOf(one).at(-1)).toBe('orders'))
    await one.page.keyboard.press('Control+1')
    await eventually(() => expect(viewsOf(one).at(-1)).toBe('markets'))
    await one.page.keyboard.press('Control+6')
    await one.page.getByRole('link', { name: 'Show stored data' }).click()
    await eventually(() => expect(viewsOf(one).slice(-2)).toEqual(['settings', 'data']))
  })

  it('is no view where there is no account, and none where nothing may be seen any more', async () => {
    const none = await open({}, { accounts: noAccounts })
    await none.page.getByRole('heading').first().waitFor()
    expect(viewsOf(none)).toEqual([])
    const one = await open({}, { security: { ...unprotected, password: 'unlocked' } })
    await eventually(() => expect(viewsOf(one).at(-1)).toBe('data'))
    await one.emit('security:changed', { ...unprotected, password: 'locked' })
    await eventually(() => expect(viewsOf(one).at(-1)).toBe('none'))
  })
})
