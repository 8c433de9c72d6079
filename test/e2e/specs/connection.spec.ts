import { Connection } from '../pages/connection.ts'
import { Data } from '../pages/data.ts'
import { Frame } from '../pages/frame.ts'
import { practise } from '../support/practice.ts'
import { expect, test } from '../support/test.ts'

test('the connection can be tested, what the client did is counted and copied without anything private, and a service that is gone is offline once', async ({
  launch,
  exchange,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const app = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  const { page } = app
  const frame = new Frame(page)
  await practise(app)
  // History is read for minutes, and would fill the list of the last requests.
  await frame.orderSync.click()
  await new Data(page).pause.click()

  const connection = new Connection(page)
  await frame.go('Connection')
  await expect(connection.line).toContainText(/^Connected/)
  await expect(connection.toggle('Order list')).toBeVisible()
  await connection.runTest.click()
  await expect(connection.conclusion).toContainText('All checks passed')
  await expect(connection.steps.filter({ hasText: 'ms' })).toHaveCount(2)

  const profileCalls = await connection.readCalls('Profile')
  expect(profileCalls).toBeGreaterThan(0)
  await connection.runTest.click()
  // Signing in may ask for it once more meanwhile.
  await expect.poll(() => connection.readCalls('Profile')).toBeGreaterThan(profileCalls)
  // What is read by the clock may come after it.
  await expect(
    connection.calls
      .getByRole('row')
      .filter({ hasText: /Profile.*200/s })
      .first(),
  ).toBeVisible()

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

  await running.stop()
  await connection.runTest.click()
  await expect(connection.conclusion).toContainText('Can’t reach the exchange')
  await expect(connection.steps.nth(1)).toContainText('Skipped')
  await expect(connection.line).toContainText('Offline')
  const reason = page.getByRole('region', { name: 'Offline' })
  await expect(reason).toHaveCount(1)
  await expect(reason).toContainText('refused the connection')
})
