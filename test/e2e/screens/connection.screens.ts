// Takes a picture of the Connection view: online, tested, offline, with a clock that is wrong, read as a report.
import { Connection } from '../pages/connection.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, noticeGone, stopClock, take } from './shots.ts'

const sizes = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1280', width: 1280, height: 720 },
  { name: '2560', width: 2560, height: 1440 },
  { name: '900', width: 900, height: 700 },
  { name: 'zoom200', width: 720, height: 450 },
] as const

test('the Connection view', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange(
    '--port',
    '0',
    '--seed',
    '7',
    '--fixed-time',
    fixedTime,
    '--genesis',
    fixedTime,
  )
  const { page } = await launch({
    env: { STARKDESK_FIXED_TIME: fixedTime, STARKDESK_PRACTICE_URL: running.baseUrl },
  })
  await stopClock(page)
  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  await noticeGone(page)

  const connection = new Connection(page)
  await frame.go('Connection')
  await expect(connection.toggle('Order list')).toBeVisible()
  await take(page, 'connection-before')
  await connection.runTest.click()
  await expect(connection.conclusion).toContainText(/passed|clock/)
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    await take(page, `connection-${name}`)
  }
  await page.setViewportSize(sizes[0])
  await connection.showReport.click()
  await expect(connection.report).toBeVisible()
  await take(page, 'connection-report')
  await page.keyboard.press('Escape')

  await running.stop()
  await connection.runTest.click()
  await expect(connection.conclusion).toContainText('Can’t reach', { timeout: 40_000 })
  await expect(connection.line).toContainText('Offline', { timeout: 40_000 })
  await connection.toggle('Health check').click()
  await expect(connection.toggle('Health check')).toHaveAttribute('aria-expanded', 'true')
  await take(page, 'connection-offline')
  await page.getByText(/^Only failures/).click()
  await page.setViewportSize(sizes[3])
  await take(page, 'connection-offline-900')
})

test('the Connection view with a clock that is wrong', async ({ launch, exchange }) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const user = running.users[0]
  if (!user) throw new Error('the exchange has no user')
  // The answers carry the time of this computer, so it is the app that gets another.
  const wrongTime = new Date(Date.now() - 61 * 60_000).toISOString()
  const { page, electron } = await launch({ env: { STARKDESK_FIXED_TIME: wrongTime } })
  await page.clock.setFixedTime(wrongTime)
  const onboarding = new Onboarding(page)
  await onboarding.fill('Desk', running.baseUrl)
  await (await onboarding.openWallet(electron)).connectByKey(user.ethereumPrivateKey)
  const frame = new Frame(page)
  await expect(frame.account).toContainText('Desk')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await frame.go('Connection')
  const connection = new Connection(page)
  await expect(connection.toggle('Profile')).toBeVisible()
  await connection.runTest.click()
  await expect(connection.conclusion).toContainText(/Your clock is 6\d minutes behind/)
  await take(page, 'connection-clock')
})
