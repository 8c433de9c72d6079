// Exports the filtered list to a file; main asks for the location.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../../src-preload/contract/contract.ts'
import type { HistoryFilter } from '../../../../src-preload/contract/transfers.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { countOf } from '../../../text/format/words.ts'

export type ExportFormat = ChannelInput<'transfers:export'>['format']

export class ListExport {
  isBusy = $state(false)
  /** Result in a sentence; null before. */
  said = $state<string | null>(null)
  error = $state.raw<ErrorReport | null>(null)

  dismiss(): void {
    this.said = null
    this.error = null
  }

  async save(filter: HistoryFilter, format: ExportFormat): Promise<void> {
    if (this.isBusy) return
    this.dismiss()
    this.isBusy = true
    try {
      const { file, count } = await call('transfers:export', { filter, format })
      this.said =
        file === null
          ? 'Nothing was written.'
          : `${countOf(count, ['transfer', 'transfers'])} exported to ${file}.`
    } catch (cause) {
      this.error = toReport(cause)
    } finally {
      this.isBusy = false
    }
  }
}
