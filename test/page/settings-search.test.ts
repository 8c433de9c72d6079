// The settings as they are searched, reset, and left: what is found, what is asked of main, where the focus is; with axe.
import { describe, expect, it } from 'vitest'
import { findAxeFaults } from '../e2e/support/axe.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { answersFor, accountsState, unprotected, versions } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

const id = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
const heads = Array.from({ length: 400 }, (_, index) => ({
  name: `package-${String(index).padStart(3, '0')}`,
  version: '1.0.0',
  license: index % 2 === 0 ? 'MIT' : 'ISC',
}))

const open = (more: Answers = {}, place = ''): Promise<OpenPage> =>
  openPage(
    answersFor({ ...unprotected, lockAfterMinutes: 5 }, accountsState, {
      'diagnostics:getVersions': () => versions,
      'diagnostics:listLicenses': () => ({ licenses: heads }),
      'diagnostics:getLicense': ({ index }) => ({ text: `The terms of ${heads[index]?.name ?? ''}` }),
      'diagnostics:gather': () => ({ id, text: '{\n  "kind": "Starkdesk diagnostics"\n}\n', bytes: 40 }),
      'diagnostics:save': () => ({ fileName: 'mine.json' }),
      'removal:getFacts': () => ({
        wallets: 1,
        practiceAccounts: 0,
        undecidedTransfers: 2,
        undecidedOrders: 1,
        openOrders: 0,
        isSessionRunning: false,
        dataFolder: '/home/mia/.config/Starkdesk',
      }),
      ...more,
    }),
    `#/settings${place}`,
  )

describe('the search', () => {
  it('shows what was found and nothing else, counts it, and teaches where there is nothing', async () => {
    const { page } = await open()
    const field = page.getByRole('textbox', { name: 'Search settings' })
    const count = page.getByRole('search').getByRole('status')
    await page.getByRole('switch', { name: 'Do not disturb' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('quiet')
    await count.getByText('1 setting found').waitFor()
    expect(await page.getByRole('switch', { name: 'Do not disturb' }).isVisible()).toBe(false)
    // What was found can be used as it stands.
    expect(await page.getByRole('switch', { name: 'Quiet hours' }).isVisible()).toBe(true)
    expect(await page.evaluate(() => CSS.highlights.has('settings-search'))).toBe(true)
    expect(await findAxeFaults(page, 'all')).toEqual([])
    await field.fill('leverage')
    await page.getByText('No settings match “leverage”.').waitFor()
    expect(await findAxeFaults(page, 'all')).toEqual([])
    await page.getByRole('button', { name: 'dark', exact: true }).click()
    await page.getByRole('radio', { name: 'Dark' }).waitFor()
    await field.press('Escape')
    expect(await field.inputValue()).toBe('')
    expect(await page.evaluate(() => CSS.highlights.has('settings-search'))).toBe(false)
  })

  it('is not begun by a slash that is typed into a field', async () => {
    const { page } = await open()
    const licenses = page.getByLabel('Search licenses')
    await licenses.fill('')
    await licenses.press('/')
    expect(await licenses.inputValue()).toBe('/')
  })

  it('a link to a setting brings it into sight and gives it the focus', async () => {
    const { page } = await open({}, '/quiet-hours')
    const quiet = page.getByRole('switch', { name: 'Quiet hours' })
    await eventually(async () =>
      expect(await quiet.evaluate((at) => at === document.activeElement)).toBe(true),
    )
    const box = await quiet.boundingBox()
    expect(box !== null && box.y > 80 && box.y < 700).toBe(true)
  })
})

describe('the licenses', () => {
  it('are drawn as far as they are seen, gone through by keys, and read in place', async () => {
    const { page } = await open()
    const list = page.getByRole('listbox', { name: 'Licenses' })
    await list.waitFor()
    expect(await list.getByRole('option').count()).toBeLessThan(40)
    await list.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByText('The terms of package-000').waitFor()
    await page.keyboard.press('End')
    await page.getByText('The terms of package-399').waitFor()
    await list.getByRole('option', { selected: true, name: /package-399/ }).waitFor()
    expect(await findAxeFaults(page, 'all')).toEqual([])
    await page.getByLabel('Search licenses').fill('package-12')
    await page.getByText('10 packages').waitFor()
  })
})

describe('what leaves', () => {
  it('diagnostics are seen first, and what was seen is what is saved', async () => {
    const one = await open()
    const { page, calls } = one
    await page.getByRole('button', { name: 'Preview diagnostics' }).click()
    const preview = page.getByRole('region', { name: 'What would be saved' })
    await eventually(async () =>
      expect(await preview.evaluate((at) => at === document.activeElement)).toBe(true),
    )
    expect(await preview.textContent()).toContain('Starkdesk diagnostics')
    expect(calls.some(({ name }) => name === 'diagnostics:save')).toBe(false)
    expect(await findAxeFaults(page, 'all')).toEqual([])
    await page.getByRole('button', { name: 'Save a diagnostics file…' }).click()
    await page.getByText('Diagnostics saved as mine.json').waitFor()
    expect(calls.filter(({ name }) => name === 'diagnostics:save').map(({ input }) => input)).toEqual([
      { id },
    ])
  })

  it('removing everything warns of what is not decided, and asks nothing of main before the words', async () => {
    const one = await open({ 'removal:removeAll': () => ({}) })
    const { page, calls } = one
    await page.getByRole('button', { name: 'Remove everything…' }).click()
    const panel = page.getByRole('group', { name: 'Remove everything from this computer' })
    await panel.getByText('2 transfers have an unknown outcome').waitFor()
    const remove = panel.getByRole('button', { name: 'Remove everything and quit' })
    expect(await remove.isDisabled()).toBe(true)
    expect(await findAxeFaults(page, 'all')).toEqual([])
    await panel.getByRole('textbox').fill('remove everything')
    await panel.getByRole('textbox').press('Enter')
    expect(calls.some(({ name }) => name === 'removal:removeAll')).toBe(false)
    await remove.click()
    await eventually(() =>
      expect(calls.filter(({ name }) => name === 'removal:removeAll').map(({ input }) => input)).toEqual([
        { typed: 'remove everything' },
      ]),
    )
  })
})
