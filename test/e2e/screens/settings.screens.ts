// Takes a picture of the settings: every group, in every size, searched, with nothing found, changed, with the diagnostics, removal.
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { approve, confirmWindowAfter } from '../pages/confirm-window.ts'
import { Settings } from '../pages/settings.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, stopClock, take } from './shots.ts'

const sizes = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1280', width: 1280, height: 720 },
  { name: '2560', width: 2560, height: 1440 },
  { name: '900', width: 900, height: 700 },
  { name: 'zoom200', width: 720, height: 450 },
] as const

test('the settings', async ({ launch, exchange }) => {
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
  const { page, electron } = await launch({
    env: { STARKDESK_FIXED_TIME: fixedTime, STARKDESK_PRACTICE_URL: running.baseUrl },
  })
  await stopClock(page)
  const settings = new Settings(page)
  await settings.open()
  await expect(settings.search).toBeVisible()
  await take(page, 'settings-no-account')
  await page.getByRole('button', { name: 'Back' }).click()
  await new Onboarding(page).practise.click()
  await expect(new Frame(page).orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  await settings.open()
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    await take(page, `settings-${name}`)
  }
  await page.setViewportSize(sizes[1])
  for (const group of [
    'Appearance',
    'Notifications',
    'Data and files',
    'In the views',
    'Diagnostics',
    'About',
    'Reset and removal',
  ]) {
    await settings.groups.getByRole('link', { name: group }).click()
    await take(page, `settings-${group.toLowerCase().replaceAll(' ', '-')}`)
  }
  await page.keyboard.press('/')
  await settings.search.fill('lock')
  await page.keyboard.press('ArrowDown')
  await take(page, 'settings-search')
  await settings.search.fill('leverage')
  await take(page, 'settings-nothing-found')
  await page.keyboard.press('Escape')
  await settings.group('Appearance').getByRole('switch', { name: 'Hide amounts' }).click()
  await settings.reset('Appearance').scrollIntoViewIfNeeded()
  await take(page, 'settings-changed')
  await settings.reset('Appearance').click()
  await take(page, 'settings-undo')
  await settings.showDiagnostics.click()
  await expect(settings.preview).toBeVisible({ timeout: 40_000 })
  await settings.saveDiagnostics.scrollIntoViewIfNeeded()
  await take(page, 'settings-diagnostics-preview')
  await settings.removeEverything.click()
  await settings.removalPanel.getByRole('textbox').fill('remove everything')
  await settings.removalPanel.scrollIntoViewIfNeeded()
  await take(page, 'settings-remove')
  const question = await confirmWindowAfter(electron, () =>
    settings.removalPanel.getByRole('button', { name: 'Remove everything and quit' }).click(),
  )
  await take(question, 'confirm-remove-all')
  await approve(question, 'Remove everything and quit').catch(() => undefined)
})
