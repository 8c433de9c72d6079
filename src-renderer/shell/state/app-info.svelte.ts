// Owns: facts about the app and the theme that the user chose. Must not: know accounts.
import type { AppInfo, ThemeChoice } from '../../../src-preload/contract/app.ts'
import { call, toReport } from '../page/api.ts'
import { setFigureLocale } from '../../text/format/locale.ts'
import type { Loadable } from '../page/loadable.ts'
import { failed, loading, ready } from '../page/loadable.ts'
import { display } from './display.svelte.ts'

let info = $state.raw<Loadable<AppInfo>>(loading)
let theme = $state<ThemeChoice>('system')

function showTheme(choice: ThemeChoice): void {
  theme = choice
  document.documentElement.dataset['theme'] = choice
}

export const appInfo = {
  get info(): Loadable<AppInfo> {
    return info
  },
  get theme(): ThemeChoice {
    return theme
  },
  get platform(): AppInfo['platform'] {
    return info.status === 'ready' ? info.value.platform : 'other'
  },
  /** The key that shortcuts begin with, as this platform writes it. */
  get modifier(): '⌘' | 'Ctrl' {
    return this.platform === 'darwin' ? '⌘' : 'Ctrl'
  },
  /** Whether closing the window leaves the app in the tray; null where there is no tray, or it is not known yet. */
  get staysInTray(): boolean | null {
    return info.status === 'ready' ? info.value.staysInTray : null
  },
  /** Errors: those of the border; nothing is changed then. */
  async setTray(isOn: boolean): Promise<void> {
    await call('app:setTray', { isOn })
    if (info.status === 'ready') info = ready({ ...info.value, staysInTray: isOn })
  },
  /** Asks main once; also after "Try again". */
  async load(): Promise<void> {
    try {
      const value = await call('app:getInfo', {})
      showTheme(value.theme)
      setFigureLocale(value.locale ?? undefined)
      display.show(value.display)
      info = ready(value)
    } catch (error) {
      info = failed(info, toReport(error))
    }
  },
  /** Shows the theme at once and lets main remember it. A choice that cannot be kept still holds for now. */
  async setTheme(choice: ThemeChoice): Promise<void> {
    showTheme(choice)
    try {
      await call('app:setTheme', { theme: choice })
    } catch {
      // Main has logged why; the theme on screen is the one that was chosen, and the next start has the one before.
    }
  },
}
