// App facts and the chosen theme.
import type { AppInfo, ThemeChoice } from '../../../src-preload/contract/app/app.ts'
import { call, toReport } from '../page/api.ts'
import { type Loadable, failed, loading, ready } from '../page/loadable.ts'
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
  /** Modifier key of shortcuts, as the platform writes it. */
  get modifier(): '⌘' | 'Ctrl' {
    return this.platform === 'darwin' ? '⌘' : 'Ctrl'
  },
  /** Whether closing the window keeps the app in the tray; null without a tray or before main has answered. */
  get staysInTray(): boolean | null {
    return info.status === 'ready' ? info.value.staysInTray : null
  },
  /** In percent; 100 before main has answered. */
  get zoomPercent(): number {
    return info.status === 'ready' ? info.value.zoomPercent : 100
  },
  /** One step larger or smaller; 0 sets 100 %. Rejects on an IPC failure; nothing changes then. */
  async zoom(direction: -1 | 0 | 1): Promise<void> {
    const { zoomPercent } = await call('app:zoom', { direction })
    if (info.status === 'ready') info = ready({ ...info.value, zoomPercent })
  },
  /** Rejects on an IPC failure; nothing changes then. */
  async setTray(isOn: boolean): Promise<void> {
    await call('app:setTray', { isOn })
    if (info.status === 'ready') info = ready({ ...info.value, staysInTray: isOn })
  },
  /** Loads once; also used by "Try again". */
  async load(): Promise<void> {
    try {
      const value = await call('app:getInfo', {})
      showTheme(value.theme)
      display.show(value.display, value.locale)
      info = ready(value)
    } catch (error) {
      info = failed(info, toReport(error))
    }
  },
  /** Applies the theme immediately and has main store it. A theme that could not be stored stays until restart. */
  async setTheme(choice: ThemeChoice): Promise<void> {
    showTheme(choice)
    try {
      await call('app:setTheme', { theme: choice })
    } catch {
      // Main has logged the error; the next start uses the previous theme.
    }
  },
}
