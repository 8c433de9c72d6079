// Owns `Menu` and `MenuItem` as data, and the keyboard shortcuts of the application menu.
// It must not draw: no menu bar and no context menu is shown.
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import type { KeyStroke } from '../page/messages.ts'
import { asElectron, failByNameInClass } from '../strict.ts'

type Options = Electron.MenuItemConstructorOptions
type EmulatedMenu = Pick<Electron.Menu, 'popup' | 'closePopup'>

let lastCommandId = 0
let applicationMenu: Menu | null = null
let focusedWindow: () => Electron.BaseWindow | undefined = () => undefined

/** Tells which window a menu item's click is about; given by browser-window.ts. */
export function setFocusedWindowFinder(find: () => Electron.BaseWindow | undefined): void {
  focusedWindow = find
}

export class MenuItem {
  readonly commandId: number
  readonly id: string | undefined
  readonly type: NonNullable<Options['type']>
  readonly role: Options['role']
  readonly accelerator: string | undefined
  readonly registerAccelerator: boolean
  readonly submenu: Menu | undefined
  label: string
  sublabel: string
  toolTip: string
  enabled: boolean
  visible: boolean
  checked: boolean
  readonly #click: Options['click']

  constructor(options: Options) {
    lastCommandId += 1
    const { submenu } = options
    this.commandId = lastCommandId
    this.id = options.id
    this.role = options.role
    this.type = options.type ?? (submenu ? 'submenu' : 'normal')
    this.label = options.label ?? options.role ?? ''
    this.sublabel = options.sublabel ?? ''
    this.toolTip = options.toolTip ?? ''
    this.accelerator = options.accelerator
    this.registerAccelerator = options.registerAccelerator ?? true
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.#click = options.click
    if (Array.isArray(submenu)) this.submenu = Menu.buildFromTemplate(submenu)
    else if (submenu instanceof Menu) this.submenu = submenu
  }

  click(): void {
    if (!this.enabled) return
    if (this.type === 'checkbox') this.checked = !this.checked
    if (this.type === 'radio') this.checked = true
    this.#click?.(asElectron<Electron.MenuItem>(this), focusedWindow(), {})
  }
}

export class Menu extends EventEmitter implements EmulatedMenu {
  readonly items: MenuItem[] = []

  append(item: MenuItem): void {
    this.items.push(item)
  }

  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }

  popup(): void {
    this.emit('menu-will-show')
  }

  closePopup(): void {
    this.emit('menu-will-close')
  }

  static buildFromTemplate(template: readonly (Options | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }
}

failByNameInClass('Menu', Menu)
failByNameInClass('MenuItem', MenuItem)

/** Whether a key stroke is the one that an accelerator (`CmdOrCtrl+Shift+P`) names. */
export function matchesAccelerator(
  accelerator: string,
  stroke: KeyStroke,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const wanted = { control: false, shift: false, alt: false, meta: false }
  let key = ''
  for (const part of accelerator.split(/\+(?!$)/)) {
    const name = part.toLowerCase()
    if (/^(cmdorctrl|commandorcontrol)$/.test(name)) wanted[platform === 'darwin' ? 'meta' : 'control'] = true
    else if (/^(ctrl|control)$/.test(name)) wanted.control = true
    else if (/^(cmd|command|super|meta)$/.test(name)) wanted.meta = true
    else if (/^(alt|option|altgr)$/.test(name)) wanted.alt = true
    else if (name === 'shift') wanted.shift = true
    else key = name
  }
  const named: Record<string, string> = {
    plus: '+',
    numadd: '+',
    numsub: '-',
    num0: '0',
    space: ' ',
    esc: 'escape',
    return: 'enter',
    left: 'arrowleft',
  }
  Object.assign(named, { right: 'arrowright', up: 'arrowup', down: 'arrowdown' })
  const isKey = stroke.key.toLowerCase() === (named[key] ?? key) || stroke.code.toLowerCase() === `key${key}`
  const isSame =
    stroke.control === wanted.control && stroke.alt === wanted.alt && stroke.meta === wanted.meta && isKey
  // A sign such as '+' may need the shift key to be typed.
  return isSame && (stroke.shift === wanted.shift || /^[^a-z0-9]$/.test(named[key] ?? key))
}

/** Clicks the item of the application menu that this key stroke belongs to. */
export function pressAccelerator(stroke: KeyStroke, menu: Menu | null = applicationMenu): boolean {
  for (const item of menu?.items ?? []) {
    if (item.submenu && pressAccelerator(stroke, item.submenu)) return true
    const isHeard = item.registerAccelerator || process.platform === 'darwin'
    if (isHeard && item.accelerator !== undefined && matchesAccelerator(item.accelerator, stroke)) {
      item.click()
      return true
    }
  }
  return false
}
