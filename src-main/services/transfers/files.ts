// Owns: transfers as files: the history as CSV or JSON Lines, the receipt of one as PDF or JSON. Must not: write half a file.
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { HistoryEntry } from '../../../src-preload/contract/transfers.ts'
import { AppError } from '../../../src-preload/shared/errors.ts'

export interface TransferFilesOptions {
  readonly chooseFile: (defaultName: string) => Promise<string | null>
  readonly readHistory: (filter: ChannelInput<'transfers:list'>['filter']) => Promise<HistoryEntry[]>
}

export function createTransferFiles(_options: TransferFilesOptions) {
  return {
    exportHistory(_input: ChannelInput<'transfers:export'>): Promise<ChannelOutput<'transfers:export'>> {
      throw new AppError('internal', { what: 'not built' })
    },
    saveReceipt(
      _input: ChannelInput<'transfers:saveReceipt'>,
    ): Promise<ChannelOutput<'transfers:saveReceipt'>> {
      throw new AppError('internal', { what: 'not built' })
    },
  }
}
