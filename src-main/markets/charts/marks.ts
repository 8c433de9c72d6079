// Owns: what the user's orders did on a market, for marks on its charts. Must not: ask the service, or read more than are shown.
import { mostMarks } from '../../../src-preload/contract/charts.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Store } from '../../store/store-api.ts'
import type { Link } from '../../session/link.ts'

export interface MarksOptions {
  readonly store: Pick<Store, 'listMarks'>
  /** Errors: notFound without an account. */
  readonly requireLink: () => Pick<Link, 'account'>
}

export function createMarks({ store, requireLink }: MarksOptions) {
  return {
    async listMarks({
      market,
      fromMs,
      toMs,
    }: ChannelInput<'charts:listMarks'>): Promise<ChannelOutput<'charts:listMarks'>> {
      if (toMs < fromMs) throw new AppError('validation', { field: 'toMs' })
      return store.listMarks(requireLink().account.id, { market, fromMs, toMs, most: mostMarks })
    },
  }
}
