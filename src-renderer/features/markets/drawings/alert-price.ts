// The price of an alert at a drawing. Pure.
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { snapPrice } from '../../../charts/layers/price-text.ts'

/** The price of a slanting line at a time, of other drawings that of their first point. */
export function alertPriceOf(drawing: Drawing, atMs: number, decimals: number): string {
  const [first, second] = drawing.points
  if (first === undefined) return snapPrice(0, decimals)
  const isSlanting = drawing.kind === 'trend' || drawing.kind === 'ray' || drawing.kind === 'channel'
  if (!isSlanting || second === undefined || second.atMs === first.atMs) return first.price
  const from = Number(first.price)
  const share = (atMs - first.atMs) / (second.atMs - first.atMs)
  return snapPrice(from + (Number(second.price) - from) * share, decimals)
}
