// State of the app password and lock. Passwords are typed in main's own window, never here.
import type { ErrorReport, Result } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { SecurityState } from '../../../src-preload/contract/accounts/security.ts'
import { call, on, toReport } from '../page/api.ts'
import { type Loadable, failed, loading, ready } from '../page/loadable.ts'

type SecurityChannel = Extract<ChannelName, `security:${string}`>

let state = $state.raw<Loadable<SecurityState>>(loading)
/** Why locking failed, shown until it works or is dismissed. */
let lockError = $state.raw<ErrorReport | null>(null)
/** Name of a vault file just set aside; null once acknowledged. */
let asideFile = $state.raw<string | null>(null)
/** Counts updates from main: responses from before an update are dropped. */
let heard = 0

function show(next: SecurityState): void {
  heard += 1
  state = ready(next)
  if (next.password !== 'unlocked') lockError = null
}

async function act<Name extends SecurityChannel>(
  name: Name,
  input: ChannelInput<Name>,
): Promise<Result<ChannelOutput<Name>>> {
  try {
    return { ok: true, value: await call(name, input) }
  } catch (cause) {
    return { ok: false, error: toReport(cause) }
  }
}

/** True while keys are unavailable: locked, or their file cannot be used. */
const isLocked = $derived(
  state.status === 'ready' && (state.value.password === 'locked' || state.value.password === 'damaged'),
)

export const security = {
  get state(): Loadable<SecurityState> {
    return state
  },
  get isLocked(): boolean {
    return isLocked
  },
  /** True while only the lock screen may be shown. */
  get isHidden(): boolean {
    return isLocked && state.status === 'ready' && !state.value.readableWhenLocked
  },
  get lockError(): ErrorReport | null {
    return lockError
  },
  get asideFile(): string | null {
    return asideFile
  },
  dismissLockError(): void {
    lockError = null
  },
  dismissAsideFile(): void {
    asideFile = null
  },
  async load(): Promise<void> {
    const at = heard
    try {
      const value = await call('security:getState', {})
      if (at === heard) show(value)
    } catch (error) {
      state = failed(state, toReport(error))
    }
  },
  /** Subscribes to main until the returned function is called. */
  start(): () => void {
    const stop = on('security:changed', show)
    void this.load()
    return stop
  },
  /** Each opens main's own password window and resolves when it closed. */
  unlock: () => act('security:unlock', {}),
  setPassword: () => act('security:setPassword', {}),
  changePassword: () => act('security:changePassword', {}),
  removePassword: () => act('security:removePassword', {}),
  setOptions: (options: ChannelInput<'security:setOptions'>) => act('security:setOptions', options),
  /** Locks immediately. Errors show in the frame, as there is no form. */
  async lock(): Promise<void> {
    const result = await act('security:lock', {})
    lockError = result.ok ? null : result.error
  },
  async setVaultAside(): Promise<ErrorReport | null> {
    const result = await act('security:setVaultAside', {})
    if (!result.ok) return result.error
    asideFile = result.value.fileName
    return null
  },
}
