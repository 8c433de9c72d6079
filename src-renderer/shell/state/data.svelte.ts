// State of local data, and the requests about it.
import type { ChannelInput, ChannelName, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { DataKind, DataState, KeepDays, RepairReport } from '../../../src-preload/contract/data.ts'
import { call, on } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import type { Loadable } from '../page/loadable.ts'
import { coalesce } from '../page/coalesce.ts'

type DataChannel = Extract<ChannelName, `data:${string}`>

const gapMs = 250

const fetched = new Fetched<DataState>()

const load = (): Promise<void> => fetched.load(() => call('data:getState', {}))

/** Sends a request to main, and reloads the state before returning. Rejects with an ApiError. */
async function act<Name extends DataChannel>(
  name: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  const value = await call(name, input)
  await load()
  return value
}

export const data = {
  get state(): Loadable<DataState> {
    return fetched.state
  },
  /** The unacknowledged repair; null without one. */
  get repair(): RepairReport | null {
    return fetched.value?.repair ?? null
  },
  load,
  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const own = coalesce(load, gapMs)
    const stop = on('data:changed', () => own.request())
    own.request()
    return () => {
      stop()
      own.stop()
      fetched.drop()
    }
  },
  measure: () => act('data:measure', {}),
  check: () => act('data:check', {}),
  /** Resolves once the backup is written; the result appears in the state. */
  backUp: () => act('data:backUp', {}),
  setKeepDays: (kind: DataKind, keepDays: KeepDays) => act('data:setKeepDays', { kind, keepDays }),
  clear: (kinds: readonly DataKind[]) => act('data:clear', { kinds: [...kinds] }),
  acceptRepair: () => act('data:acceptRepair', {}),
}
