// State of local data, and the requests about it.
import type { ChannelInput, ChannelName, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { DataKind, DataState, KeepDays, RepairReport } from '../../../src-preload/contract/app/data.ts'
import { call } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import { coalesce } from '../page/coalesce.ts'
import { refreshOn } from '../page/refresh-on.ts'

type DataChannel = Extract<ChannelName, `data:${string}`>

const gapMs = 250

class Data extends Fetched<DataState> {
  /** The unacknowledged repair; null without one. */
  get repair(): RepairReport | null {
    return this.value?.repair ?? null
  }

  override async load(): Promise<void> {
    await super.load(() => call('data:getState', {}))
  }

  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const stop = refreshOn(
      coalesce(() => this.load(), gapMs),
      'data:changed',
    )
    return () => {
      stop()
      this.drop()
    }
  }

  measure = () => this.#act('data:measure', {})
  check = () => this.#act('data:check', {})
  /** Resolves once the backup is written; the result appears in the state. */
  backUp = () => this.#act('data:backUp', {})
  setKeepDays = (kind: DataKind, keepDays: KeepDays) => this.#act('data:setKeepDays', { kind, keepDays })
  clear = (kinds: readonly DataKind[]) => this.#act('data:clear', { kinds: [...kinds] })
  acceptRepair = () => this.#act('data:acceptRepair', {})

  /** Sends a request to main, and reloads the state before returning. Rejects with an ApiError. */
  async #act<Name extends DataChannel>(name: Name, input: ChannelInput<Name>): Promise<ChannelOutput<Name>> {
    const value = await call(name, input)
    await this.load()
    return value
  }
}

export const data = new Data()
