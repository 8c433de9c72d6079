// The rules of the app password: when Starkdesk locks, which channels stay readable while locked, and the lock options. Never
// keeps or logs a password.
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import { lockMinutes, type SecurityState } from '../../src-preload/contract/accounts/security.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { ACTIVE_ACCOUNT } from './account-activation.ts'
import { assertAnswersWhileLocked } from '../ipc/locked-channels.ts'
import type { SecretBackends } from '../keychain/secret-backends.ts'
import type { Store } from '../store/api/store-api.ts'
import type { Tools } from '../tools.ts'

type Options = Pick<
  SecurityState,
  'lockAfterMinutes' | 'readableWhenLocked' | 'signInAtStart' | 'forgetTokensWhenLocked'
>

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
/** Each option is a setting of this name. A missing or unreadable one has its default. */
const optionSettings = {
  lockAfterMinutes: z.string().regex(/^\d+$/).transform(Number).pipe(z.literal(lockMinutes)),
  readableWhenLocked: flag,
  signInAtStart: flag,
  forgetTokensWhenLocked: flag,
}

const optionNames = [
  'lockAfterMinutes',
  'readableWhenLocked',
  'signInAtStart',
  'forgetTokensWhenLocked',
] as const

async function readOptions(store: Pick<Store, 'getSetting'>): Promise<Options> {
  const { lockAfterMinutes, readableWhenLocked, signInAtStart, forgetTokensWhenLocked } = optionSettings
  const read = (name: keyof Options): Promise<string | null> => store.getSetting(name)
  return {
    lockAfterMinutes: lockAfterMinutes.safeParse(await read('lockAfterMinutes')).data ?? 5,
    readableWhenLocked: readableWhenLocked.safeParse(await read('readableWhenLocked')).data ?? false,
    signInAtStart: signInAtStart.safeParse(await read('signInAtStart')).data ?? true,
    forgetTokensWhenLocked:
      forgetTokensWhenLocked.safeParse(await read('forgetTokensWhenLocked')).data ?? false,
  }
}

/** How often the idle time is checked. */
const watchEveryMs = 5_000

/** Name and network of the account that was used last; null without one. */
async function findAccountInUse(
  store: Pick<Store, 'getSetting' | 'listAccounts'>,
): Promise<SecurityState['behindLock']> {
  const [accounts, activeId] = await Promise.all([store.listAccounts(), store.getSetting(ACTIVE_ACCOUNT)])
  const account = accounts.find(({ id }) => id === activeId) ?? accounts[0]
  return account === undefined ? null : { label: account.label, network: account.networkKind }
}

type LockReason = 'byHand' | 'idle' | 'system'

export interface SecurityEvents {
  /** Keys and secrets have just left memory: sessions have to forget what they hold. */
  locked: []
  /** Secrets can be read again: after unlocking, and without a password after the vault was set aside. */
  unlocked: []
  /** The password was not entered: what the lock holds must not serve whoever comes next. */
  settingAside: []
  /** Secrets have gone from one place to the other: what was known of them may have changed. */
  moved: []
}

export interface SecurityOptions extends Pick<Tools, 'clock' | 'emit' | 'log' | 'every'> {
  readonly places: SecretBackends
  readonly store: Pick<Store, 'getSetting' | 'setSetting' | 'listAccounts' | 'clearPrivateCache'>
  /** Seconds since the last input anywhere on this computer. */
  readonly idleSeconds: () => number
}

export type Security = Awaited<ReturnType<typeof createSecurity>>

function report(fault: AppError | null): ErrorReport | null {
  return fault === null ? null : { code: fault.code, data: { ...fault.data }, ref: null }
}

/** Reads the options. Idle checks begin with `start`. */
export async function createSecurity(given: SecurityOptions) {
  const { places, store, clock, emit, log } = given
  const events = new EventEmitter<SecurityEvents>()
  const beforeClear: (() => Promise<void>)[] = []
  let options = await readOptions(store)
  let wasShut = isShut()
  /** Counts changes between locked and unlocked, so that outdated notifications are dropped. */
  let turn = 0
  let lockedBy: LockReason = 'byHand'
  let isStarted = false
  let stopWatching: (() => void) | null = null
  let lastLookMs = 0

  /** True while keys cannot be used and only the password unlocks them. A damaged vault counts as locked. */
  function isShut(): boolean {
    const state = places.passwordState()
    return state === 'locked' || state === 'damaged'
  }

  async function getState(): Promise<SecurityState> {
    const [retryAfterMs, account] = await Promise.all([places.retryAfterMs(), findAccountInUse(store)])
    // Nothing is awaited from here on: of two requests, the later one returns the later state.
    return {
      password: places.passwordState(),
      fault: report(places.fault()),
      retryAfterMs: Math.ceil(retryAfterMs),
      leftInKeychain: places.leftInKeychain(),
      ...options,
      behindLock: isHidden() ? account : null,
    }
  }

  function watch(): void {
    const isNeeded = isStarted && options.lockAfterMinutes > 0 && places.passwordState() === 'unlocked'
    if (isNeeded && stopWatching === null) {
      lastLookMs = clock.now()
      stopWatching = given.every(watchEveryMs, look)
    }
    if (!isNeeded) {
      stopWatching?.()
      stopWatching = null
    }
  }

  function look(): void {
    const limitMs = options.lockAfterMinutes * 60_000
    // A computer that slept without an event leaves a gap, possibly followed by the key press that woke it.
    const gapMs = clock.now() - lastLookMs
    lastLookMs = clock.now()
    if (given.idleSeconds() * 1000 >= limitMs || gapMs >= limitMs) lockNow('idle')
  }

  async function announce(): Promise<void> {
    try {
      const state = await getState()
      emit('security:changed', state)
    } catch (error) {
      log.fault('security', 'announce the state', error)
    }
  }

  /** Applies the effects of the current state. The effects up to onLock are done when this returns its promise. */
  async function follow(): Promise<void> {
    watch()
    const isShutNow = isShut()
    const hasChanged = isShutNow !== wasShut
    wasShut = isShutNow
    if (hasChanged) turn += 1
    const asOf = turn
    if (hasChanged && isShutNow) {
      log.info('security', 'locked', { why: lockedBy })
      events.emit('locked')
    }
    await announce()
    if (hasChanged && !isShutNow && asOf === turn) tellUnlocked()
  }

  function tellUnlocked(): void {
    try {
      events.emit('unlocked')
    } catch (error) {
      log.fault('security', 'go on after unlocking', error)
    }
  }

  function lockNow(why: LockReason): void {
    if (!isShut()) lockedBy = why
    places.lock()
    // Announces, and reports its own faults.
    void follow()
  }

  /** True while no stored data may be on the screen. */
  const isHidden = (): boolean => isShut() && !options.readableWhenLocked

  async function clearPrivateCache(): Promise<void> {
    for (const work of beforeClear) await work()
    log.info('security', 'private cache cleared', { ...(await store.clearPrivateCache()) })
  }

  async function change(what: string, work: () => Promise<void>): Promise<Record<string, never>> {
    try {
      await work()
      log.info('security', what)
    } catch (error) {
      if (isAppError(error, 'wrongPassword')) log.info('security', 'wrong password', { for: what })
      throw error
    } finally {
      await follow()
    }
    return {}
  }

  return {
    events: events as Pick<typeof events, 'on'>,

    /**
     * Adds work to be done before the private cache is cleared, which happens when the vault is set aside at an app that hides
     * what it keeps: what cannot be read again stays hidden, and no reading that is under way lands afterwards.
     */
    beforeClear(work: () => Promise<void>): void {
      beforeClear.push(work)
    },

    getState,

    setPassword: (password: string) =>
      change('app password set', async () => {
        await places.setPassword(password)
        events.emit('moved')
      }),

    changePassword: (oldPassword: string, newPassword: string) =>
      change('app password changed', () => places.changePassword(oldPassword, newPassword)),

    removePassword: (password: string) =>
      change('app password removed', async () => {
        await places.removePassword(password)
        events.emit('moved')
      }),

    unlock: (password: string) => change('unlocked', () => places.unlock(password)),

    lock(): Record<string, never> {
      if (places.passwordState() === 'none') throw new AppError('notFound', { what: 'app password' })
      lockNow('byHand')
      return {}
    },

    async setVaultAside(): Promise<ChannelOutput<'security:setVaultAside'>> {
      // The user has not entered the password: hidden data is removed before the lock is, on disk too.
      if (isHidden()) {
        await clearPrivateCache()
      }
      // From open to open the turn does not change, yet the keys are gone.
      if (places.passwordState() === 'unlocked') lockNow('byHand')
      events.emit('settingAside')
      try {
        const { fileName } = await places.setVaultAside()
        log.info('security', 'vault set aside', { fileName })
        return { fileName }
      } finally {
        await follow()
      }
    },

    async setOptions(next: ChannelInput<'security:setOptions'>): Promise<Record<string, never>> {
      if (isShut()) throw new AppError('vaultLocked')
      for (const name of optionNames) {
        const value = next[name]
        if (value === undefined) continue
        await store.setSetting(name, String(value))
        options = { ...options, [name]: value }
      }
      await follow()
      return {}
    },

    /** Starts the idle checks. */
    start(): void {
      isStarted = true
      watch()
    },

    /** Called when the system locks its screen or goes to sleep. No effect without an app password. */
    systemLocked(): void {
      lockNow('system')
    },

    /** Errors: vaultLocked if the page may not use this channel now. */
    assertReadable(channel: string): void {
      if (isShut()) assertAnswersWhileLocked(channel, options.readableWhenLocked)
    },

    isHidden,

    /** True while only the password opens the app, even if some data stays readable. */
    isLocked: isShut,

    /** True if locking drops the tokens of the exchange as well. */
    forgetsTokens: (): boolean => options.forgetTokensWhenLocked,

    /** False if the user wants no automatic signatures. */
    signInAtStart: (): boolean => options.signInAtStart,

    /** Stops the idle checks. */
    close(): void {
      isStarted = false
      watch()
    },
  }
}
