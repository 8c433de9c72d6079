// What another start of the app does, with a starkdesk:// link and without, and what no link can do.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { startAgain } from '../pages/desktop.ts'
import { Frame } from '../pages/frame.ts'
import { sharePractice } from '../support/practice.ts'
import { expect, test } from '../support/test.ts'

const view = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const shared = sharePractice()

test('a second start hands over to the first: its window comes to the front, and the second ends', async () => {
  const { electron, page, dataFolder } = shared()
  const isMinimized = (): Promise<boolean | undefined> =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  expect(await isMinimized()).toBe(true)
  expect(await startAgain(dataFolder)).toBe(0)
  await expect.poll(isMinimized).toBe(false)
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  // The first goes on as it was.
  await expect(new Frame(page).account).toBeVisible()
})

test('a link leads to a place, and never into a transfer', async () => {
  const { page, dataFolder } = shared()
  await startAgain(dataFolder, 'starkdesk://markets/btcusdc')
  await expect(page.getByRole('application').first()).toHaveAccessibleName(/BTC\/USDC/)
  await startAgain(dataFolder, 'starkdesk://settings/security')
  await expect(page.getByRole('heading', { name: 'Security', exact: true })).toBeFocused()

  // Refused as a whole: it does not even lead to the view.
  const recipient = '0x00000000000000000000000000000000000000aa'
  await startAgain(dataFolder, `starkdesk://transfers/new?to=${recipient}&amount=5`)
  await startAgain(dataFolder, 'starkdesk://transfers/new?to=0xaa')
  await startAgain(dataFolder, 'starkdesk://transfers')
  await expect(view(page, 'Transfers')).toBeVisible()
  await expect(page.getByLabel('Recipient', { exact: true })).toHaveCount(0)
  const fields = await page
    .getByRole('textbox')
    .evaluateAll((all) => all.map((field) => (field instanceof HTMLInputElement ? field.value : '')))
  expect(fields.filter((text) => text !== '')).toEqual([])
  expect(await page.content()).not.toContain('0xaa')

  const log = readFileSync(join(dataFolder, 'logs', 'starkdesk.log'), 'utf8')
  expect(log).toContain('"what":"a link was refused","why":"query"')
  expect(log).not.toContain('0xaa')
  expect(log).not.toContain(recipient)
})
