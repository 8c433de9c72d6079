// The user's order events on a market, for marks on its charts.
import { type ChartMark, maxMarks } from '../../../src-preload/contract/markets/charts.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { CurrentAccount } from '../../session/current-account.ts'

export interface MarksOptions {
  readonly store: Pick<Store, 'listMarks' | 'getOrder'>
  readonly current: Pick<CurrentAccount, 'require' | 'work'>
}

export function createMarks({ store, current }: MarksOptions) {
  /** An open order as the stream reports it, until REST has told as much. */
  async function withReport(accountId: string, mark: ChartMark): Promise<ChartMark> {
    const work = current.work()
    if (mark.kind !== 'placed' || !mark.isOpen || work?.hasReport(mark.orderId) !== true) return mark
    const order = await store.getOrder(accountId, mark.orderId)
    const reported = order === null ? null : work.reportOf(order)
    if (reported === null) return mark
    const { state } = reported
    return { ...mark, state, isOpen: state === 'pending' || state === 'wait', isReported: true }
  }

  return {
    async listMarks({
      market,
      fromMs,
      toMs,
    }: ChannelInput<'charts:listMarks'>): Promise<ChannelOutput<'charts:listMarks'>> {
      if (toMs < fromMs) throw new AppError('validation', { field: 'toMs' })
      const accountId = current.require().account.id
      const { marks, isCut } = await store.listMarks(accountId, { market, fromMs, toMs, most: maxMarks })
      return { marks: await Promise.all(marks.map((mark) => withReport(accountId, mark))), isCut }
    },
  }
}
