// What surrounds the window as a person uses it: the menu bar, the tray, another start of the app.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ElectronApplication } from 'playwright/test'
import { appUnderTest } from '../support/app-under-test.ts'
import { chooseRuntime } from '../../../scripts/runtime.ts'

/** Chooses an item of the menu bar by its words; false where there is none, or it cannot be chosen. */
export function chooseInMenu(electron: ElectronApplication, menu: string, item: string): Promise<boolean> {
  return electron.evaluate(
    ({ Menu }, [menuLabel, itemLabel]) => {
      const bare = (label: string): string => label.replace('&', '')
      const found = Menu.getApplicationMenu()
        ?.items.find(({ label }) => bare(label) === menuLabel)
        ?.submenu?.items.find(({ label }) => label === itemLabel)
      found?.click()
      return found?.enabled ?? false
    },
    [menu, item] as const,
  )
}

/** From now on the menu of a tray that is made is remembered. */
export async function watchTray(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ Tray }) => {
    const setMenu = Object.getOwnPropertyDescriptor(Tray.prototype, 'setContextMenu')?.value as (
      this: Electron.Tray,
      menu: Electron.Menu | null,
    ) => void
    Tray.prototype.setContextMenu = function remember(this: Electron.Tray, menu: Electron.Menu | null) {
      Reflect.set(globalThis, 'trayMenu', menu)
      setMenu.call(this, menu)
    }
  })
}

export function chooseInTray(electron: ElectronApplication, item: string): Promise<boolean> {
  return electron.evaluate((_electron, label) => {
    const menu = Reflect.get(globalThis, 'trayMenu') as Electron.Menu | undefined
    const found = menu?.items.find((one) => one.label === label)
    found?.click()
    return found !== undefined
  }, item)
}

/** Starts the app once more on the same folder, as the system does for a link; the exit code of that process. */
export async function startAgain(dataFolder: string, ...args: string[]): Promise<number | null> {
  const { executable, flags } = chooseRuntime()
  const second = spawn(executable, [appUnderTest, `--user-data-dir=${dataFolder}`, ...flags, ...args], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    stdio: 'ignore',
  })
  const [code] = (await once(second, 'exit')) as [number | null]
  return code
}

/** Ends the app as a crash does: nothing of it gets to do anything. */
export async function killApp(electron: ElectronApplication): Promise<void> {
  const running = electron.process()
  const ended = running.exitCode === null ? once(running, 'exit') : Promise.resolve()
  running.kill('SIGKILL')
  await ended
}
