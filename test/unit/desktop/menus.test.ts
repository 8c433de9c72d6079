import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { destination } from '../../../src-preload/contract/app/places.ts'
import { readLink } from '../../../src-main/desktop/deep-link.ts'
import {
  applicationMenu,
  dockMenu,
  type MenuCommand,
  trayMenu,
  userTasks,
} from '../../../src-main/desktop/menus.ts'
import { describeCancelAll } from '../../../src-main/desktop/quitting/cancel-all-text.ts'
import { commandOf } from '../../../src-renderer/charts/input/keys.ts'
import { appCommandOf } from '../../../src-renderer/shell/page/app-keys.ts'
import { viewCommandOf } from '../../../src-renderer/features/markets/chart/chart-keys.ts'

type Item = MenuItemConstructorOptions

function makeMenu(platform: NodeJS.Platform, isPackaged = true) {
  const acts: MenuCommand[] = []
  const setting = { platform, isPackaged, act: (command: MenuCommand) => acts.push(command) }
  return { acts, setting, menu: applicationMenu(setting) }
}

const childrenOf = (item: Item): readonly Item[] => (Array.isArray(item.submenu) ? item.submenu : [])
const allOf = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...allOf(childrenOf(item))])
const wordOf = ({ label, role, type }: Item): string => label ?? role ?? type ?? ''

/** What stands in each menu, as a person reads it. */
function read(menu: readonly Item[]): Record<string, string[]> {
  return Object.fromEntries(
    menu.map((item) => [
      wordOf(item),
      childrenOf(item)
        .filter(({ visible }) => visible !== false)
        .map(wordOf),
    ]),
  )
}

function press(item: Item | undefined): void {
  // No item of ours looks at what Electron hands over.
  Reflect.apply(item?.click ?? expect.fail('no such item'), undefined, [])
}

/** A key stroke as the page gets it. */
function strokeOf(accelerator: string) {
  const parts = accelerator.replace('CmdOrCtrl', 'Ctrl').split('+')
  const last = parts.at(-1) ?? ''
  const key = { Plus: '+', numadd: '+', numsub: '-', num0: '0' }[last] ?? last.toLowerCase()
  return {
    key,
    code: /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: false,
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  }
}

const go = ['Trade', 'Orders', 'Portfolio', 'Transfers', 'Connection', 'Local Data']
const edit = ['undo', 'redo', 'separator', 'cut', 'copy', 'paste', 'delete', 'separator', 'selectAll']
const view = [
  'Search or Command…',
  'separator',
  'Actual Size',
  'Zoom In',
  'Zoom Out',
  'separator',
  'togglefullscreen',
]

describe('the menu bar', () => {
  it('is that of a Mac on a Mac', () => {
    expect(read(makeMenu('darwin').menu)).toEqual({
      Starkdesk: [
        'About Starkdesk',
        'separator',
        'Settings…',
        'Lock',
        'separator',
        'services',
        'separator',
        'hide',
        'hideOthers',
        'unhide',
        'separator',
        'quit',
      ],
      File: ['close'],
      Edit: edit,
      View: view,
      Go: go,
      Trade: ['Cancel All Orders', 'Stop Canceling'],
      windowMenu: [],
      help: ['Keyboard Shortcuts', 'separator', 'Open Data Folder', 'Open Log'],
    })
  })

  it.each(['win32', 'linux'] as const)(
    'has letters to open it by, and About under Help, on %s',
    (platform) => {
      expect(read(makeMenu(platform).menu)).toEqual({
        '&File': ['Settings…', 'Lock', 'separator', 'close', 'quit'],
        '&Edit': edit,
        '&View': view,
        '&Go': go,
        '&Trade': ['Cancel All Orders', 'Stop Canceling'],
        '&Help': [
          'Keyboard Shortcuts',
          'separator',
          'Open Data Folder',
          'Open Log',
          'separator',
          'About Starkdesk',
        ],
      })
    },
  )

  it.each(['darwin', 'win32', 'linux'] as const)(
    'has no door for developers in a package, on %s',
    (platform) => {
      const roles = (isPackaged: boolean) =>
        allOf(makeMenu(platform, isPackaged).menu).map(({ role }) => role?.toLowerCase())
      for (const role of ['reload', 'forcereload', 'toggledevtools']) expect(roles(true)).not.toContain(role)
      expect(roles(false)).toEqual(expect.arrayContaining(['reload', 'toggledevtools']))
    },
  )

  it.each(['darwin', 'win32', 'linux'] as const)('gives every key once, on %s', (platform) => {
    const keys = allOf(makeMenu(platform).menu).flatMap(({ accelerator }) => accelerator ?? [])
    expect(keys.length).toBeGreaterThan(8)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('leaves to the page what the page does by the same key, and takes no other key of it', () => {
    const { menu, acts } = makeMenu('linux')
    for (const item of allOf(menu)) {
      if (item.accelerator === undefined) continue
      const stroke = strokeOf(item.accelerator)
      const ofApp = appCommandOf(stroke, false)
      expect({ key: item.accelerator, isForPage: item.registerAccelerator === false }).toEqual({
        key: item.accelerator,
        isForPage: ofApp !== null,
      })
      expect(commandOf(stroke)).toBeNull()
      expect(viewCommandOf(stroke)).toBeNull()
      if (ofApp === null) continue
      press(item)
      const command = acts.at(-1)
      const meant =
        ofApp.kind === 'view'
          ? { kind: 'go', destination: { kind: 'view', view: ofApp.view } }
          : ofApp.kind === 'palette'
            ? { kind: 'go', destination: { kind: 'palette' } }
            : { kind: ofApp.kind }
      expect(command).toEqual(meant)
    }
  })

  it('only leads to places that the contract knows', () => {
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const { menu, acts, setting } = makeMenu(platform, false)
      const items = [...allOf(menu), ...dockMenu(setting), ...trayMenu(setting)]
      for (const item of items) if (item.click) press(item)
      expect(acts.length).toBeGreaterThan(15)
      for (const command of acts)
        if (command.kind === 'go') expect(destination.safeParse(command.destination).success).toBe(true)
    }
  })
})

describe('beside the window', () => {
  it('the dock has views and the lock, the tray what an app without a window needs', () => {
    const { setting, acts } = makeMenu('linux')
    expect(dockMenu(setting).map(wordOf)).toEqual(['Trade', 'Orders', 'Portfolio', 'separator', 'Lock'])
    const tray = trayMenu(setting)
    expect(tray.map(wordOf)).toEqual([
      'Show Starkdesk',
      'Lock',
      'separator',
      'Cancel All Orders',
      'separator',
      'Quit',
    ])
    for (const item of tray) if (item.click) press(item)
    expect(acts.map(({ kind }) => kind)).toEqual(['show', 'lock', 'cancelAllOrders', 'quit'])
  })

  it('the tray tells how canceling all orders stands, first of all', () => {
    const { setting, acts } = makeMenu('linux')
    const state = {
      phase: 'waitingForConnection',
      leftCount: 23,
      mayStillAppear: [],
      note: null,
      waiting: [],
    } as const
    const [told, stop] = trayMenu(setting, describeCancelAll(state))
    expect(told).toEqual({ label: 'Not canceled: 23 orders may be open', enabled: false })
    press(stop)
    expect(acts).toEqual([{ kind: 'stopCancelingAll' }])
    expect(describeCancelAll({ ...state, phase: 'done', leftCount: 0 })).toBeNull()
    expect(describeCancelAll({ ...state, phase: 'done', leftCount: 0, mayStillAppear: ['a'] })).toBe(
      'Canceled. 1 order may still appear',
    )
    const waits = 'Not canceled for 1 account: open Starkdesk'
    expect(describeCancelAll({ ...state, phase: 'idle', leftCount: 0, waiting: ['a'] })).toBe(waits)
    expect(describeCancelAll({ ...state, phase: 'done', note: 'accountLeft', waiting: ['a'] })).toBe(waits)
    expect(describeCancelAll({ ...state, phase: 'done', leftCount: 0, waiting: ['a'] })).toBe(waits)
  })

  it('each task of the jump list is a link that is followed', () => {
    const tasks = userTasks('C:\\Starkdesk.exe')
    expect(tasks.map(({ title }) => title)).toEqual(['Trade', 'Orders', 'Portfolio'])
    for (const { arguments: link, program } of tasks) {
      expect(readLink(link).ok).toBe(true)
      expect(program).toBe('C:\\Starkdesk.exe')
    }
  })
})
