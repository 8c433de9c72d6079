// All markets of the exchange, while the dialog that lists them is open.
import type { ChannelOutput } from '../../../../../src-preload/contract/contract.ts'
import { call, toReport } from '../../../../shell/page/api.ts'
import { coalesce } from '../../../../shell/page/coalesce.ts'
import { failed, type Loadable, loading, ready } from '../../../../shell/page/loadable.ts'
import { refreshOn } from '../../../../shell/page/refresh-on.ts'

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
    const stop = refreshOn(coalesce(load, 250), 'markets:tickersChanged')
    return () => {
      isOver = true
      stop()
    }
  }
}
