// The parts of the page that are files of their own, in a real browser: read before they are needed, and a file that is not
// there.
import { expect, it } from 'vitest'
import { eventually } from '../fixtures/eventually.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

const restarts = { 'app:restart': () => ({}) }

async function open(): Promise<OpenPage> {
  const one = await openPage(answersFor(unprotected, accountsState, restarts), '#/connection')
  await one.page.getByRole('heading', { name: 'Connection', exact: true }).waitFor()
  return one
}

/** Opens it anew without one of its files. */
async function lose({ page }: OpenPage, file: RegExp): Promise<void> {
  await page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
  await page.reload()
  await page.getByRole('heading', { name: 'Connection', exact: true }).waitFor()
}

const said = 'This part of Starkdesk could not be opened'
const ordersFile = /\/OrdersView-[^/]*\.js$/
const overlaysFile = /\/Overlays-[^/]*\.js$/

it('what was not looked at yet is read while nothing is to be done, and is there without the disk', async () => {
  const { page } = await open()
  const files = ['OrdersView', 'PortfolioView', 'TransfersView', 'SettingsView', 'DataView', 'Overlays']
  await eventually(async () => {
    const read = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(files.filter((file) => !read.some((name) => name.includes(`/${file}-`)))).toEqual([])
  })
  await page.route(/\.js$/, (route) => route.abort())
  await page.keyboard.press('Control+2')
  await page.getByRole('grid', { name: 'Orders' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or command' }).waitFor()
})

it('a view whose file is not there says so, leaves the rest alone, and opens once the file is back', async () => {
  const one = await open()
  const { page } = one
  await lose(one, ordersFile)
  await page.keyboard.press('Control+2')
  const notice = page.getByRole('alert').filter({ hasText: said })
  await notice.waitFor()
  expect(await page.title()).toBe('Orders · Starkdesk')
  await page.keyboard.press('Control+5')
  await page.getByRole('heading', { name: 'Connection', exact: true }).waitFor()
  await page.keyboard.press('Control+2')
  await notice.getByRole('button', { name: 'Restart Starkdesk' }).click()
  await eventually(() => expect(one.calls.map(({ name }) => name)).toContain('app:restart'))
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.waitFor()
  await page.unroute(ordersFile)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('grid', { name: 'Orders' }).waitFor()
  expect(await notice.count()).toBe(0)
})

it('dialogs whose file is not there are said where the views are, and can be given up', async () => {
  const one = await open()
  const { page } = one
  await lose(one, overlaysFile)
  await page.keyboard.press('Control+k')
  const notice = page.getByRole('alert').filter({ hasText: said })
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.unroute(overlaysFile)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or command' }).waitFor()
})

it('the key of a view counts before main has told of the accounts', async () => {
  const told = Promise.withResolvers<typeof accountsState>()
  const answers = answersFor(unprotected, accountsState, {
    ...restarts,
    'accounts:getState': () => told.promise,
  })
  const { page } = await openPage(answers, '#/connection')
  await page.getByRole('contentinfo', { name: 'Status' }).waitFor()
  await page.keyboard.press('Control+2')
  told.resolve(accountsState)
  await page.getByRole('grid', { name: 'Orders' }).waitFor()
})
