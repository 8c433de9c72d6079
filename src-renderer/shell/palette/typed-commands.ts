// Commands that are read off the typed text: an order by its ID, a market with an interval, an address to send to.
import { type ChartInterval, chartIntervals } from '../../../src-preload/domain/markets/intervals.ts'
import { layout } from '../../features/markets/chart/layout.svelte.ts'
import { makeRecipientCommand } from '../../features/transfers/transfer-commands.ts'
import { readAddress } from '../../text/format/address.ts'
import { nameMarket, periodNames } from '../../text/format/words.ts'
import type { AppActions } from './app-commands.ts'
import type { Command } from './command.ts'
import { beginsWords, readWords } from './fuzzy.ts'
import { type FoundGroup, readOrderId } from './rank.ts'

/** Results for a market with an interval. */
const maxMarkets = 5

/**
 * Markets of the list whose names begin with all words but one, and the interval that the other word names: "btc 1h".
 * @param markets - symbols, in the list's order
 */
export function readMarketInterval(
  typed: string,
  markets: readonly string[],
): readonly { readonly market: string; readonly period: ChartInterval }[] {
  // 1m is a minute and 1M a month; of all other words the case does not count.
  const words = typed
    .trim()
    .split(/\s+/)
    .map((word) => (word === periodNames.month.short ? word : word.toLowerCase()))
  const period = chartIntervals.find((each) => words.includes(periodNames[each].short))
  if (period === undefined || words.length < 2) return []
  const rest = readWords(words.filter((word) => word !== periodNames[period].short).join(' '))
  if (rest.length === 0) return []
  return markets
    .filter((market) => beginsWords(rest, nameMarket(market).pair))
    .slice(0, maxMarkets)
    .map((market) => ({ market, period }))
}

function findTyped(typed: string, markets: readonly string[], { show }: AppActions): Command[] {
  const orderId = readOrderId(typed)
  const address = readAddress(typed)
  return [
    ...(orderId === null
      ? []
      : [
          {
            id: `order.${orderId}`,
            section: 'actions',
            title: `Open order ${orderId}`,
            run: () => show('orders', String(orderId)),
          } as const,
        ]),
    ...(address === null ? [] : [makeRecipientCommand({ address, label: null }, () => show('transfers'))]),
    ...readMarketInterval(typed, markets).map(({ market, period }): Command => ({
      id: `market.${market}.${period}`,
      section: 'markets',
      title: `${nameMarket(market).pair}, ${periodNames[period].long}`,
      run: () => {
        show('trade', market)
        void layout.load().then(() => layout.setPeriod(period))
      },
    })),
  ]
}

/** The group before all others; empty where the text names nothing. */
export function findTypedGroup(typed: string, markets: readonly string[], ways: AppActions): FoundGroup[] {
  const found = ways.hasAccount ? findTyped(typed, markets, ways) : []
  return found.length === 0
    ? []
    : [{ title: 'Go to', found: found.map((command) => ({ command, spans: [] })) }]
}
