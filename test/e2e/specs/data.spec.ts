// The settings and the data on this computer, by one app with an account.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Data } from '../pages/data.ts'
import { Frame } from '../pages/frame.ts'
import { Settings } from '../pages/settings.ts'
import { Updates } from '../pages/updates.ts'
import { sharePractice } from '../support/practice.ts'
import { allOrders, expect, fewOrders, test } from '../support/test.ts'

const synced = { timeout: 40_000 }
const shared = sharePractice()

test('settings are found by their words and used by keyboard alone', async () => {
  const { page } = shared()
  const settings = new Settings(page)
  await page.keyboard.press('Control+6')
  await expect(settings.search).toBeVisible()
  await page.keyboard.press('Control+f')
  await expect(settings.search).toBeFocused()
  await page.keyboard.type('night')
  await expect(settings.count).toHaveText('2 settings found')
  await page.keyboard.press('ArrowDown')
  await expect(settings.count).toHaveText('Theme, Appearance, 1 of 2')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const quiet = page.getByRole('switch', { name: 'Quiet hours' })
  await expect(quiet).toBeFocused()
  await page.keyboard.press('Space')
  await expect(quiet).toBeChecked()
  await expect(page.getByRole('button', { name: 'Reset: Quiet hours' })).toBeVisible()

  await page.keyboard.press('/')
  await expect(settings.search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings.search).toHaveValue('')
  await settings.reset('Notifications').focus()
  await page.keyboard.press('Enter')
  await expect(quiet).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(quiet).toBeChecked()
  await settings.reset('Notifications').click()

  // From anywhere, by the palette.
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('hide amo settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('switch', { name: 'Hide amounts' })).toBeFocused()
})

test('an app that was not installed from a package says that it does not update itself', async () => {
  const { page } = shared()
  const updates = new Updates(page)
  await updates.settings.click()
  await expect(updates.section).toContainText('aren’t available for this build')
  await expect(updates.check).toHaveCount(0)
})

test('what is kept is counted, cleared and fetched again, and what is the user’s own stays', async () => {
  const { page } = shared()
  const frame = new Frame(page)
  const data = new Data(page)
  await frame.orderSync.click()
  await expect(data.heading).toBeVisible()
  await expect(data.total).toHaveText(/B$/, synced)
  await expect(data.stream('Orders')).toContainText('Complete')
  await data.measure.click()
  await expect(data.kind('Orders')).toContainText(String(fewOrders))

  await data.clear('Orders').click()
  const question = data.question('Clear Orders')
  await expect(question).toContainText('Accounts, settings, transfers and the address book are kept.')
  await question.getByRole('button', { name: 'Clear orders' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'rows removed' })).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, synced)
  await expect(data.stream('Orders')).toContainText('Complete', synced)
  await expect(frame.account).toContainText('Alice')
})

test('a pause and how long something is kept hold at the next start, and a damaged file comes back from its backup', async () => {
  const first = shared()
  await new Frame(first.page).orderSync.click()
  const before = new Data(first.page)
  await before.pause.click()
  await expect(before.resume).toBeFocused()
  // Without a mouse.
  const { keyboard } = first.page
  const keep = 'Candles below 1 hour'
  await expect(before.keep(keep)).toHaveAccessibleName(`Keep ${keep}: 90 days`)
  await before.keep(keep).focus()
  await keyboard.press('Enter')
  await first.page.getByRole('menuitemradio', { name: '30 days' }).focus()
  await keyboard.press('Enter')
  const question = before.question(`Keep ${keep} for 30 days`)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(before.keep(keep)).toHaveAccessibleName(`Keep ${keep}: 30 days`)
  await expect(before.keep(keep)).toBeFocused()
  await before.check.click()
  await expect(before.checkResult).toContainText('No damage found', synced)
  await before.backUp.click()
  await expect(first.page.getByText(/^(Backed up|Up to date)$/)).toBeVisible()
  await first.close()

  const { dataFolder } = first
  const file = join(dataFolder, 'starkdesk.sqlite')
  // Its header stays: it is known as ours, and damaged.
  const damaged = readFileSync(file).fill(0xa5, 100)
  writeFileSync(file, damaged)

  const { page } = await first.restart()
  const data = new Data(page)
  await expect(data.repairStrip).toContainText('was damaged and kept as', synced)
  await expect(data.repairStrip).toContainText('Restored from the backup of')
  // Transfers are in another file, which nothing happened to.
  await expect(data.repairStrip).not.toContainText('Before you send again')
  const aside = readdirSync(dataFolder).filter((name) => /^starkdesk\.sqlite\.damaged-[\dTZ]+$/.test(name))
  expect(aside).toHaveLength(1)
  expect(readFileSync(join(dataFolder, aside[0] ?? '')).equals(damaged)).toBe(true)
  const frame = new Frame(page)
  await expect(frame.account).toContainText('Alice')
  await data.repairStrip.getByRole('button', { name: 'Show details' }).click()
  await expect(data.heading).toBeVisible()
  await expect(page.getByText('The data file was damaged and rebuilt')).toBeVisible()
  await data.understood.click()
  await expect(data.understood).toHaveCount(0)
  await expect(data.keep(keep)).toHaveAccessibleName(`Keep ${keep}: 30 days`)
  await data.resume.click()
  await expect(data.pause).toBeVisible()
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, synced)
})
