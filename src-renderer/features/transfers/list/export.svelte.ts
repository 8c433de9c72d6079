// Exports the filtered list to a file; main asks for the location.
import type { ChannelInput } from '../../../../src-preload/contract/contract.ts'
import type { HistoryFilter } from '../../../../src-preload/contract/transfers.ts'
import { call } from '../../../shell/page/api.ts'
import { Attempt } from '../../../shell/page/attempt.svelte.ts'
import { savedFile } from '../../../shell/state/saved-file.svelte.ts'
import { countOf } from '../../../text/format/words.ts'

export type ExportFormat = ChannelInput<'transfers:export'>['format']

export class ListExport extends Attempt {
  async save(filter: HistoryFilter, format: ExportFormat): Promise<void> {
    await this.attempt(async () => {
      const { file, count } = await call('transfers:export', { filter, format })
      if (file !== null)
        savedFile.tell(`${countOf(count, ['transfer', 'transfers'])} exported to ${file}.`, file)
    })
  }
}
