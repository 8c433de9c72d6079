// Exports the filtered list to a file; main asks for the location.
import type { ChannelInput } from '../../../../src-preload/contract/contract.ts'
import type { HistoryFilter } from '../../../../src-preload/contract/transfers.ts'
import { call } from '../../../shell/page/api.ts'
import { Attempt } from '../../../shell/page/attempt.svelte.ts'
import { countOf } from '../../../text/format/words.ts'

export type ExportFormat = ChannelInput<'transfers:export'>['format']

export class ListExport extends Attempt {
  /** Result in a sentence; null before. */
  said = $state<string | null>(null)

  override clear(): void {
    super.clear()
    this.said = null
  }

  async save(filter: HistoryFilter, format: ExportFormat): Promise<void> {
    await this.attempt(async () => {
      const { file, count } = await call('transfers:export', { filter, format })
      this.said =
        file === null
          ? 'Nothing was written.'
          : `${countOf(count, ['transfer', 'transfers'])} exported to ${file}.`
    })
  }
}
