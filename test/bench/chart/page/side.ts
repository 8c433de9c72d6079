// What a page of the chart's bench can do, whichever chart is in it.
import type { CandleColumns, MarketTrade } from '../../../../src-preload/contract/orders/entities.ts'
import { unpackColumns } from '../pack.ts'

/** One chart of 1600 by 900 pixels, with candles, volume, moving averages, marks, drawn lines and a crosshair. */
export interface Side {
  /** Resolves when the first candles are on the screen. */
  readonly isReady: Promise<unknown>
  /** Shows this stretch of time, from the next frame on. */
  show(fromMs: number, toMs: number): void
  /** Puts the crosshair to a place, in pixels of the chart. */
  point(x: number, y: number): void
  /** The newest candle has changed in the cache: brings it to the screen. Resolves when it will be in the next frame. */
  live(close: number): Promise<void>
  /** True when what is drawn is what the stretch needs: neither coarser, nor partly missing. */
  isWhole(): boolean
}

/** Facts that the bench gives to each page. */
export interface BenchFacts {
  readonly market: string
  readonly firstMs: number
  /** Start of the newest candle. */
  readonly lastMs: number
  /** Candles in view at first. */
  readonly shown: number
  readonly marks: readonly Pick<MarketTrade, 'id' | 'price' | 'amount' | 'createdAtMs' | 'takerType'>[]
}

export const minuteMs = 60_000
/** `dense`: ten averages, and a hundred lines that were drawn. */
export type Load = 'plain' | 'dense'
const isDense = (): boolean => new URLSearchParams(location.search).get('load') === 'dense'
/** Lengths of the moving averages. */
export const averages: readonly number[] = isDense() ? [5, 10, 15, 20, 30, 50, 80, 100, 150, 200] : [20, 50]
const drawnLines = 100

/** A line between two marks, in the order of time. */
export interface DrawnLine {
  readonly from: BenchFacts['marks'][number]
  readonly to: BenchFacts['marks'][number]
}

/** The lines between neighbors of the newest marks, where all scripts begin; none in a plain chart. */
export function linesOf({ marks }: BenchFacts): DrawnLine[] {
  if (!isDense()) return []
  return Array.from({ length: drawnLines }, (_, at) => {
    const [from, to] = marks.slice(marks.length - 2 * (at + 1)).slice(0, 2)
    return from === undefined || to === undefined ? [] : [{ from, to }]
  }).flat()
}
export const host = (): HTMLElement => {
  const element = document.getElementById('chart')
  if (element === null) throw new Error('the page has no place for a chart')
  return element
}

export async function readFacts(): Promise<BenchFacts> {
  const answer = await fetch(`/facts${location.search}`)
  return (await answer.json()) as BenchFacts
}

/** Every candle there is, for who holds them all. */
export async function readAll(): Promise<CandleColumns> {
  const answer = await fetch(`/all${location.search}`)
  return unpackColumns(await answer.arrayBuffer())
}
