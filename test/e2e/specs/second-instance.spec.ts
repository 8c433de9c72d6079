// Owns: what happens when the app is started while it runs: one window, one process on the data file.
// Must not: know a screen.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chooseRuntime } from '../../../scripts/runtime.ts'
import { appUnderTest } from '../support/app-under-test.ts'
import { expect, test } from '../support/test.ts'

test('a second start hands over to the first: its window comes to the front, and the second ends', async ({
  launch,
  dataFolder,
}) => {
  const { electron, page } = await launch()
  await expect(page.getByRole('heading').first()).toBeVisible()
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.minimize()
  })
  const isMinimized = (): Promise<boolean | undefined> =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
  expect(await isMinimized()).toBe(true)

  const { executable, flags } = chooseRuntime()
  const second = spawn(executable, [appUnderTest, `--user-data-dir=${dataFolder}`, ...flags], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    stdio: 'ignore',
  })
  expect(await once(second, 'exit')).toEqual([0, null])

  await expect.poll(isMinimized).toBe(false)
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  // The first goes on as it was.
  await expect(page.getByRole('heading').first()).toBeVisible()
})
