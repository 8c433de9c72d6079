// A person who has the keyboard alone: keys go to whatever has the focus, and each stop of it is looked at.
import type { ElectronApplication, Page } from 'playwright/test'
import { closing, confirmWindowAfter } from './confirm-window.ts'
import { expect } from '../support/test.ts'

/** More than any view has stops. */
const MOST_STOPS = 120

/** As long as a quick finger holds a key. */
const KEY_DOWN_MS = 40

export interface Focused {
  /** Its accessible name, or its text. */
  readonly name: string
  readonly role: string
  /** Empty while a person can see and reach it: the focus is nowhere, is off screen or below something, or has no ring. */
  readonly fault: string
}

/** What has the focus in a window, and how it looks. */
export function readFocused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const at = document.activeElement
    if (at === null || at === document.body) return { name: '', role: '', fault: 'nothing has the focus' }
    const input = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at : null
    const name = at.getAttribute('aria-label') ?? input?.labels?.[0]?.textContent ?? at.textContent
    const { x, y, width, height } = at.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    // A hidden radio lies below the label that shows it.
    const isReached =
      top !== null && (at.contains(top) || top.contains(at) || at.closest('label')?.contains(top) === true)
    const isPressed = at.matches('button, a, [role=menuitem], [role=option]')
    const style = getComputedStyle(at)
    const hasRing = !isPressed || style.outlineStyle !== 'none' || at.hasAttribute('data-highlighted')
    const fault = !isReached ? 'below something, or off screen' : hasRing ? '' : 'no ring'
    return {
      name: name.replaceAll(/\s+/g, ' ').trim(),
      role: at.getAttribute('role') ?? input?.type ?? at.tagName.toLowerCase(),
      fault,
    }
  })
}

export class Keyboard {
  readonly page: Page
  readonly #electron: ElectronApplication

  constructor({ page, electron }: { readonly page: Page; readonly electron: ElectronApplication }) {
    this.page = page
    this.#electron = electron
  }

  async press(key: string, times = 1): Promise<void> {
    for (let at = 0; at < times; at += 1) await this.page.keyboard.press(key, { delay: KEY_DOWN_MS })
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** Types in place of what the field with the focus has. */
  async retype(text: string): Promise<void> {
    await this.press('Control+a')
    await this.type(text)
  }

  /** Presses a key until what has the focus is called so; fails at a stop that nobody could see or reach. */
  async go(to: RegExp, key = 'Tab', page = this.page): Promise<void> {
    const stops: string[] = []
    for (let at = 0; at < MOST_STOPS; at += 1) {
      await page.keyboard.press(key)
      const { name, role, fault } = await readFocused(page)
      const isThere = to.test(name)
      // Past the last stop of a page the focus is nowhere for one press.
      if (fault !== '' && name !== '') expect.soft(fault, `${key} to ${role} “${name.slice(0, 60)}”`).toBe('')
      if (isThere) return
      stops.push(name.slice(0, 30))
    }
    throw new Error(`${key} does not lead to ${String(to)}: ${stops.join(' | ')}`)
  }

  back(to: RegExp): Promise<void> {
    return this.go(to, 'Shift+Tab')
  }

  async expectFocus(name: RegExp): Promise<void> {
    await expect(async () => {
      const focused = await readFocused(this.page)
      expect(focused.name).toMatch(name)
      expect(focused.fault).toBe('')
    }).toPass({ timeout: 15_000 })
  }

  /** Finds a command by what is typed, and runs the first. */
  async command(typed: string, first: RegExp): Promise<void> {
    await this.press('Control+k')
    await expect.poll(async () => (await readFocused(this.page)).role).toBe('combobox')
    await this.type(typed)
    const found = this.page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first()
    await expect(found).toHaveText(first)
    await this.press('Enter')
    await found.waitFor({ state: 'detached' })
  }

  /** Does something that main asks about in its own window, and waits until that takes keys. */
  async ask(act: () => Promise<unknown>): Promise<Page> {
    const window = await confirmWindowAfter(this.#electron, act)
    await expect(window.locator('.deaf')).toHaveAttribute('aria-hidden', 'true')
    return window
  }

  /** Says yes in main's own window, after the warnings were acknowledged where there are some. */
  async say(window: Page, yes: RegExp): Promise<void> {
    const button = window.getByRole('button', { name: yes })
    if ((await window.getByRole('checkbox').count()) > 0) {
      await this.go(/^I have read the warnings/, 'Tab', window)
      await window.keyboard.press('Space')
    }
    await this.go(yes, 'Tab', window)
    // It takes no yes in the first moments, which it shows.
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await closing(window, () => window.keyboard.press('Enter'))
  }
}
