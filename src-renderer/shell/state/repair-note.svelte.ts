// Acknowledges a repair.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { data } from './data.svelte.ts'

export class RepairNote {
  isBusy = $state(false)
  error = $state.raw<ErrorReport | null>(null)

  /** True once acknowledged; the notice then disappears. */
  async accept(): Promise<boolean> {
    if (this.isBusy) return false
    this.isBusy = true
    this.error = null
    const result = await data.acceptRepair()
    this.isBusy = false
    if (!result.ok) this.error = result.error
    return result.ok
  }
}
