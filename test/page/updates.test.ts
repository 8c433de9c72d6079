// Updates on the page, in a real browser: what is said at each step, what is asked of main, where the focus is.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Release, UpdatesState, UpdateStep } from '../../src-preload/contract/app/updates.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { chooseRadio } from './choose-radio.ts'
import { openPage, type OpenPage } from './open-page.ts'

const release: Release = {
  version: '1.2.0',
  channel: 'stable',
  dateMs: Date.parse('2026-11-20T10:00:00Z'),
  notes: '### Added\n\n- Updates that **cannot** be forged,\n  by anybody.\n- <img src=x onerror="alert(1)">',
  bytes: 98_300_000,
  isInPlace: true,
}

const stateAt = (step: UpdateStep, more: Partial<UpdatesState> = {}): UpdatesState => ({
  current: '1.0.0',
  channel: 'stable',
  checksDaily: true,
  checkedAtMs: null,
  step,
  ...more,
})

const none: Answers = {
  'updates:check': () => ({}),
  'updates:download': () => ({}),
  'updates:cancelDownload': () => ({}),
  'updates:install': () => ({}),
  'updates:openPage': () => ({}),
  'updates:setOptions': () => ({}),
}

const open = (state: UpdatesState, more: Answers = {}, view = 'settings/updates'): Promise<OpenPage> =>
  openPage(
    answersFor(unprotected, accountsState, { ...none, 'updates:getState': () => state, ...more }),
    `#/${view}`,
  )

const section = (page: Page) => page.getByRole('region', { name: 'Updates', exact: true })
const button = (page: Page, name: string | RegExp) => section(page).getByRole('button', { name })
const asked = ({ calls }: OpenPage) =>
  calls
    .filter(({ name }) => name.startsWith('updates:') && name !== 'updates:getState')
    .map(({ name }) => name)

describe('updates in the settings', () => {
  it.each([
    ['notPackaged', /aren’t available for this build/],
    ['noKey', /has no release key/],
    ['noPlace', /doesn’t know where to find releases/],
  ] as const)('say why there are none: %s', async (reason, words) => {
    const { page } = await open(stateAt({ status: 'off', reason }))
    await section(page).getByText(words).waitFor()
    await section(page).getByText('Starkdesk 1.0.0').waitFor()
    expect(await button(page, /Check|Download/).count()).toBe(0)
  })

  it('go from looking to installing, one press a step, and the focus stays there', async () => {
    const one = await open(stateAt({ status: 'idle' }))
    const { page } = one
    const tell = (step: UpdateStep) => one.emit('updates:changed', stateAt(step))
    const press = async (name: string | RegExp) => {
      await button(page, name).focus()
      await page.keyboard.press('Enter')
    }
    const expectFocusInside = () =>
      eventually(async () =>
        expect(await section(page).evaluate((at) => at.contains(document.activeElement))).toBe(true),
      )
    await press('Check for updates')
    await tell({ status: 'checking' })
    await section(page).getByText('Checking for updates').waitFor()
    await tell({ status: 'available', release })
    await section(page).getByRole('heading', { name: 'Starkdesk 1.2.0' }).waitFor()
    await expectFocusInside()
    await press('Download 98.3 MB')
    await tell({ status: 'downloading', release, doneBytes: 49_150_000 })
    const bar = section(page).getByRole('progressbar', { name: 'Download' })
    expect(await bar.getAttribute('aria-valuenow')).toBe('50')
    await section(page).getByText('49.2 MB of 98.3 MB').waitFor()
    await expectFocusInside()
    await tell({ status: 'ready', release })
    await section(page).getByText('Not installed yet').waitFor()
    await expectFocusInside()
    // What is pressed next in the same place was not there before: nothing is installed by a second Enter.
    await page.keyboard.press('Enter')
    expect(asked(one)).toEqual(['updates:check', 'updates:download'])
    await press('Restart and install')
    await eventually(() => expect(asked(one).at(-1)).toBe('updates:install'))
    await tell({ status: 'installing', release })
    await section(page).getByText('Starkdesk restarts').waitFor()
    expect(await button(page, /Check|Download|Restart/).count()).toBe(0)
  })

  it('show notes as text, whatever is in them', async () => {
    const { page } = await open(stateAt({ status: 'available', release }))
    const notes = section(page).getByRole('region', { name: 'What’s new in 1.2.0' })
    await notes.getByText('Updates that cannot be forged, by anybody.').waitFor()
    await notes.getByText('<img src=x onerror="alert(1)">').waitFor()
    expect(await notes.locator('img').count()).toBe(0)
  })

  it('say what was refused and why, and offer to look again', async () => {
    const one = await open(
      stateAt({
        status: 'failed',
        error: { code: 'updateRefused', data: { reason: 'badSignature', file: 'SHA256SUMS.sig' }, ref: null },
        release: null,
      }),
    )
    const alert = section(one.page).getByRole('alert')
    await alert.getByText('the release was changed after it was signed').waitFor()
    await alert.getByText('Nothing was changed').waitFor()
    expect(await button(one.page, /Download/).count()).toBe(0)
    await button(one.page, 'Check for updates').click()
    expect(asked(one)).toEqual(['updates:check'])
  })

  it('offer a download again that broke off', async () => {
    const one = await open(
      stateAt({
        status: 'failed',
        error: { code: 'updateUnreachable', data: { reason: 'network', file: 'a' }, ref: null },
        release,
      }),
    )
    await section(one.page).getByText('to the release server failed').waitFor()
    await button(one.page, /Download/).click()
    expect(asked(one)).toEqual(['updates:download'])
  })

  it('say what is waited for where something must not be cut off', async () => {
    const { page } = await open(stateAt({ status: 'ready', release }), {
      'updates:install': () => {
        throw new AppError('updateWaits', { reason: 'transfer' })
      },
    })
    await button(page, 'Restart and install').click()
    await section(page).getByRole('alert').getByText('A transfer is in flight').waitFor()
    expect(await button(page, 'Restart and install').count()).toBe(1)
  })

  it('lead to the page of the release where a package manager installs', async () => {
    const one = await open(
      stateAt({ status: 'available', release: { ...release, isInPlace: false, bytes: null } }),
    )
    expect(await button(one.page, /Download|Restart/).count()).toBe(0)
    await button(one.page, 'Open the release page').click()
    expect(asked(one)).toEqual(['updates:openPage'])
  })

  it('have a channel to choose and a daily look to switch off', async () => {
    const one = await open(stateAt({ status: 'idle' }))
    await chooseRadio(section(one.page).getByRole('radio', { name: 'Beta' }))
    await section(one.page).getByRole('switch', { name: 'Check for updates daily' }).click()
    await eventually(() =>
      expect(one.calls.filter(({ name }) => name === 'updates:setOptions').map(({ input }) => input)).toEqual(
        [{ channel: 'beta' }, { checksDaily: false }],
      ),
    )
  })
})

describe('the strip over the views', () => {
  const strip = (page: Page) => page.getByRole('region', { name: 'Update', exact: true })

  it('tells of a release once, leads to its notes, and can be put away', async () => {
    const one = await open(stateAt({ status: 'idle' }), {}, 'orders')
    const { page } = one
    await page.getByRole('link', { name: 'Orders', exact: true }).waitFor()
    expect(await strip(page).count()).toBe(0)
    await one.emit('updates:changed', stateAt({ status: 'available', release }))
    await strip(page).getByText('Starkdesk 1.2.0 is available.').waitFor()
    await strip(page).getByRole('button', { name: 'Later' }).click()
    await strip(page).waitFor({ state: 'detached' })
    await one.emit('updates:changed', stateAt({ status: 'available', release }))
    expect(await strip(page).count()).toBe(0)
    await one.emit('updates:changed', stateAt({ status: 'ready', release }))
    await strip(page).getByText('downloaded and verified').waitFor()
    await strip(page).getByRole('button', { name: 'Show' }).click()
    await button(page, 'Restart and install').waitFor()
    expect(await strip(page).count()).toBe(0)
    expect(asked(one)).toEqual([])
  })

  it('does not bother anybody with what failed, or with what is under way', async () => {
    const one = await open(stateAt({ status: 'checking' }), {}, 'orders')
    await one.page.getByRole('link', { name: 'Orders', exact: true }).waitFor()
    const error = { code: 'updateUnreachable', data: { reason: 'network' }, ref: null } as const
    await one.emit('updates:changed', stateAt({ status: 'failed', error, release: null }))
    await one.emit('updates:changed', stateAt({ status: 'downloading', release, doneBytes: 1 }))
    await one.page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await strip(one.page).count()).toBe(0)
  })
})
