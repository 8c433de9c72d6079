// Builds each platform's menus (application, dock, tray) and the jump list. Pure; items name commands or system roles.
import type { MenuItemConstructorOptions } from 'electron'
import type { Destination } from '../../src-preload/contract/app/places.ts'
import type { ViewName } from '../../src-preload/domain/views.ts'

export type MenuCommand =
  | { readonly kind: 'go'; readonly destination: Destination }
  | { readonly kind: 'zoom'; readonly direction: -1 | 0 | 1 }
  | {
      readonly kind:
        'show' | 'lock' | 'quit' | 'openDataFolder' | 'openLog' | 'cancelAllOrders' | 'stopCancelingAll'
    }

export interface MenuSetting {
  readonly platform: NodeJS.Platform
  /** Developer items are left out of a packaged app. */
  readonly isPackaged: boolean
  readonly act: (command: MenuCommand) => void
}

type Item = MenuItemConstructorOptions

const separator: Item = { type: 'separator' }

/** In the order of the main rail, with its shortcuts. */
const goItems: readonly { readonly view: ViewName; readonly label: string; readonly key: string | null }[] = [
  { view: 'trade', label: 'Trade', key: '1' },
  { view: 'orders', label: 'Orders', key: '2' },
  { view: 'portfolio', label: 'Portfolio', key: '3' },
  { view: 'transfers', label: 'Transfers', key: '4' },
  { view: 'connection', label: 'Connection', key: '5' },
  { view: 'data', label: 'Local Data', key: null },
]

/** Views in the dock menu and the jump list. */
const tasks = goItems.slice(0, 3)

function commandItem(setting: MenuSetting, label: string, command: MenuCommand, more: Item = {}): Item {
  return {
    label,
    click: () => setting.act(command),
    ...more,
  }
}

/**
 * An accelerator that the page also handles (shell/page/app-keys.ts). Shown but not registered where the system allows it; on
 * macOS the menu handles the key after the page lets it pass.
 */
const pageKey = (accelerator: string): Item => ({ accelerator, registerAccelerator: false })

const goTo = (view: ViewName): MenuCommand => ({ kind: 'go', destination: { kind: 'view', view } })
const about: MenuCommand = { kind: 'go', destination: { kind: 'settings', part: 'about' } }

function settingsItem(setting: MenuSetting): Item {
  return commandItem(setting, 'Settings…', goTo('settings'), pageKey('CmdOrCtrl+,'))
}

function lockItem(setting: MenuSetting): Item {
  return commandItem(setting, 'Lock', { kind: 'lock' }, pageKey('CmdOrCtrl+Shift+L'))
}

function appMenu(setting: MenuSetting): Item {
  return {
    label: 'Starkdesk',
    submenu: [
      commandItem(setting, 'About Starkdesk', about),
      separator,
      settingsItem(setting),
      lockItem(setting),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
}

function fileMenu(setting: MenuSetting): Item {
  const items: Item[] =
    setting.platform === 'darwin'
      ? [{ role: 'close' }]
      : [settingsItem(setting), lockItem(setting), separator, { role: 'close' }, { role: 'quit' }]
  return { label: setting.platform === 'darwin' ? 'File' : '&File', submenu: items }
}

function editMenu({ platform }: MenuSetting): Item {
  return {
    label: platform === 'darwin' ? 'Edit' : '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'delete' },
      separator,
      { role: 'selectAll' },
    ],
  }
}

/** The same command under an alternative key for other keyboard layouts. */
function otherKey(setting: MenuSetting, command: MenuCommand, accelerator: string): Item {
  return commandItem(setting, accelerator, command, {
    accelerator,
    visible: false,
    acceleratorWorksWhenHidden: true,
  })
}

/** Plus and minus alone zoom the chart; with Ctrl or Cmd they zoom the app. */
function zoomItems(setting: MenuSetting): Item[] {
  const [larger, smaller, usual] = ([1, -1, 0] as const).map(
    (direction) => ({ kind: 'zoom', direction }) as const,
  )
  if (larger === undefined || smaller === undefined || usual === undefined) return []
  return [
    commandItem(setting, 'Actual Size', usual, { accelerator: 'CmdOrCtrl+0' }),
    commandItem(setting, 'Zoom In', larger, { accelerator: 'CmdOrCtrl+Plus' }),
    commandItem(setting, 'Zoom Out', smaller, { accelerator: 'CmdOrCtrl+-' }),
    otherKey(setting, larger, 'CmdOrCtrl+='),
    otherKey(setting, larger, 'CmdOrCtrl+numadd'),
    otherKey(setting, smaller, 'CmdOrCtrl+numsub'),
    otherKey(setting, usual, 'CmdOrCtrl+num0'),
  ]
}

function viewMenu(setting: MenuSetting): Item {
  const palette: MenuCommand = { kind: 'go', destination: { kind: 'palette' } }
  const developers: Item[] = setting.isPackaged
    ? []
    : [separator, { role: 'reload' }, { role: 'toggleDevTools' }]
  return {
    label: setting.platform === 'darwin' ? 'View' : '&View',
    submenu: [
      commandItem(setting, 'Search or Command…', palette, pageKey('CmdOrCtrl+K')),
      separator,
      ...zoomItems(setting),
      separator,
      { role: 'togglefullscreen' },
      ...developers,
    ],
  }
}

function goMenu(setting: MenuSetting): Item {
  return {
    label: setting.platform === 'darwin' ? 'Go' : '&Go',
    submenu: goItems.map(({ view, label, key }) =>
      commandItem(setting, label, goTo(view), key === null ? {} : pageKey(`CmdOrCtrl+${key}`)),
    ),
  }
}

/** Without a question: whoever presses it may have no time for one. */
function cancelAllItem(setting: MenuSetting, more: Item = {}): Item {
  return commandItem(setting, 'Cancel All Orders', { kind: 'cancelAllOrders' }, more)
}

/** The key works while no page does. */
function tradeMenu(setting: MenuSetting): Item {
  return {
    label: setting.platform === 'darwin' ? 'Trade' : '&Trade',
    submenu: [
      cancelAllItem(setting, { accelerator: 'CmdOrCtrl+Shift+K' }),
      commandItem(setting, 'Stop Canceling', { kind: 'stopCancelingAll' }),
    ],
  }
}

function helpMenu(setting: MenuSetting): Item {
  const isMac = setting.platform === 'darwin'
  const items = [
    commandItem(setting, 'Keyboard Shortcuts', { kind: 'go', destination: { kind: 'keys' } }),
    separator,
    commandItem(setting, 'Open Data Folder', { kind: 'openDataFolder' }),
    commandItem(setting, 'Open Log', { kind: 'openLog' }),
  ]
  return isMac
    ? { role: 'help', submenu: items }
    : { label: '&Help', submenu: [...items, separator, commandItem(setting, 'About Starkdesk', about)] }
}

/** The menu bar: the system's on macOS, the window's elsewhere. */
export function applicationMenu(setting: MenuSetting): Item[] {
  const isMac = setting.platform === 'darwin'
  return [
    ...(isMac ? [appMenu(setting)] : []),
    fileMenu(setting),
    editMenu(setting),
    viewMenu(setting),
    goMenu(setting),
    tradeMenu(setting),
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    helpMenu(setting),
  ]
}

/** The macOS dock menu. */
export function dockMenu(setting: MenuSetting): Item[] {
  return [
    ...tasks.map(({ view, label }) => commandItem(setting, label, goTo(view))),
    separator,
    commandItem(setting, 'Lock', { kind: 'lock' }),
  ]
}

/** @param canceling - how canceling all orders stands, in words; null where there is nothing to tell */
export function trayMenu(setting: MenuSetting, canceling: string | null = null): Item[] {
  const standing: Item[] =
    canceling === null
      ? []
      : [
          { label: canceling, enabled: false },
          commandItem(setting, 'Stop Canceling', { kind: 'stopCancelingAll' }),
          separator,
        ]
  return [
    ...standing,
    commandItem(setting, 'Show Starkdesk', { kind: 'show' }),
    commandItem(setting, 'Lock', { kind: 'lock' }),
    separator,
    cancelAllItem(setting),
    separator,
    commandItem(setting, 'Quit', { kind: 'quit' }),
  ]
}

/** Tasks of the Windows jump list. Each starts the app with a deep link. */
export function userTasks(program: string): Electron.Task[] {
  return tasks.map(({ view, label }) => ({
    program,
    arguments: `starkdesk://${view}`,
    iconPath: program,
    iconIndex: 0,
    title: label,
    description: `Shows ${label.toLowerCase()}`,
  }))
}
