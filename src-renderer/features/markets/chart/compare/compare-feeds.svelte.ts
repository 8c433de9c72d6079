// Candles of the markets that one chart is compared with, while it is on screen.
import type { ChartInterval } from '../../../../../src-preload/domain/markets/intervals.ts'
import type { ComparedMarket } from '../../../../charts/compare/compared-line.ts'
import { ChartFeed } from '../chart-feed.svelte.ts'

interface Followed extends ComparedMarket {
  readonly period: ChartInterval
  readonly stop: () => void
}

export class CompareFeeds {
  #followed = $state.raw<readonly Followed[]>([])

  /** In the order of the choices; the same list while they are the same. */
  get compared(): readonly ComparedMarket[] {
    return this.#followed
  }

  /** Follows these markets at a period. Those that are followed already keep their candles. */
  show(markets: readonly string[], period: ChartInterval): void {
    const before = this.#followed
    const isSame =
      markets.length === before.length &&
      before.every((one, at) => one.market === markets[at] && one.period === period)
    if (isSame) return
    const kept = before.filter((one) => one.period === period && markets.includes(one.market))
    for (const one of before) if (!kept.includes(one)) one.stop()
    this.#followed = markets.map(
      (market) => kept.find((one) => one.market === market) ?? follow(market, period),
    )
  }

  /** Frees all candles. */
  stop(): void {
    for (const { stop } of this.#followed) stop()
    this.#followed = []
  }
}

function follow(market: string, period: ChartInterval): Followed {
  const feed = new ChartFeed(market, period)
  return { market, period, window: feed.window, stop: feed.follow() }
}
