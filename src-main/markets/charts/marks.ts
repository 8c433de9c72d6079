// The user's order events on a market, for marks on its charts.
import { maxMarks } from '../../../src-preload/contract/charts.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { CurrentAccount } from '../../session/current-account.ts'

export interface MarksOptions {
  readonly store: Pick<Store, 'listMarks'>
  readonly current: Pick<CurrentAccount, 'require'>
}

export function createMarks({ store, current }: MarksOptions) {
  return {
    async listMarks({
      market,
      fromMs,
      toMs,
    }: ChannelInput<'charts:listMarks'>): Promise<ChannelOutput<'charts:listMarks'>> {
      if (toMs < fromMs) throw new AppError('validation', { field: 'toMs' })
      return store.listMarks(current.require().account.id, { market, fromMs, toMs, most: maxMarks })
    },
  }
}
