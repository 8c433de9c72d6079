// Takes a picture of "Local data": ready, in every size, with its questions, paused, offline, without an
// account.
import { Data } from '../pages/data.ts'
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

test('the data on this computer', async ({ launch, exchange }) => {
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
  const data = new Data(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Show stored data' }).click()
  await expect(data.total).toHaveText(/B$/, { timeout: 40_000 })
  await take(page, 'data-no-account')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Back' }).click()

  await new Onboarding(page).practise.click()
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  await noticeGone(page)
  await frame.orderSync.click()
  await data.measure.click()
  await expect(data.kind('Orders')).toContainText('2,500', { timeout: 40_000 })
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    await take(page, `data-${name}`)
  }
  await page.setViewportSize(sizes[1])
  await data.keep('Orders').click()
  await take(page, 'data-keep')
  await page.getByRole('menuitemradio', { name: '90 days' }).click()
  await expect(data.question('Keep Orders for 90 days')).toBeVisible()
  await take(page, 'data-shorten')
  await page.keyboard.press('Escape')
  await data.clearAll.click()
  await take(page, 'data-clear-all')
  await page.keyboard.press('Escape')
  await data.check.click()
  await data.backUp.click()
  await expect(data.checkResult).toContainText('No damage found', { timeout: 40_000 })
  await data.pause.click()
  await expect(data.resume).toBeVisible()
  await take(page, 'data-paused')
  await data.resume.click()
  await running.stop()
  await expect(frame.connection).toContainText(/^Offline/, { timeout: 40_000 })
  await take(page, 'data-offline')
})
