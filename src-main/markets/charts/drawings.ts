// The user's drawings on a market's charts.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Emit } from '../../ipc/events.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Limits: more drawings on one market cannot be told apart, and the total stops a faulty page. */
const most = { ofMarket: 200, inAll: 5_000 }

const fullReasons = { market: 'full', all: 'fullInAll' } as const

export interface DrawingsOptions {
  readonly store: Pick<Store, 'listDrawings' | 'putDrawing' | 'removeDrawing'>
  readonly emit: Emit
  /** Network key of the active account. Errors: notFound without an account. */
  readonly requireNetwork: () => string
}

export function createDrawings({ store, emit, requireNetwork }: DrawingsOptions) {
  function tell(markets: readonly (string | null)[]): void {
    for (const market of new Set(markets)) if (market !== null) emit('charts:drawingsChanged', { market })
  }

  return {
    async listDrawings({
      market,
    }: ChannelInput<'charts:listDrawings'>): Promise<ChannelOutput<'charts:listDrawings'>> {
      return { drawings: await store.listDrawings(requireNetwork(), market) }
    },

    async putDrawing({ drawing }: { readonly drawing: Drawing }): Promise<void> {
      const { keptOut, formerMarket } = await store.putDrawing(requireNetwork(), drawing, most)
      if (keptOut !== null)
        throw new AppError('validation', { field: 'drawings', reason: fullReasons[keptOut] })
      tell([drawing.market, formerMarket])
    },

    async removeDrawing({ id }: ChannelInput<'charts:removeDrawing'>): Promise<void> {
      tell([await store.removeDrawing(requireNetwork(), id)])
    },
  }
}
