// Owns: what lies on this computer as main tells it, and what can be asked for about it. Must not: word it.
import type { Result } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { DataKind, DataState, KeepDays, RepairReport } from '../../../src-preload/contract/data.ts'
import { call, on, toReport } from '../page/api.ts'
import type { Loadable } from '../page/loadable.ts'
import { failed, loading, ready } from '../page/loadable.ts'
import { createRefresher } from '../page/refresher.ts'

type DataChannel = Extract<ChannelName, `data:${string}`>

const gapMs = 250

let state = $state.raw<Loadable<DataState>>(loading)
/** Counts the times that following ended: an answer from before is dropped. */
let ended = 0
/** Numbers of the last question and of the one whose answer is shown: an older answer never replaces a newer one. */
let asked = 0
let shown = 0

async function load(): Promise<void> {
  const at = ended
  const number = (asked += 1)
  const isLate = (): boolean => at !== ended || number < shown
  try {
    const value = await call('data:getState', {})
    if (isLate()) return
    shown = number
    state = ready(value)
  } catch (error) {
    if (!isLate()) state = failed(state, toReport(error))
  }
}

/** Asks main to do something, and reads what came of it before it answers. */
async function act<Name extends DataChannel>(
  name: Name,
  input: ChannelInput<Name>,
): Promise<Result<ChannelOutput<Name>>> {
  try {
    const value = await call(name, input)
    await load()
    return { ok: true, value }
  } catch (error) {
    return { ok: false, error: toReport(error) }
  }
}

export const data = {
  get state(): Loadable<DataState> {
    return state
  },
  /** What was repaired and not taken note of; null without such. */
  get repair(): RepairReport | null {
    return state.status === 'ready' ? state.value.repair : null
  },
  load,
  /** Follows main until the returned function is called, which forgets what was shown. */
  start(): () => void {
    const own = createRefresher(load, gapMs)
    const stop = on('data:changed', () => own.request())
    own.request()
    return () => {
      stop()
      own.stop()
      ended += 1
      state = loading
    }
  },
  measure: () => act('data:measure', {}),
  check: () => act('data:check', {}),
  /** Answers once the backup is on the disk; its outcome shows in the state. */
  backUp: () => act('data:backUp', {}),
  setKeepDays: (kind: DataKind, keepDays: KeepDays) => act('data:setKeepDays', { kind, keepDays }),
  clear: (kinds: readonly DataKind[]) => act('data:clear', { kinds: [...kinds] }),
  acceptRepair: () => act('data:acceptRepair', {}),
}
