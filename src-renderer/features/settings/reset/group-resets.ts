// Resets each group of settings to its defaults, with undo. Excludes the user's own content (lists, limits, columns),
// settings that would delete data (retention), and the app password.
import type { NoticeOptions } from '../../../../src-preload/contract/app/alerts.ts'
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { ChannelName } from '../../../../src-preload/contract/contract.ts'
import type { Display, ThemeChoice } from '../../../../src-preload/contract/app/app.ts'
import type { SecurityState } from '../../../../src-preload/contract/accounts/security.ts'
import type { UpdatesState } from '../../../../src-preload/contract/app/updates.ts'
import { defaultDisplay } from '../../../../src-preload/domain/display.ts'
import { ApiError } from '../../../shell/page/api.ts'
import { valueOf } from '../../../shell/page/loadable.ts'
import { appInfo } from '../../../shell/state/app-info.svelte.ts'
import { display } from '../../../shell/state/display.svelte.ts'
import { notices } from '../../../shell/state/notices.svelte.ts'
import { security } from '../../../shell/state/security.svelte.ts'
import { sync } from '../../../shell/state/sync.svelte.ts'
import { updates } from '../../../shell/state/updates.svelte.ts'

/** Reverts a reset. */
export type Undo = () => Promise<void>

export interface GroupReset {
  /** True when any choice differs from its default. */
  readonly isChanged: () => boolean
  /** False while locked. */
  readonly isAllowed: () => boolean
  /** Resets everything and returns the undo; null when nothing changed. Rejects with main's errors. */
  readonly apply: () => Promise<Undo | null>
}

type UpdateChoices = Pick<UpdatesState, 'channel' | 'checksDaily'>
type LockChoices = Pick<
  SecurityState,
  'lockAfterMinutes' | 'readableWhenLocked' | 'signInAtStart' | 'forgetTokensWhenLocked'
>

/** Default settings. Main has the same; a test compares both. */
export const defaults: {
  readonly theme: ThemeChoice
  readonly display: Display
  readonly notices: NoticeOptions
  readonly lock: LockChoices
  readonly updates: UpdateChoices
  readonly staysInTray: boolean
} = {
  theme: 'system',
  display: defaultDisplay,
  notices: {
    isMuted: false,
    hasSound: true,
    quietHours: null,
    ofPrices: true,
    ofFills: true,
    ofCancels: true,
    ofPartFills: true,
    ofUnknowns: true,
    ofDifferences: true,
    ofSessionEnds: true,
    ofReceived: true,
  },
  lock: {
    lockAfterMinutes: 5,
    readableWhenLocked: false,
    signInAtStart: true,
    forgetTokensWhenLocked: false,
  },
  updates: { channel: 'stable', checksDaily: true },
  staysInTray: false,
}

/** A group whose choices are one object, which is set at once. */
function makeReset<Choices extends object>({
  usual,
  now,
  set,
  isAllowed = () => true,
}: {
  readonly usual: Choices
  /** Null until they are known. */
  readonly now: () => Choices | null
  readonly set: (choices: Choices) => Promise<void>
  readonly isAllowed?: () => boolean
}): GroupReset {
  const names = Object.keys(usual) as (keyof Choices)[]
  return {
    isAllowed,
    isChanged: () => {
      const chosen = now()
      return (
        chosen !== null && names.some((name) => JSON.stringify(chosen[name]) !== JSON.stringify(usual[name]))
      )
    },
    apply: async () => {
      const before = now()
      if (before === null) return null
      await set(usual)
      return () => set(before)
    },
  }
}

/** Throws the error of an action that a state keeps. */
function demand(channel: ChannelName, error: ErrorReport | null): void {
  if (error !== null) throw new ApiError(channel, error)
}

type TradingChoices = Pick<Display, 'startMarket' | 'startPeriod' | 'confirmsOrders'>
type LookChoices = Omit<Display, keyof TradingChoices>

const tradingOf = ({ startMarket, startPeriod, confirmsOrders }: Display): TradingChoices => ({
  startMarket,
  startPeriod,
  confirmsOrders,
})

const lookOf = ({
  timeZone,
  palette,
  isPrivate,
  numberFormat,
  density,
  displayCurrency,
}: Display): LookChoices => ({
  timeZone,
  palette,
  isPrivate,
  numberFormat,
  density,
  displayCurrency,
})

const appearance = makeReset({
  usual: { theme: defaults.theme, ...lookOf(defaults.display) },
  now: () => ({ theme: appInfo.theme, ...lookOf(display.all) }),
  set: async ({ theme, ...look }) => {
    await appInfo.setTheme(theme)
    await display.set(look)
  },
})

const trading = makeReset({
  usual: tradingOf(defaults.display),
  now: () => tradingOf(display.all),
  set: (choices) => display.set(choices),
})

const noticesReset = makeReset({
  usual: defaults.notices,
  now: () => valueOf(notices.options),
  set: async (options) => {
    await notices.setOptions(options)
    demand('alerts:setOptions', notices.actionError)
  },
})

const lock = makeReset<LockChoices>({
  usual: defaults.lock,
  now: () => {
    const known = valueOf(security.state)
    if (known === null) return null
    const { lockAfterMinutes, readableWhenLocked, signInAtStart, forgetTokensWhenLocked } = known
    return { lockAfterMinutes, readableWhenLocked, signInAtStart, forgetTokensWhenLocked }
  },
  set: async (choices) => {
    const result = await security.setOptions(choices)
    demand('security:setOptions', result.ok ? null : result.error)
  },
  isAllowed: () => !security.isLocked,
})

const reading = makeReset<{ isPaused: boolean }>({
  usual: { isPaused: false },
  now: () => valueOf(sync.state),
  set: async ({ isPaused }) => {
    await sync.setPaused(isPaused)
    demand('sync:setPaused', sync.pauseError)
  },
})

const updatesReset = makeReset<UpdateChoices>({
  usual: defaults.updates,
  now: () => {
    const known = valueOf(updates.state)
    return known === null ? null : { channel: known.channel, checksDaily: known.checksDaily }
  },
  set: async (choices) => {
    await updates.setOptions(choices)
    demand('updates:setOptions', updates.actionError)
  },
  isAllowed: () => !security.isLocked,
})

const tray = makeReset({
  usual: { staysInTray: defaults.staysInTray },
  now: () => (appInfo.staysInTray === null ? null : { staysInTray: appInfo.staysInTray }),
  set: ({ staysInTray }) => appInfo.setTray(staysInTray),
})

/** By group ID. Entries here are part of "Reset all settings". */
export const groupResets = {
  security: lock,
  appearance,
  trading,
  notices: noticesReset,
  app: tray,
  updates: updatesReset,
  files: reading,
} as const satisfies Readonly<Record<string, GroupReset>>

/** All groups together: resettable ones are reset, and undone together. */
export const resetAll: GroupReset = {
  isChanged: () => Object.values(groupResets).some((group) => group.isChanged()),
  isAllowed: () => Object.values(groupResets).every((group) => group.isAllowed() || !group.isChanged()),
  apply: async () => {
    const undos: Undo[] = []
    const undo: Undo = async () => {
      for (const back of undos.toReversed()) await back()
    }
    try {
      for (const group of Object.values(groupResets)) {
        const back = group.isChanged() ? await group.apply() : null
        if (back !== null) undos.push(back)
      }
    } catch (error) {
      // On failure completed parts are undone: a partial reset would be unexpected.
      await undo()
      throw error
    }
    return undos.length === 0 ? null : undo
  },
}
