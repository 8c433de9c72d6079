import { Frame } from '../pages/frame.ts'
import { chooseNotification, Notices, readNotifications, recordNotifications } from '../pages/notices.ts'
import { findAxeFaults } from '../support/axe.ts'
import { practise } from '../support/practice.ts'
import { expect, test } from '../support/test.ts'

test('a price that is reached is told of by the system and the bell, and is in the list after a restart, as are muting and quiet hours', async ({
  launch,
}) => {
  test.setTimeout(240_000)
  const first = await launch()
  await recordNotifications(first.electron)
  await practise(first)
  const frame = new Frame(first.page)

  const notices = new Notices(first.page)
  await expect(notices.bell).toHaveAccessibleName('Notifications')
  await notices.bell.focus()
  await first.page.keyboard.press('Enter')
  await expect(notices.popover).toContainText('No notifications yet.')
  expect(await findAxeFaults(first.page)).toEqual([])
  await notices.show('Price alerts')
  await expect(notices.popover).toContainText('No price alerts yet.')
  await notices.setAlertsAtPrice('ethusdc')
  await expect(notices.alerts).toHaveCount(2)
  await expect(notices.alerts.first()).toContainText(/ETH\/USDC.*near the price · Active, once/s)
  expect(await findAxeFaults(first.page)).toEqual([])
  await first.page.keyboard.press('Escape')
  await expect(notices.bell).toBeFocused()

  // Whatever the chart shows.
  await frame.go('Orders')
  await expect(async () => {
    try {
      await expect(notices.bell).toHaveAccessibleName(/unread/, { timeout: 35_000 })
    } catch (error) {
      // The price went on while they were set, and both lie on the same side of it: two more, where it is now.
      await notices.setAlertsAtPrice('ethusdc')
      throw error
    }
  }).toPass({ timeout: 150_000 })
  await expect.poll(async () => (await readNotifications(first.electron)).length).toBeGreaterThan(0)
  const [notification] = await readNotifications(first.electron)
  expect(notification?.title).toMatch(/^ETH\/USDC reached [\d,]+\.\d+$/)
  expect(notification?.body).toBe('near the price')
  await chooseNotification(first.electron, 0)
  await expect(first.page.getByRole('application').first()).toHaveAccessibleName(/ETH\/USDC/)

  await notices.bell.click()
  await notices.show('Notifications')
  await expect(notices.rows.first()).toContainText(/ETH\/USDC reached .*near the price/s)
  await expect(notices.popover.getByRole('heading', { name: 'Today' })).toBeVisible()
  expect(await findAxeFaults(first.page)).toEqual([])
  const markAll = notices.popover.getByRole('button', { name: 'Mark all read' })
  // The one that was opened is read already.
  if (await markAll.isEnabled()) await markAll.click()
  await expect(notices.bell).toHaveAccessibleName('Notifications')

  await notices.popover.getByRole('button', { name: 'Do not disturb' }).click()
  await expect(notices.bell).toHaveAccessibleName('Notifications, muted')
  await notices.popover.getByRole('button', { name: 'Notification settings' }).click()
  const section = first.page.getByRole('region', { name: 'Notifications' })
  await expect(section.getByRole('switch', { name: 'Do not disturb' })).toBeChecked()
  await section.getByRole('switch', { name: 'Quiet hours' }).click()
  await section.getByLabel('From, UTC').fill('23:30')
  await expect(section.getByLabel('Until, UTC')).toHaveValue('07:00')
  await section.getByRole('switch', { name: 'Canceled orders' }).click()
  expect(await findAxeFaults(first.page)).toEqual([])
  await first.close()

  const second = await launch()
  const again = new Notices(second.page)
  await again.bell.click()
  await expect(again.rows.first()).toContainText('near the price')
  await again.popover.getByRole('button', { name: 'Clear' }).click()
  await expect(
    again.rows.filter({ hasText: 'Unread:' }).or(again.popover.getByText('No notifications yet.')),
  ).not.toHaveCount(0)
  await second.page.keyboard.press('Escape')
  await new Frame(second.page).go('Settings')
  const kept = second.page.getByRole('region', { name: 'Notifications' })
  await expect(kept.getByRole('switch', { name: 'Do not disturb' })).toBeChecked()
  await expect(kept.getByLabel('From, UTC')).toHaveValue('23:30')
  await expect(kept.getByRole('switch', { name: 'Canceled orders' })).not.toBeChecked()
  await expect(kept.getByRole('switch', { name: 'Filled orders', exact: true })).toBeChecked()
})
