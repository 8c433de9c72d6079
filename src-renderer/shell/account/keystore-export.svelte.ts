// State of one keystore export. The page never sees the password or the key.
import { Attempt } from '../page/attempt.svelte.ts'
import { accounts } from '../state/accounts.svelte.ts'

export class KeystoreExport extends Attempt {
  /** Name of the written file; null before. */
  fileName = $state.raw<string | null>(null)

  async run(accountId: string): Promise<void> {
    if (this.isBusy) return
    this.fileName = null
    await this.attempt(async () => {
      this.fileName = await accounts.exportKeystore(accountId)
    })
  }
}
