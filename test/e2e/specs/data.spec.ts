import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Data } from '../pages/data.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { allOrders, expect, fewOrders, test } from '../support/test.ts'

const synced = { timeout: 40_000 }

test('what is kept is counted, cleared and fetched again, and what is the user’s own stays', async ({
  launch,
  exchange,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, synced)

  const data = new Data(page)
  await frame.orderSync.click()
  await expect(data.heading).toBeVisible()
  await expect(data.total).toHaveText(/B$/, synced)
  await expect(data.stream('Orders')).toContainText('Complete')
  await data.measure.click()
  await expect(data.kind('Orders')).toContainText(String(fewOrders))

  await data.clear('Orders').click()
  const question = data.question('Clear Orders')
  await expect(question).toContainText('Accounts, settings, transfers and the address book stay.')
  await question.getByRole('button', { name: 'Clear orders' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'rows removed' })).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, synced)
  await expect(data.stream('Orders')).toContainText('Complete', synced)
  await expect(frame.account).toContainText('Alice')
})

test('the reading of history is paused, stays so at the next start, and is resumed', async ({
  launch,
  exchange,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const env = { STARKDESK_PRACTICE_URL: running.baseUrl }
  const first = await launch({ env })
  await new Onboarding(first.page).practise.click()
  await expect(new Frame(first.page).orderSync).toContainText(`Synced ${allOrders}`, synced)
  await new Frame(first.page).orderSync.click()
  await new Data(first.page).pause.click()
  await expect(new Data(first.page).resume).toBeFocused()
  await first.close()

  const { page } = await launch({ env })
  const data = new Data(page)
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, synced)
  await page.keyboard.press('Control+6')
  await page.getByRole('link', { name: 'Show what is kept' }).click()
  await expect(data.resume).toBeVisible()
  await data.resume.click()
  await expect(data.pause).toBeVisible()
})

test('how long something is kept is changed without a mouse, and holds at the next start', async ({
  launch,
  exchange,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const env = { STARKDESK_PRACTICE_URL: running.baseUrl }
  const first = await launch({ env })
  await new Onboarding(first.page).practise.click()
  await expect(new Frame(first.page).orderSync).toContainText(`Synced ${allOrders}`, synced)
  await new Frame(first.page).orderSync.click()
  const data = new Data(first.page)
  const { keyboard } = first.page
  await expect(data.keep('Candles below 1 hour')).toHaveAccessibleName('Keep Candles below 1 hour: 90 days')
  await data.keep('Candles below 1 hour').focus()
  await keyboard.press('Enter')
  await first.page.getByRole('menuitemradio', { name: '30 days' }).focus()
  await keyboard.press('Enter')
  const question = data.question('Keep Candles below 1 hour for 30 days')
  await expect(question.getByRole('button', { name: 'Change nothing' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(data.keep('Candles below 1 hour')).toHaveAccessibleName('Keep Candles below 1 hour: 30 days')
  await expect(data.keep('Candles below 1 hour')).toBeFocused()
  await first.close()

  const { page } = await launch({ env })
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, synced)
  await new Frame(page).orderSync.click()
  await expect(new Data(page).keep('Candles below 1 hour')).toHaveAccessibleName(
    'Keep Candles below 1 hour: 30 days',
  )
})

test('a damaged file is set aside and said so, and the account is there again from the backup', async ({
  launch,
  exchange,
  dataFolder,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const env = { STARKDESK_PRACTICE_URL: running.baseUrl }
  const first = await launch({ env })
  await new Onboarding(first.page).practise.click()
  await expect(new Frame(first.page).orderSync).toContainText(`Synced ${allOrders}`, synced)
  await new Frame(first.page).orderSync.click()
  const before = new Data(first.page)
  await before.check.click()
  await expect(before.checkResult).toContainText('No damage found', synced)
  await before.backUp.click()
  await expect(first.page.getByText(/^(Backed up|The newest holds the same)$/)).toBeVisible()
  await first.close()

  const file = join(dataFolder, 'starkdesk.sqlite')
  const bytes = readFileSync(file)
  // Its header stays: it is known as ours, and damaged.
  writeFileSync(file, bytes.fill(0xa5, 100))

  const { page } = await launch({ env })
  const data = new Data(page)
  await expect(data.repairStrip).toContainText('was damaged and was set aside as', synced)
  await expect(data.repairStrip).toContainText('As of the backup of')
  await expect(data.repairStrip).toContainText('Before you send again')
  const frame = new Frame(page)
  await expect(frame.account).toContainText('Alice')
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, synced)
  await data.repairStrip.getByRole('button', { name: 'Show details' }).click()
  await expect(data.heading).toBeVisible()
  await expect(page.getByText('The data file was damaged and was built anew')).toBeVisible()
  await data.understood.click()
  await expect(data.understood).toHaveCount(0)
  await frame.go('Orders')
  await expect(data.repairStrip).toHaveCount(0)
})
