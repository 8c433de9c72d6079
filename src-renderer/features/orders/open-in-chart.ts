// Opens a market's chart at an order's time.
import { chartRequest } from '../../shell/page/chart-request.svelte.ts'
import { router } from '../../shell/page/router.svelte.ts'

/** Shows the market's chart around a time. */
export function openInChart(market: string, timeMs: number): void {
  chartRequest.ask({ market, timeMs })
  router.go('trade', market)
}
