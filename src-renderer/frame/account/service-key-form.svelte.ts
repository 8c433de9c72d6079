// Owns: giving main one key that the service's operator issued, or having it forgotten. Must not: keep it after that.
import type { ServiceKeyName } from '../../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from '../../lib/api.ts'
import { accounts } from '../../lib/state/accounts.svelte.ts'

/** A form for one of the keys. It is never read back. */
export class ServiceKeyForm {
  value = $state('')
  isBusy = $state(false)
  error = $state.raw<ErrorReport | null>(null)
  readonly name: ServiceKeyName

  constructor(name: ServiceKeyName) {
    this.name = name
  }

  get canKeep(): boolean {
    return this.value.trim() !== ''
  }

  /** Keeps what was typed, in place of an earlier one; the field is empty then. */
  async keep(id: string): Promise<boolean> {
    if (!this.canKeep) return false
    const isKept = await this.#set(id, this.value.trim())
    if (isKept) this.value = ''
    return isKept
  }

  forget(id: string): Promise<boolean> {
    return this.#set(id, null)
  }

  async #set(id: string, value: string | null): Promise<boolean> {
    if (this.isBusy) return false
    this.isBusy = true
    this.error = null
    try {
      await accounts.setServiceKey({ id, name: this.name, value })
      return true
    } catch (cause) {
      this.error = toReport(cause)
      return false
    } finally {
      this.isBusy = false
    }
  }
}
