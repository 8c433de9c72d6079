// Owns `nativeTheme`: light or dark, as the app wants it or as the browser finds the system.
// It must not decide for pages unless the app says so: tests emulate the color scheme themselves.
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { pages, type Page } from '../core/page.ts'
import { failByNameInClass } from '../strict.ts'

type Emulated = Pick<
  Electron.NativeTheme,
  | 'themeSource'
  | 'shouldUseDarkColors'
  | 'shouldUseHighContrastColors'
  | 'shouldUseInvertedColorScheme'
  | 'prefersReducedTransparency'
  | 'inForcedColorsMode'
>
type Source = Electron.NativeTheme['themeSource']

export class NativeTheme extends EventEmitter implements Emulated {
  readonly shouldUseHighContrastColors = false
  readonly shouldUseInvertedColorScheme = false
  readonly prefersReducedTransparency = false
  readonly inForcedColorsMode = false
  #source: Source = 'system'
  #isSystemDark = false

  get themeSource(): Source {
    return this.#source
  }

  set themeSource(source: Source) {
    const wasDark = this.shouldUseDarkColors
    this.#source = source
    for (const page of pages.values()) this.applyTo(page)
    if (wasDark !== this.shouldUseDarkColors) this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#isSystemDark : this.#source === 'dark'
  }

  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.#isSystemDark
  }

  /** Gives a page the app's choice; with 'system' the page keeps what it has. */
  applyTo(page: Page): void {
    const value = this.#source === 'system' ? '' : this.#source
    page.session.tell('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
  }

  hasOwnChoice(): boolean {
    return this.#source !== 'system'
  }

  /** A page tells what it sees, which is the system's theme unless the app has chosen. */
  learn(prefersDark: boolean): void {
    if (this.#source !== 'system' || prefersDark === this.#isSystemDark) return
    this.#isSystemDark = prefersDark
    this.emit('updated')
  }
}

failByNameInClass('nativeTheme', NativeTheme, '.')

export const nativeTheme = new NativeTheme()
