// Owns: whether there is an app password, whether Starkdesk is locked, and what may be asked of that.
// Must not: see a password; each is typed in main's own window.
import type { ErrorReport, Result } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { SecurityState } from '../../../src-preload/contract/security.ts'
import { call, on, toReport } from '../page/api.ts'
import type { Loadable } from '../page/loadable.ts'
import { failed, loading, ready } from '../page/loadable.ts'

type SecurityChannel = Extract<ChannelName, `security:${string}`>

let state = $state.raw<Loadable<SecurityState>>(loading)
/** Why locking failed, shown until it works or is dismissed. */
let lockError = $state.raw<ErrorReport | null>(null)
/** The name of a vault file that was just set aside; null once that was read. */
let asideFile = $state.raw<string | null>(null)
/** Counts what main has said: an answer that it has overtaken is dropped. */
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

/** True while keys are out of reach: locked, or their file cannot be used. */
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
  /** True while nothing but the lock screen may be seen. */
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
  /** Follows main until the returned function is called. */
  start(): () => void {
    const stop = on('security:changed', show)
    void this.load()
    return stop
  },
  /** Each has the password typed in main's own window, and ends when that has closed. */
  unlock: () => act('security:unlock', {}),
  setPassword: () => act('security:setPassword', {}),
  changePassword: () => act('security:changePassword', {}),
  removePassword: () => act('security:removePassword', {}),
  setOptions: (options: ChannelInput<'security:setOptions'>) => act('security:setOptions', options),
  /** Locks at once. A failure is said in the frame, for there is no form that could. */
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
