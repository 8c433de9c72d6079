// All markets of the exchange, while the dialog that lists them is open.
import type { ChannelOutput } from '../../../../src-preload/contract/contract.ts'
import { call, on, toReport } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'
import { failed, type Loadable, loading, ready } from '../../../shell/page/loadable.ts'

export class Catalog {
  value = $state.raw<Loadable<ChannelOutput<'markets:listAll'>>>(loading)

  /** Follows the tickers until the returned function is called. */
  start(): () => void {
    let isOver = false
    const load = async (): Promise<void> => {
      try {
        const value = await call('markets:listAll', {})
        if (!isOver) this.value = ready(value)
      } catch (error) {
        if (!isOver) this.value = failed(this.value, toReport(error))
      }
    }
    const refresh = coalesce(load, 250)
    const stop = on('markets:tickersChanged', () => refresh.request())
    refresh.request()
    return () => {
      isOver = true
      stop()
      refresh.stop()
    }
  }
}
