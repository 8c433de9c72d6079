// Resets each group of settings to its defaults, with undo. Excludes the user's own content (lists, limits, columns),
// settings that would delete data (retention), and the app password.
import type { NoticeOptions } from '../../../../src-preload/contract/alerts.ts'
import type { Display, ThemeChoice } from '../../../../src-preload/contract/app.ts'
import type { SecurityState } from '../../../../src-preload/contract/security.ts'
import type { UpdatesState } from '../../../../src-preload/contract/updates.ts'
import { defaultDisplay } from '../../../../src-preload/domain/display.ts'
import { ApiError } from '../../../shell/page/api.ts'
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

function isSame<Shape extends object>(one: Shape, other: Shape): boolean {
  const names = Object.keys(one) as (keyof Shape)[]
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
}

const always = (): boolean => true

type TradingChoices = Pick<Display, 'startMarket' | 'startPeriod' | 'confirmsOrders'>
type LookChoices = Omit<Display, keyof TradingChoices>

const tradingOf = ({ startMarket, startPeriod, confirmsOrders }: Display): TradingChoices => ({
  startMarket,
  startPeriod,
  confirmsOrders,
})

const lookOf = ({ timeZone, palette, isPrivate, numberFormat, density }: Display): LookChoices => ({
  timeZone,
  palette,
  isPrivate,
  numberFormat,
  density,
})

const appearance: GroupReset = {
  isChanged: () => appInfo.theme !== defaults.theme || !isSame(lookOf(display.all), lookOf(defaults.display)),
  isAllowed: always,
  apply: async () => {
    const before = { theme: appInfo.theme, look: lookOf(display.all) }
    await appInfo.setTheme(defaults.theme)
    await display.set(lookOf(defaults.display))
    return async () => {
      await appInfo.setTheme(before.theme)
      await display.set(before.look)
    }
  },
}

const trading: GroupReset = {
  isChanged: () => !isSame(tradingOf(display.all), tradingOf(defaults.display)),
  isAllowed: always,
  apply: async () => {
    const before = tradingOf(display.all)
    await display.set(tradingOf(defaults.display))
    return () => display.set(before)
  },
}

const noticesNow = (): NoticeOptions | null =>
  notices.options.status === 'ready' ? notices.options.value : null

async function setNotices(options: NoticeOptions): Promise<void> {
  await notices.setOptions(options)
  if (notices.actionError !== null) throw new ApiError('alerts:setOptions', notices.actionError)
}

const noticesReset: GroupReset = {
  isChanged: () => {
    const now = noticesNow()
    return now !== null && !isSame(defaults.notices, now)
  },
  isAllowed: always,
  apply: async () => {
    const before = noticesNow()
    if (before === null) return null
    await setNotices(defaults.notices)
    return () => setNotices(before)
  },
}

function lockNow(): LockChoices | null {
  if (security.state.status !== 'ready') return null
  const { lockAfterMinutes, readableWhenLocked, signInAtStart, forgetTokensWhenLocked } = security.state.value
  return { lockAfterMinutes, readableWhenLocked, signInAtStart, forgetTokensWhenLocked }
}

async function setLock(choices: LockChoices): Promise<void> {
  const result = await security.setOptions(choices)
  if (!result.ok) throw new ApiError('security:setOptions', result.error)
}

const lock: GroupReset = {
  isChanged: () => {
    const now = lockNow()
    return now !== null && !isSame(defaults.lock, now)
  },
  isAllowed: () => !security.isLocked,
  apply: async () => {
    const before = lockNow()
    if (before === null) return null
    await setLock(defaults.lock)
    return () => setLock(before)
  },
}

async function setPaused(isPaused: boolean): Promise<void> {
  await sync.setPaused(isPaused)
  if (sync.pauseError !== null) throw new ApiError('sync:setPaused', sync.pauseError)
}

const reading: GroupReset = {
  isChanged: () => sync.state.status === 'ready' && sync.state.value.isPaused,
  isAllowed: always,
  apply: async () => {
    await setPaused(false)
    return () => setPaused(true)
  },
}

function updatesNow(): UpdateChoices | null {
  if (updates.state.status !== 'ready') return null
  const { channel, checksDaily } = updates.state.value
  return { channel, checksDaily }
}

async function setUpdates(choices: UpdateChoices): Promise<void> {
  await updates.setOptions(choices)
  if (updates.actionError !== null) throw new ApiError('updates:setOptions', updates.actionError)
}

const updatesReset: GroupReset = {
  isChanged: () => {
    const now = updatesNow()
    return now !== null && !isSame(defaults.updates, now)
  },
  isAllowed: () => !security.isLocked,
  apply: async () => {
    const before = updatesNow()
    if (before === null) return null
    await setUpdates(defaults.updates)
    return () => setUpdates(before)
  },
}

const tray: GroupReset = {
  isChanged: () => appInfo.staysInTray !== null && appInfo.staysInTray !== defaults.staysInTray,
  isAllowed: always,
  apply: async () => {
    const before = appInfo.staysInTray
    if (before === null) return null
    await appInfo.setTray(defaults.staysInTray)
    return () => appInfo.setTray(before)
  },
}

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
