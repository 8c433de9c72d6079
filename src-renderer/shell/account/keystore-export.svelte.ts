// State of one keystore export. The page never sees the password or the key.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { toReport } from '../page/api.ts'
import { accounts } from '../state/accounts.svelte.ts'

export class KeystoreExport {
  isBusy = $state(false)
  /** Name of the written file; null before. */
  fileName = $state.raw<string | null>(null)
  /** True after the user closed the window without a file, which is not an error. */
  isDeclined = $state(false)
  error = $state.raw<ErrorReport | null>(null)

  async run(accountId: string): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.fileName = null
    this.isDeclined = false
    this.error = null
    try {
      this.fileName = await accounts.exportKeystore(accountId)
    } catch (cause) {
      const report = toReport(cause)
      // With a reason it was not the user who declined: another question is open, or there is no window.
      if (report.code === 'userDeclined' && report.data['reason'] === undefined) this.isDeclined = true
      else this.error = report
    } finally {
      this.isBusy = false
    }
  }
}
