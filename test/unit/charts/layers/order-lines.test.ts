// Lines of open orders on a chart: where they can be hit, and what a press on a cross does.
import { describe, expect, it } from 'vitest'
import type { ChartTool, ToolPlace } from '../../../../src-renderer/charts/layers/layer.ts'
import { OrderTool } from '../../../../src-renderer/charts/layers/order-tool.ts'
import {
  crossOfHit,
  type OrderLine,
  OrderLinesLayer,
  orderLineOfHit,
} from '../../../../src-renderer/charts/layers/order-lines.ts'
import { hitAt, toolPlace } from '../../../../src-renderer/charts/input/pointer.ts'
import { plotRight, priceBottom, priceOfY, yOfPrice } from '../../../../src-renderer/charts/model/frame.ts'
import { makeTestFrame } from './frames.ts'

const frame = makeTestFrame()
/** Six pixels a character. */
const ctx = new Proxy({} as CanvasRenderingContext2D, {
  get: (_target, name) =>
    name === 'measureText' ? (text: string) => ({ width: text.length * 6 }) : () => undefined,
  set: () => true,
})
const theme = { up: 'up', down: 'down', text: 'text', textQuiet: 'quiet', accent: 'accent' } as never

const line = (orderId: number, price: number, change: Partial<OrderLine> = {}): OrderLine => ({
  ...{
    id: `${String(orderId)} limit`,
    orderId,
    price,
    exactPrice: String(price),
    side: 'buy',
    text: `Buy 1 @ ${String(price)}`,
  },
  ...{ isTrigger: false, isCanceling: false },
  ...change,
})

function paint(lines: readonly OrderLine[]): OrderLinesLayer {
  const layer = new OrderLinesLayer()
  layer.set(lines)
  layer.paint(ctx, frame, theme)
  return layer
}

const yOf = (price: number): number => yOfPrice(frame, price)
const crossX = plotRight(frame) - 8 - 9
const at = (x: number, y: number): ToolPlace => toolPlace(frame, { x, y })

describe('a line of an order', () => {
  it('is hit on its chip, on its cross and anywhere along it', () => {
    const layer = paint([line(7, 100)])
    expect(layer.hit(frame, { x: crossX, y: yOf(100) })).toEqual({
      ...{ id: 'orderCross:7 limit', cursor: 'pointer' },
      ...{ distance: 0, comesFirst: true },
    })
    expect(layer.hit(frame, { x: crossX - 40, y: yOf(100) + 8 })?.id).toBe('orderLine:7 limit')
    expect(layer.hit(frame, { x: 20, y: yOf(100) + 4 })?.id).toBe('orderLine:7 limit')
    expect(layer.hit(frame, { x: 20, y: yOf(100) + 20 })).toBeNull()
    expect([crossOfHit('orderCross:7 limit'), orderLineOfHit('orderLine:7 limit')]).toEqual([
      '7 limit',
      '7 limit',
    ])
    expect([crossOfHit('alert:7'), orderLineOfHit('orderCross:7 limit')]).toEqual([null, null])
  })

  it('has no cross once it is asked to be canceled', () => {
    const layer = paint([line(7, 100, { isCanceling: true })])
    expect(layer.hit(frame, { x: crossX, y: yOf(100) })?.id).toBe('orderLine:7 limit')
  })

  it('keeps its chip beside that of another order at the same price', () => {
    const layer = paint([line(7, 100), line(8, 100)])
    expect(layer.hit(frame, { x: crossX, y: yOf(100) })?.id).toBe('orderCross:7 limit')
    const width = 'Buy 1 @ 100'.length * 6 + 12 + 18
    expect(layer.hit(frame, { x: crossX - width - 4, y: yOf(100) })?.id).toBe('orderCross:8 limit')
  })

  it('keeps its chip whole above or below those of others where there is no room beside them', () => {
    const layer = paint(Array.from({ length: 20 }, (_, at) => line(at, 100)))
    for (const row of [-1, 0, 1]) {
      expect(layer.hit(frame, { x: crossX, y: yOf(100) + row * 22 })?.id).toMatch(/^orderCross/)
    }
    const begins = layer.hit(frame, { x: 4, y: yOf(100) })
    expect(begins?.id.startsWith('orderCross')).not.toBe(true)
  })

  it('has no chip, and so no cross, where its words would be cut or far from it', () => {
    const texts: string[] = []
    const lefts: number[] = []
    const noting = new Proxy({} as CanvasRenderingContext2D, {
      get: (_target, name) => {
        if (name === 'measureText') return (text: string) => ({ width: text.length * 6 })
        if (name === 'rect') return (left: number) => void lefts.push(left)
        return name === 'fillText' ? (text: string) => void texts.push(text) : () => undefined
      },
      set: () => true,
    })
    const layer = new OrderLinesLayer()
    const lines = Array.from({ length: 110 }, (_, at) => line(at, 100))
    layer.set(lines)
    layer.paint(noting, frame, theme)
    expect(lefts.length).toBe(texts.length)
    expect(lefts.filter((left) => left < 0)).toEqual([])
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.length).toBeLessThan(lines.length)
    const hits = Array.from({ length: 440 }, (_, y) => layer.hit(frame, { x: crossX, y })?.id ?? '')
    const rows = hits.flatMap((id, y) => (crossOfHit(id) === null ? [] : [y]))
    // Two rows above its line and two below.
    expect([rows[0], rows.at(-1)]).toEqual([yOf(100) - 53, yOf(100) + 53])
    // Each has its label at the axis all the same.
    expect(layer.tags(frame, theme)).toHaveLength(lines.length)
  })

  it('has its chip while it is moved, also where others have no room for theirs', () => {
    const layer = new OrderLinesLayer()
    const lines = Array.from({ length: 110 }, (_, at) => line(at, 100))
    layer.set(lines)
    layer.moving = { id: '109 limit', price: 100, text: 'Move to 100.00' }
    layer.paint(ctx, frame, theme)
    expect(layer.hit(frame, { x: crossX, y: yOf(100) })?.id).toBe('orderCross:109 limit')
  })

  it('keeps its chip whole at the lower edge of the price pane, beside the button to the latest candles', () => {
    const lowest = priceOfY(frame, priceBottom(frame) - 1)
    const layer = paint([line(7, lowest)])
    const bottom = priceBottom(frame)
    const besideX = plotRight(frame) - 44 - 9
    expect(layer.hit(frame, { x: besideX, y: bottom - 2 })?.id).toBe('orderCross:7 limit')
    expect(layer.hit(frame, { x: besideX, y: bottom - 18 })?.id).toBe('orderCross:7 limit')
    expect(layer.hit(frame, { x: plotRight(frame) - 30, y: bottom - 18 })).toBeNull()
  })

  it('keeps its chip below the first row of the legend, which is as wide as its digits', () => {
    const layer = paint([line(7, priceOfY(frame, 4))])
    const isCross = (y: number): boolean => layer.hit(frame, { x: crossX, y })?.id === 'orderCross:7 limit'
    expect(Array.from({ length: 22 }, (_, y) => y).filter(isCross)).toEqual([])
    expect(isCross(32)).toBe(true)
  })

  it('has a tag at the axis each, those off the axis none', () => {
    const layer = paint([line(7, 100), line(8, 100.1), line(9, 115, { side: 'sell' }), line(10, 900)])
    expect(layer.tags(frame, theme).map(({ text, background }) => [text, background])).toEqual([
      ['100.00', 'up'],
      ['100.10', 'up'],
      ['115.00', 'down'],
    ])
  })

  it('is in no picture, because it has the amount', () => {
    expect(paint([]).isPrivate).toBe(true)
  })
})

describe('a press', () => {
  function tools(change: Partial<OrderLine> = {}, cursor = '') {
    const done: string[] = []
    const usual: ChartTool = {
      cursor,
      down: () => {
        done.push('down')
        return false
      },
      move: () => undefined,
      up: () => done.push('up'),
      cancel: () => done.push('cancel'),
    }
    const layer = paint([line(7, 100, change)])
    const tool = new OrderTool(layer, usual, {
      hit: (shown, place) => hitAt(shown, [layer], place),
      onCross: (id) => done.push(`cross ${id}`),
      onSelect: (id) => done.push(`select ${id}`),
      onDrag: (_line, price) => done.push(`drag ${String(price)}`),
      onDrop: ({ id }, price) => done.push(`drop ${id} ${price}`),
    })
    return { tool, done }
  }

  it('on a cross cancels where it is released there, and is nobody else’s', () => {
    const { tool, done } = tools()
    expect(tool.down(at(crossX, yOf(100)))).toBe(true)
    tool.up(at(crossX + 2, yOf(100)))
    expect(done).toEqual(['cross 7 limit'])
  })

  it('that leaves the cross does nothing', () => {
    const { tool, done } = tools()
    tool.down(at(crossX, yOf(100)))
    tool.up(at(crossX, yOf(100) + 60))
    tool.down(at(crossX, yOf(100)))
    tool.cancel()
    expect(done).toEqual([])
  })

  it('on the line chooses the order, and drags it to the price under the pointer', () => {
    const { tool, done } = tools()
    tool.down(at(30, yOf(100) + 1))
    tool.up(at(31, yOf(100) + 1))
    tool.down(at(30, yOf(100) + 1))
    tool.move(at(30, yOf(100) + 2))
    tool.move(at(30, yOf(105) + 1))
    tool.up(at(30, yOf(95) + 1))
    expect(done[0]).toBe('select 7 limit')
    expect(done.map((one) => one.split('.')[0])).toEqual(['select 7 limit', 'drag 105', 'drop 7 limit 95'])
  })

  it('that is given up puts the line back', () => {
    const { tool, done } = tools()
    tool.down(at(30, yOf(100)))
    tool.move(at(30, yOf(100) + 40))
    tool.cancel()
    expect(done.at(-1)).toBe('drag null')
  })

  it('beside it, on an order that is being canceled, and with a chosen tool is the usual tool’s', () => {
    const beside = tools()
    expect(beside.tool.down(at(30, yOf(100) + 30))).toBe(false)
    const ending = tools({ isCanceling: true })
    expect(ending.tool.down(at(30, yOf(100)))).toBe(false)
    const placing = tools({}, 'crosshair')
    expect(placing.tool.down(at(30, yOf(100)))).toBe(false)
    expect([beside.done, ending.done, placing.done]).toEqual([['down'], ['down'], ['down']])
  })
})
