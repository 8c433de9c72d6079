import { Connection } from '../pages/connection.ts'
import { Data } from '../pages/data.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { allOrders, expect, test } from '../support/test.ts'

test('the connection can be tested, and what the client did is counted and copied without anything private', async ({
  launch,
  exchange,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
  // History is read for minutes, and would fill the list of the last requests.
  await frame.orderSync.click()
  await new Data(page).pause.click()

  const connection = new Connection(page)
  await frame.go('Connection')
  await expect(connection.line).toContainText(/^Connected/)
  await expect(connection.toggle('Orders list')).toBeVisible()
  await connection.runTest.click()
  await expect(connection.conclusion).toContainText('Everything works')
  await expect(connection.steps.filter({ hasText: 'ms' })).toHaveCount(2)

  const profileCalls = await connection.readCalls('Profile')
  expect(profileCalls).toBeGreaterThan(0)
  await connection.runTest.click()
  await expect.poll(() => connection.readCalls('Profile')).toBe(profileCalls + 1)
  await expect(connection.calls.getByRole('row').nth(1)).toContainText(/Profile.*200/s)

  await page.evaluate(() => {
    window.addEventListener('copy', (event) => {
      document.documentElement.dataset['copied'] = event.clipboardData?.getData('text/plain') ?? ''
    })
  })
  await connection.copyReport.click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const copied = (await page.evaluate(() => document.documentElement.dataset['copied'])) ?? ''
  expect(copied).toContain('orders.list')
  expect(copied).not.toMatch(/0x[0-9a-f]{6}/i)
  expect(copied).not.toContain('Alice')
  for (const user of running.users) {
    expect(copied.toLowerCase()).not.toContain(user.ethereumAddress.slice(2).toLowerCase())
    expect(copied).not.toContain(user.starkKey.slice(2))
  }
  await connection.showReport.click()
  await expect(connection.report).toContainText('orders.list')
})

test('a service that is gone is offline once, with the reason, and comes back by itself', async ({
  launch,
  exchange,
  dataFolder,
}) => {
  const state = `${dataFolder}/exchange.json`
  const running = await exchange('--port', '0', '--seed', '7', '--state', state)
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
  // The status bar leads there too.
  await frame.connection.click()
  const connection = new Connection(page)
  await expect(connection.toggle('Orders list')).toBeVisible()

  await running.stop()
  await connection.runTest.click()
  await expect(connection.conclusion).toContainText('The service is out of reach')
  await expect(connection.steps.nth(1)).toContainText('Not tried')
  await expect(connection.line).toContainText('Offline')
  const reason = page.getByRole('region', { name: 'Offline' })
  await expect(reason).toHaveCount(1)
  await expect(reason).toContainText('nothing listens at its address')
  await connection.toggle('Health check').click()
  await expect(connection.endpoints).toContainText('No connection to the service')
  await expect(connection.endpoints).toContainText('refused')

  await exchange('--port', new URL(running.baseUrl).port, '--seed', '7', '--state', state)
  await expect(connection.line).toContainText(/^Connected/, { timeout: 40_000 })
  await expect(reason).toHaveCount(0)
  await expect(connection.toggle('Health check')).toHaveAttribute('aria-expanded', 'true')
})

test('the Connection view can be used without a mouse', async ({ launch, exchange }) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  const { keyboard } = page
  const practise = new Onboarding(page).practise
  await practise.focus()
  await keyboard.press('Enter')
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })

  await keyboard.press('Control+5')
  const connection = new Connection(page)
  const tabTo = (target: typeof connection.runTest) =>
    expect(async () => {
      await keyboard.press('Tab')
      await expect(target).toBeFocused({ timeout: 100 })
    }).toPass()
  await expect(connection.toggle('Orders list')).toBeVisible()
  await tabTo(connection.runTest)
  await keyboard.press('Enter')
  await expect(connection.conclusion).toContainText('Everything works')
  await expect(connection.runTest).toBeFocused()

  await tabTo(connection.showReport)
  await keyboard.press('Enter')
  await expect(connection.report).toBeFocused()
  await keyboard.press('Escape')
  await expect(connection.report).toHaveCount(0)
  await expect(connection.showReport).toBeFocused()

  await tabTo(connection.toggle('Orders list'))
  await keyboard.press('Enter')
  await expect(connection.toggle('Orders list')).toHaveAttribute('aria-expanded', 'true')
  await tabTo(page.getByRole('radio', { name: /^All/ }))
  await keyboard.press('ArrowRight')
  await expect(page.getByText('None of the last calls failed.')).toBeVisible()
})

test('a clock that is an hour behind the service’s is found, and what to do about it', async ({
  launch,
  exchange,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const user = running.users[0]
  if (!user) throw new Error('the exchange has no user')
  // The answers carry the time of this computer, so it is the app that gets another.
  const wrongTime = new Date(Date.now() - 61 * 60_000).toISOString()
  const { page } = await launch({ env: { STARKDESK_FIXED_TIME: wrongTime } })
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Desk')
  await onboarding.chooseNetwork('Custom')
  await onboarding.baseUrl.fill(running.baseUrl)
  await onboarding.key.fill(user.ethereumPrivateKey)
  await onboarding.connect.click()
  const frame = new Frame(page)
  await expect(frame.account).toContainText('Desk')
  await frame.go('Connection')
  const connection = new Connection(page)
  await connection.runTest.click()
  await expect(connection.conclusion).toContainText(/Your clock is 6\d minutes behind the service’s/)
  await expect(connection.conclusion).toContainText('automatic time')
})
