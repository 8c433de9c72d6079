// Columns as the user has them, their width, and what their cells say and copy.
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Fill } from '../../../../../src-preload/contract/orders/orders.ts'
import { tableChoices } from '../../../../../src-preload/contract/orders/orders.ts'
import { setFigureLocale } from '../../../../../src-renderer/text/format/current-locale.svelte.ts'
import { fillColumns, fillValue } from '../../../../../src-renderer/features/orders/fills/fill-columns.ts'
import {
  changeChoice,
  completeChoices,
  FigureMeter,
  minColumnWidth,
  moveChoice,
  shownChoices,
  stepChoice,
} from '../../../../../src-renderer/components/grid/grid-columns.ts'
import { placeColumns } from '../../../../../src-renderer/components/grid/grid-places.ts'
import { orderColumns, orderValue } from '../../../../../src-renderer/features/orders/order-columns.ts'
import { makeOrder } from '../make-order.ts'

setFigureLocale('en-GB')
afterEach(() => setFigureLocale('en-GB'))

const usual = completeChoices(orderColumns, [])
const ids = (choices: readonly { readonly id: string }[]): string[] => choices.map(({ id }) => id)
const columnOf = (id: string) => {
  const found = orderColumns.find((column) => column.id === id)
  if (!found) throw new Error(`no column ${id}`)
  return found
}
/** Of every market: four decimals of a price, two of an amount. */
const decimals = (key: string) => (key.startsWith('price ') ? 4 : 2)
const context = { dayMs: 0, isPrivate: false, digits: () => 4, decimals }

describe('the columns of a table', () => {
  it('are the usual ones before the user has chosen, and all can be had', () => {
    expect(ids(shownChoices(usual)).slice(0, 3)).toEqual(['created', 'market', 'side'])
    expect(usual).toHaveLength(23)
    expect(tableChoices.safeParse({ columns: usual, sort: null }).success).toBe(true)
  })

  it('come back as they were kept; new ones stand hidden at the end, unknown ones and doubles go', () => {
    const kept = [
      { id: 'price', widthPx: 200, isShown: true, isPinned: true },
      { id: 'gone', widthPx: 90, isShown: true, isPinned: false },
      { id: 'price', widthPx: 90, isShown: false, isPinned: false },
      { id: 'state', widthPx: 90, isShown: true, isPinned: false },
    ]
    const choices = completeChoices(orderColumns, kept)
    expect(ids(shownChoices(choices))).toEqual(['price', 'state'])
    expect(choices[0]?.widthPx).toBe(200)
    expect(choices).toHaveLength(23)
  })

  it('are never all hidden', () => {
    const one = completeChoices(orderColumns, [{ id: 'id', widthPx: 90, isShown: true, isPinned: false }])
    expect(changeChoice(one, 'id', { isShown: false })).toBe(one)
    const none = completeChoices(orderColumns, [{ id: 'id', widthPx: 90, isShown: false, isPinned: false }])
    expect(ids(shownChoices(none))).toEqual(['id'])
  })

  it('that are pinned stand first, and a column dropped among them is pinned too', () => {
    const pinned = changeChoice(usual, 'state', { isPinned: true })
    expect(ids(shownChoices(pinned))[0]).toBe('state')
    const moved = moveChoice(pinned, 'price', 'state')
    expect(ids(shownChoices(moved)).slice(0, 3)).toEqual(['price', 'state', 'created'])
    expect(ids(shownChoices(moveChoice(moved, 'state', null))).at(-1)).toBe('state')
  })

  it('move by one place on the screen, whatever is hidden between, and not past the pinned ones', () => {
    const ordered = ids(shownChoices(stepChoice(usual, 'market', 1)))
    expect(ordered.slice(0, 3)).toEqual(['created', 'side', 'market'])
    const pinned = changeChoice(usual, 'created', { isPinned: true })
    expect(stepChoice(pinned, 'market', -1)).toBe(pinned)
    expect(stepChoice(usual, 'created', -1)).toBe(usual)
  })

  it('are all there once, after any moves', () => {
    const id = fc.constantFrom(...ids(usual))
    const move = fc.tuple(fc.constantFrom('before', 'left', 'right', 'pin', 'hide'), id, id)
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        let choices = usual
        for (const [kind, one, other] of moves) {
          if (kind === 'before') choices = moveChoice(choices, one, other)
          else if (kind === 'left') choices = stepChoice(choices, one, -1)
          else if (kind === 'right') choices = stepChoice(choices, one, 1)
          else if (kind === 'pin') choices = changeChoice(choices, one, { isPinned: true })
          else choices = changeChoice(choices, one, { isShown: false })
        }
        expect(ids(choices).sort()).toEqual(ids(usual).sort())
        expect(shownChoices(choices).length).toBeGreaterThan(0)
      }),
    )
  })

  it('keep widths that the border takes, and figures that are whole', () => {
    const wide = changeChoice(changeChoice(usual, 'price', { widthPx: 9_999.5 }), 'side', { widthPx: -3 })
    expect(tableChoices.safeParse({ columns: wide, sort: null }).success).toBe(true)
    const meter = new FigureMeter(orderColumns)
    const rooms = meter.measure([[makeOrder(1, { price: '123456789.123456' })]])
    const price = columnOf('price')
    expect(minColumnWidth(price, rooms)).toBeGreaterThan(minColumnWidth(price, new Map()))
    const narrow = changeChoice(usual, 'price', { widthPx: 24 })
    const place = placeColumns(orderColumns, narrow, rooms).columns.find(({ column }) => column === price)
    expect(place?.widthPx).toBe(minColumnWidth(price, rooms))
  })

  it('that are pinned stand beside each other on the left', () => {
    const choices = changeChoice(changeChoice(usual, 'created', { isPinned: true }), 'market', {
      isPinned: true,
      widthPx: 90,
    })
    const { columns } = placeColumns(orderColumns, choices, new Map())
    expect(columns.slice(0, 3).map(({ style }) => style)).toEqual(['left: 0px', 'left: 144px', ''])
  })
})

describe('a table that is too narrow for all its columns', () => {
  const shownAt = (roomPx: number, choices = usual) => placeColumns(orderColumns, choices, new Map(), roomPx)
  const idsAt = (roomPx: number) => shownAt(roomPx).columns.map(({ column }) => column.id)

  it('leaves out the least of them first, and never scrolls for what it shows', () => {
    expect(shownAt(Infinity).leftOut).toEqual([])
    const widths = Array.from({ length: 130 }, (_, at) => 1_800 - at * 10)
    const first = widths.find((roomPx) => shownAt(roomPx).leftOut.length > 0) ?? 0
    expect(shownAt(first).leftOut).toEqual(['cancelReason'])
    for (let roomPx = 520; roomPx <= 1_800; roomPx += 20) {
      expect(shownAt(roomPx).tablePx).toBeLessThanOrEqual(roomPx)
      // What fits a narrow window fits a wider one.
      const wider = idsAt(roomPx + 20)
      expect(idsAt(roomPx).every((id) => wider.includes(id))).toBe(true)
    }
    expect(idsAt(820)).toEqual(
      expect.arrayContaining(['created', 'market', 'side', 'price', 'volume', 'state']),
    )
  })

  it('takes from each what it can spare before it leaves one out', () => {
    const all = shownAt(Infinity)
    const narrower = shownAt(all.tablePx - 40)
    expect(narrower.columns.length).toBe(all.columns.length)
    expect(narrower.tablePx).toBeLessThanOrEqual(all.tablePx - 40)
    for (const { column, widthPx } of narrower.columns)
      expect(widthPx).toBeGreaterThanOrEqual(minColumnWidth(column, new Map()))
  })

  it('keeps what is pinned, and what was chosen beyond the usual ones', () => {
    const chosen = changeChoice(changeChoice(usual, 'cancelReason', { isPinned: true }), 'id', {
      isShown: true,
    })
    const { columns, leftOut } = shownAt(900, chosen)
    expect(columns.map(({ column }) => column.id)).toEqual(expect.arrayContaining(['cancelReason', 'id']))
    expect(leftOut).toContain('averagePrice')
  })
})

describe('the room of figures', () => {
  it('grows for a new order, and for no piece twice', () => {
    const meter = new FigureMeter(orderColumns)
    const rest = [makeOrder(2), makeOrder(1)]
    const before = meter.measure([rest])
    expect(meter.measure([rest])).toBe(before)
    const after = meter.measure([[makeOrder(3, { price: '123456789.123456' })], rest])
    expect(after.get('price')).toEqual({ integer: 11, fraction: 6 })
    expect(meter.decimals('price ethusdc')).toBe(6)
    expect(meter.decimals('price btcusdc')).toBe(null)
  })

  it('is what is shown needs, not what was told: an average of sixteen decimals has those of its market', () => {
    const meter = new FigureMeter(orderColumns)
    const rooms = meter.measure([
      [makeOrder(1, { price: '1284.25', averagePrice: '1284.2431575829383886' }), makeOrder(2)],
    ])
    expect(rooms.get('averagePrice')?.fraction).toBe(2)
  })
})

describe('cells', () => {
  it('have figures at the decimals of their market, whose points line up, and every digit in the tooltip', () => {
    const price = (text: string) => columnOf('price').cell(makeOrder(1, { price: text }), context)
    expect(price('1234.50')).toMatchObject({ text: '1,234.5000', rest: '', room: '', title: '' })
    const coarse = { ...context, decimals: () => 0 }
    const whole = columnOf('volume').cell(makeOrder(1, { originVolume: '12' }), coarse)
    expect(whole).toMatchObject({ text: '12', room: '.0000' })
    const average = makeOrder(1, { averagePrice: '1284.2431575829383886' })
    expect(columnOf('averagePrice').cell(average, context)).toMatchObject({
      text: '1,284.2432',
      title: '1,284.2431575829383886',
    })
    expect(columnOf('averagePrice').copy(average)).toBe('1284.2431575829383886')
    setFigureLocale('de-DE')
    expect(price('1234.50').text).toBe('1.234,5000')
  })

  it('have values with two decimals, and none that reads as zero is not', () => {
    const total = (price: string) =>
      columnOf('total').cell(makeOrder(1, { market: 'ethusdc', price, originVolume: '0.001' }), context)
    expect(total('1234.5')).toMatchObject({ text: '1.23', title: '1.2345' })
    expect(total('0.5')).toMatchObject({ text: '<0.01', title: '0.0005' })
  })

  it('copy decimal text as it came and times with their distance from UTC, in any locale', () => {
    setFigureLocale('de-DE')
    const order = makeOrder(1, { price: '1234.50', createdAtMs: 0 })
    expect(columnOf('price').copy(order)).toBe('1234.50')
    expect(columnOf('created').copy(order)).toBe('1970-01-01T00:00:00.000Z')
    expect(columnOf('price').copy(makeOrder(1, { price: null }))).toBe('')
  })

  it('hide every amount of the user, and no price of the market', () => {
    const order = makeOrder(1, {
      price: '77.1',
      averagePrice: '77.1',
      originVolume: '555.1',
      executedVolume: '333.1',
      remainingVolume: '222',
      cancelReason: 'amount 555.1 is too much',
    })
    const said = orderColumns.map((column) => column.cell(order, { ...context, isPrivate: true }))
    const text = said.map((cell) => JSON.stringify(cell)).join(' ')
    expect(text).not.toMatch(/333|222|25682|60\.0/)
    expect(said.filter(({ label }) => label === 'hidden')).toHaveLength(6)
    expect(text).toContain('77.1')
  })

  it('are there for every column of every odd order', () => {
    const odd = [
      makeOrder(0, { market: 'zzz', price: null, averagePrice: '0', originVolume: '0' }),
      makeOrder(3, { executedVolume: '5', executedValue: null, isExecutedValueExact: false }),
      makeOrder(1, {
        originVolume: '9'.repeat(60),
        averagePrice: `0.${'1'.repeat(60)}`,
        executedVolume: '3',
      }),
      makeOrder(2, { cancelReason: '', stopPrice: '0', tradesCount: 0 }),
    ]
    for (const order of odd)
      for (const column of orderColumns) {
        expect(typeof column.cell(order, context).text).toBe('string')
        expect(typeof column.copy(order)).toBe('string')
      }
  })
})

describe('the value of what was executed', () => {
  const filled = { executedVolume: '0.3376', averagePrice: '1284.24315758' }

  it('is the sum of its fills without a mark, and has "≈" where these are not all here', () => {
    const exact = makeOrder(1, { ...filled, executedValue: '433.56049' })
    expect(orderValue(exact)).toEqual({ text: '433.56049', isExact: true })
    expect(columnOf('value').cell(exact, context)).toMatchObject({ text: '433.56', title: '433.56049' })
    const inexact = makeOrder(1, {
      ...filled,
      executedValue: '433.560489999008',
      isExecutedValueExact: false,
    })
    expect(columnOf('value').cell(inexact, context)).toMatchObject({
      text: '≈433.56',
      title: '≈433.560489999008\nAverage price × filled: some fills are not loaded yet',
    })
    expect(columnOf('value').copy(inexact)).toBe('433.560489999008')
    expect(columnOf('value').cell(inexact, { ...context, isPrivate: true }).text).not.toContain('4')
  })

  it('is nothing where nothing is filled, or the value is not known', () => {
    expect(orderValue(makeOrder(1, { executedVolume: '0.0', executedValue: '0' }))).toBeNull()
    expect(orderValue(makeOrder(1, { executedVolume: '5', executedValue: null }))).toBeNull()
  })

  it('has Filled % beside it with one decimal in every row, half to even', () => {
    const shown = (executedVolume: string, originVolume: string) =>
      columnOf('executedPercent').cell(makeOrder(1, { executedVolume, originVolume }), context).text
    const copied = (executedVolume: string, originVolume: string) =>
      columnOf('executedPercent').copy(makeOrder(1, { executedVolume, originVolume }))
    expect([shown('79.9', '1377.79'), shown('0', '7'), shown('7', '7')]).toEqual(['5.8', '0.0', '100.0'])
    expect([copied('79.9', '1377.79'), copied('6.9999999', '7')]).toEqual(['5.8', '99.9'])
  })

  it('of a fill is what the service says, else price times amount', () => {
    const fill: Fill = {
      id: 1,
      orderId: 2,
      market: 'ethusdc',
      side: 'buy',
      takerType: 'sell',
      price: '1.1',
      amount: '0.1',
      total: null,
      feeCurrency: null,
      feeRate: null,
      feeAmount: null,
      createdAtMs: 0,
    }
    expect(fillValue(fill)).toBe('0.11')
    expect(fillValue({ ...fill, total: '0.12' })).toBe('0.12')
    const role = fillColumns.find(({ id }) => id === 'role')
    expect([role?.copy(fill), role?.copy({ ...fill, takerType: 'buy' })]).toEqual(['Maker', 'Taker'])
    expect(role?.copy({ ...fill, takerType: null })).toBe('')
  })
})
