// Works out the depth chart: steps of cumulative sums by price, as pixels. Pure; the exit to pixels, sums stay exact elsewhere.
import { linearTicks } from '../../charts/model/scales.ts'
import type { SumUnit } from './book-choices.svelte.ts'
import type { BookLevel } from './book-levels.ts'

export interface DepthPoint {
  /** Device-independent pixels. */
  readonly x: number
  readonly y: number
  readonly level: BookLevel
}

export interface DepthTick {
  readonly at: number
  readonly value: number
}

export interface DepthPicture {
  readonly width: number
  /** Of the plot without its axis. */
  readonly height: number
  /** Best first; levels beyond the edges are left out. */
  readonly asks: readonly DepthPoint[]
  readonly bids: readonly DepthPoint[]
  readonly midX: number
  readonly prices: readonly DepthTick[]
  readonly sums: readonly DepthTick[]
}

export interface DepthSize {
  readonly width: number
  readonly height: number
}

const axisHeight = 20
const topRoom = 12
const priceTickPx = 72
const sumTickPx = 56

/**
 * Both sides reach as far from the mid price as the shorter one does, so that its steps can be compared.
 * @param sides - best first
 * @param mid - decimal text; null without one: then the middle between what there is
 * @returns null if there is nothing to draw
 */
export function drawDepth(
  { asks, bids }: Readonly<Record<'asks' | 'bids', readonly BookLevel[]>>,
  mid: string | null,
  sums: SumUnit,
  size: DepthSize,
  priceDecimals: number,
): DepthPicture | null {
  const best = asks[0] ?? bids[0]
  if (best === undefined || size.width < 40 || size.height < 60) return null
  const center = Number(mid ?? best.price)
  const reaches = [asks, bids]
    .map((side) => Math.abs(Number(side.at(-1)?.price ?? center) - center))
    .filter((reach) => reach > 0)
  const reach = reaches.length === 0 ? center * 0.01 : Math.min(...reaches)
  if (!(reach > 0)) return null

  const height = size.height - axisHeight
  const xOf = (price: number): number => ((price - center + reach) / (2 * reach)) * size.width
  const sumOf = (level: BookLevel): number => Number(sums === 'base' ? level.sumBase : level.sumQuote)
  const isNear = ({ price }: BookLevel): boolean => Math.abs(Number(price) - center) <= reach * (1 + 1e-9)
  const near = { asks: asks.filter(isNear), bids: bids.filter(isNear) }
  const most = Math.max(...[...near.asks.slice(-1), ...near.bids.slice(-1)].map(sumOf))
  if (!(most > 0)) return null
  const yOf = (sum: number): number => height - (sum / most) * (height - topRoom)
  const pointOf = (level: BookLevel): DepthPoint => ({
    x: xOf(Number(level.price)),
    y: yOf(sumOf(level)),
    level,
  })
  const perPx = { price: (2 * reach) / size.width, sum: most / (height - topRoom) }
  return {
    width: size.width,
    height,
    asks: near.asks.map(pointOf),
    bids: near.bids.map(pointOf),
    midX: xOf(center),
    prices: linearTicks(center - reach, center + reach, priceTickPx * perPx.price, priceDecimals).map(
      (value) => ({ at: xOf(value), value }),
    ),
    sums: linearTicks(0, most, sumTickPx * perPx.sum, 8)
      .filter((value) => value > 0)
      .map((value) => ({ at: yOf(value), value })),
  }
}

/** The level whose step is drawn at `x`; of the nearest side where there is none, as within the spread. Null without any. */
export function levelAt({ asks, bids, midX }: DepthPicture, x: number): BookLevel | null {
  const isAsk = bids.length === 0 || (asks.length > 0 && x >= midX)
  const side = isAsk ? asks : bids
  const reached = side.findLast((point) => (isAsk ? point.x <= x : point.x >= x))
  return (reached ?? side[0])?.level ?? null
}
