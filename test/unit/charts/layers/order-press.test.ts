// Which of an order line, a drawing and an alert a press at one place is of.
import { describe, expect, it } from 'vitest'
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { DrawingsLayer } from '../../../../src-renderer/charts/drawings/drawings-layer.ts'
import { hitAt } from '../../../../src-renderer/charts/input/pointer.ts'
import { AlertsLayer } from '../../../../src-renderer/charts/layers/alerts.ts'
import type { ChartTool } from '../../../../src-renderer/charts/layers/layer.ts'
import { OrderLinesLayer } from '../../../../src-renderer/charts/layers/order-lines.ts'
import { OrderTool } from '../../../../src-renderer/charts/layers/order-tool.ts'
import { plotRight, priceOfY } from '../../../../src-renderer/charts/model/frame.ts'
import { lineAt } from '../../../fixtures/drawings.ts'
import { makeTestFrame, minuteMs, noteCanvas, placeAt, startMs, theme, xAt, yAt } from './frames.ts'

const frame = makeTestFrame()
const hourMs = 60 * minuteMs
const crossX = plotRight(frame) - 8 - 9
const wordsX = crossX - 40

/** An order at 100. */
function order(): OrderLinesLayer {
  const layer = new OrderLinesLayer()
  layer.set([
    {
      ...{ id: '7 limit', orderId: 7, side: 'buy', price: 100, exactPrice: '100', text: 'Buy 1 @ 100' },
      ...{ isTrigger: false, isCanceling: false },
    },
  ])
  layer.paint(noteCanvas().ctx, frame, theme)
  return layer
}

describe('a press on an order line beside a drawing or an alert', () => {
  const lineY = yAt(frame, 100)
  const xOf = (hour: number): number => xAt(frame, startMs + hour * hourMs)
  /** Along the order's line three pixels above it, with a handle in the middle of a candle. */
  const drawing = (id: string, pixelsAbove = 3): Drawing => {
    const price = String(priceOfY(frame, lineY - pixelsAbove))
    const points = [10, 30].map((hour) => ({ atMs: startMs + hour * hourMs, price }))
    return { ...lineAt(id, price), kind: 'trend', points }
  }
  function pressed(layer: DrawingsLayer | AlertsLayer, x: number, y: number): string {
    const done: string[] = []
    const orders = order()
    const usual: ChartTool = {
      cursor: '',
      down: () => {
        done.push('usual')
        return true
      },
      move: () => undefined,
      up: () => undefined,
      cancel: () => undefined,
    }
    const tool = new OrderTool(orders, usual, {
      hit: (shown, place) => hitAt(shown, [layer, orders], place),
      onCross: () => done.push('cross'),
      onSelect: () => undefined,
      onDrag: () => done.push('order'),
      onDrop: () => undefined,
    })
    tool.down(placeAt(frame, x, y))
    tool.move(placeAt(frame, x, y + 20))
    tool.up(placeAt(frame, x, y + 20))
    return done.join()
  }
  const middleX = xOf(20)
  const handleX = xOf(10.5)

  it('is the drawing’s that is selected, at its handles and along it, even on the order’s line', () => {
    const layer = new DrawingsLayer()
    layer.set([drawing('a')])
    layer.selectedId = 'a'
    for (const y of [lineY - 3, lineY - 1, lineY]) {
      expect(pressed(layer, middleX, y)).toBe('usual')
      expect(pressed(layer, handleX, y)).toBe('usual')
    }
    // A handle reaches further than a line.
    layer.set([drawing('a', 8)])
    expect(pressed(layer, handleX, lineY - 1)).toBe('usual')
    expect(pressed(layer, middleX, lineY)).toBe('order')
  })

  it('is the drawing’s that is selected also where another drawing is nearer', () => {
    const layer = new DrawingsLayer()
    layer.set([drawing('a', 5), drawing('b', -3)])
    layer.selectedId = 'a'
    expect(pressed(layer, middleX, lineY)).toBe('usual')
  })

  it('is of the nearer one where nothing is selected', () => {
    const layer = new DrawingsLayer()
    layer.set([drawing('a')])
    expect(pressed(layer, middleX, lineY - 2)).toBe('usual')
    expect(pressed(layer, middleX, lineY - 1)).toBe('order')
  })

  it('is the order’s within the area of a position that is not selected', () => {
    const layer = new DrawingsLayer()
    const points = [97, 103, 94].map((price, index) => ({
      atMs: startMs + (index === 1 ? 60 : 10) * hourMs,
      price: String(price),
    }))
    layer.set([{ ...lineAt('a', '97'), kind: 'long', points, account: '', risk: '1' } as Drawing])
    expect(pressed(layer, middleX, lineY + 2)).toBe('order')
    layer.selectedId = 'a'
    expect(pressed(layer, middleX, lineY + 2)).toBe('usual')
  })

  it('is the alert’s that is selected or nearer', () => {
    const layer = new AlertsLayer()
    const price = String(priceOfY(frame, lineY - 4))
    const shared = { market: 'ethusdc', direction: 'either', note: '', isRepeating: false } as const
    layer.set([{ ...shared, id: 'n', price, createdAtMs: 1, crossedAtMs: null, isArmed: true }])
    expect([lineY, lineY - 3].map((y) => pressed(layer, middleX, y))).toEqual(['order', 'usual'])
    layer.selectedId = 'n'
    expect(pressed(layer, middleX, lineY)).toBe('usual')
  })

  it('on the cross of its label cancels, whatever is selected below', () => {
    const layer = new DrawingsLayer()
    layer.set([lineAt('a', '100')])
    layer.selectedId = 'a'
    const orders = order()
    expect(hitAt(frame, [layer, orders], { x: crossX, y: lineY })?.id).toBe('orderCross:7 limit')
    expect(hitAt(frame, [layer, orders], { x: wordsX, y: lineY })?.id).toBe('drawing:a')
  })
})
