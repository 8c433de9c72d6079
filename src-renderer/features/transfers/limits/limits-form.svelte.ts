// Form of the limits with the result of saving; main decides when a limit applies.
import type { LimitsState, TransferLimits } from '../../../../src-preload/contract/transfers.ts'
import { call } from '../../../shell/page/api.ts'
import { Attempt } from '../../../shell/page/attempt.svelte.ts'
import { isSameLimits, type LimitField, readLimits, textsOf } from './limits-change.ts'

export class LimitsForm extends Attempt {
  perTransfer = $state('')
  perDay = $state('')
  faults = $state.raw<Readonly<Partial<Record<LimitField, string>>>>({})
  /** Result of the last change, in a sentence; null before. */
  said = $state<string | null>(null)
  #isBegun = false

  /** Fills the fields once: typed values are not overwritten by updates. */
  begin(state: LimitsState): void {
    if (this.#isBegun) return
    this.#isBegun = true
    this.#fill(state)
  }

  clearFault(field: LimitField): void {
    this.error = null
    this.said = null
    this.faults = Object.fromEntries(Object.entries(this.faults).filter(([name]) => name !== field))
  }

  /** Limits in the fields; null while invalid. */
  get asked(): TransferLimits | null {
    const reading = readLimits({ perTransfer: this.perTransfer, perDay: this.perDay })
    return reading.ok ? reading.limits : null
  }

  /** Requests the limits in the fields. Null on failure: see `faults` and `error`. */
  async save(): Promise<LimitsState | null> {
    const reading = readLimits({ perTransfer: this.perTransfer, perDay: this.perDay })
    this.faults = reading.ok ? {} : reading.faults
    return reading.ok ? this.#ask(reading.limits) : null
  }

  /** Requests the limits in force, which cancels pending ones. */
  takeBack({ now }: LimitsState): Promise<LimitsState | null> {
    this.faults = {}
    return this.#ask(now)
  }

  async #ask(limits: TransferLimits): Promise<LimitsState | null> {
    if (this.isBusy) return null
    this.said = null
    return this.ask(async () => {
      const state = await call('transfers:setLimits', limits)
      this.#fill(state)
      this.said = isSameLimits(state.now, limits)
        ? 'Limits saved.'
        : 'Lower limits saved. Higher limits apply in 24 hours.'
      return state
    })
  }

  #fill(state: LimitsState): void {
    const texts = textsOf(state)
    this.perTransfer = texts.perTransfer
    this.perDay = texts.perDay
  }
}
