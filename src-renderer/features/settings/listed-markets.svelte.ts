// The markets of the watch list, as choices of a setting.
import { call, toReport } from '../../shell/page/api.ts'
import { describeError } from '../../text/errors/describe-error.ts'

export class ListedMarkets {
  /** Symbols in the list's order; empty before they are read. */
  symbols = $state.raw<readonly string[]>([])
  /** Why there are none to choose from; empty unless reading them failed. */
  failure = $state('')

  /** Reads the list of the account in use; never rejects, since what was chosen before can still be taken back. */
  async load(): Promise<void> {
    try {
      const { markets } = await call('markets:list', {})
      this.symbols = markets.map(({ market }) => market)
      this.failure = ''
    } catch (error) {
      this.failure = `The markets could not be loaded. ${describeError(toReport(error)).happened}`
    }
  }
}
