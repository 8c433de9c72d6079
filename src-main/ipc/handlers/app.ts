// Owns: the handlers about the application itself. Must not: hold rules.
import type { AppInfo, Display, LinkName, ThemeChoice } from '../../../src-preload/contract/app.ts'
import type { Destination, Place } from '../../../src-preload/contract/places.ts'
import type { DomainHandlers } from '../register.ts'

export interface AppServices {
  readonly getInfo: () => Promise<AppInfo>
  readonly setTheme: (theme: ThemeChoice) => Promise<void>
  readonly setDisplay: (display: Display) => Promise<void>
  readonly openDataFolder: () => Promise<void>
  readonly openLog: () => Promise<void>
  readonly openLink: (link: LinkName) => Promise<void>
  readonly restart: () => void
  readonly setTray: (isOn: boolean) => void
  readonly takeDestination: () => Destination | null
  readonly setPlace: (place: Place) => void
  readonly getLeftOpen: () => { readonly place: Place | null } | null
  readonly dropLeftOpen: () => void
  readonly confirmKept: () => void
  readonly confirmShown: () => void
}

export function createAppHandlers(services: AppServices): DomainHandlers<'app'> {
  return {
    'app:getInfo': () => services.getInfo(),
    'app:setTheme': async ({ theme }) => {
      await services.setTheme(theme)
      return {}
    },
    'app:setDisplay': async (display) => {
      await services.setDisplay(display)
      return {}
    },
    'app:openDataFolder': async () => {
      await services.openDataFolder()
      return {}
    },
    'app:openLog': async () => {
      await services.openLog()
      return {}
    },
    'app:openLink': async ({ link }) => {
      await services.openLink(link)
      return {}
    },
    'app:restart': () => {
      services.restart()
      return {}
    },
    'app:setTray': ({ isOn }) => {
      services.setTray(isOn)
      return {}
    },
    'app:takeDestination': () => ({ destination: services.takeDestination() }),
    'app:setPlace': ({ place }) => {
      services.setPlace(place)
      return {}
    },
    'app:getLeftOpen': () => ({ leftOpen: services.getLeftOpen() }),
    'app:dropLeftOpen': () => {
      services.dropLeftOpen()
      return {}
    },
    'app:confirmKept': () => {
      services.confirmKept()
      return {}
    },
    'app:confirmShown': () => {
      services.confirmShown()
      return {}
    },
  }
}
