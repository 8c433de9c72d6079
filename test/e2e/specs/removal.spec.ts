import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { confirmWindowAfter } from '../pages/confirm-window.ts'
import { Settings } from '../pages/settings.ts'
import { expect, test } from '../support/test.ts'

test('everything goes after the words and a yes, nothing before, and what is a person’s own stays', async ({
  launch,
  exchange,
  dataFolder,
}) => {
  const running = await exchange('--port', '0', '--seed', '7', '--orders', '100')
  const env = { STARKDESK_PRACTICE_URL: running.baseUrl }
  const { page, electron } = await launch({ env })
  await new Onboarding(page).practise.click()
  await expect(new Frame(page).orderSync).toContainText('Synced 100 orders', { timeout: 40_000 })
  writeFileSync(join(dataFolder, 'taxes.txt'), 'mine')
  const settings = new Settings(page)
  await settings.open()
  await settings.removeEverything.click()
  const panel = settings.removalPanel
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('1 practice account')
  const remove = panel.getByRole('button', { name: 'Remove everything and quit' })
  await expect(remove).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(settings.removeEverything).toBeFocused()

  await settings.removeEverything.click()
  await panel.getByRole('textbox').fill('Remove everything')
  const no = await confirmWindowAfter(electron, () => remove.click())
  await expect(no.getByRole('heading')).toHaveText('Remove all Starkdesk data from this computer?')
  await no.getByRole('button', { name: 'Don’t remove' }).click()
  await expect(panel).toContainText('Nothing was removed.')
  await expect(new Frame(page).account).toContainText('Alice')

  const yes = await confirmWindowAfter(electron, () => remove.click())
  const approve = yes.getByRole('button', { name: 'Remove everything and quit', exact: true })
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true')
  const ended = electron.waitForEvent('close')
  await approve.click().catch(() => undefined)
  await ended
  const left = (): string[] =>
    readdirSync(dataFolder).filter((name) =>
      /starkdesk|backups|logs|practice|keys|desktop|running/.test(name),
    )
  await expect.poll(left).toEqual([])
  expect(existsSync(join(dataFolder, 'taxes.txt'))).toBe(true)

  const again = await launch({ env })
  await expect(new Onboarding(again.page).practise).toBeVisible()
})
