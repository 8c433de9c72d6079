// Owns: the widths of the orders table's columns: what figures need, and what the user has dragged.
// Must not: know which rows are in sight.
import { createTable, type Header } from '@tanstack/svelte-table'
import type { Order } from '../../../src-preload/contract/entities.ts'
import { features, makeColumns } from './columns.ts'
import { FigureMeter } from './figure-rooms.ts'
import type { OrderRows } from './order-pages.ts'

/** How many fraction digits the figures of each column get. */
export interface FigureDigits {
  readonly price: number
  readonly averagePrice: number
  readonly volume: number
}

export interface TableColumns {
  readonly headers: readonly Header<typeof features, Order>[]
  /** The grid's columns as CSS. */
  readonly widths: string
  /** All of them in CSS pixels, without the padding of a row. */
  readonly totalWidth: number
  readonly digits: FigureDigits
}

/** To be made while a component is. `readList` is followed. */
export function createTableColumns(readList: () => OrderRows): TableColumns {
  const meter = new FigureMeter()
  const rooms = $derived(meter.measure(readList().pages))
  const columns = $derived(makeColumns(rooms))
  const digits = $derived({
    price: rooms.price.fraction,
    averagePrice: rooms.averagePrice.fraction,
    volume: rooms.volume.fraction,
  })
  /** For the columns only: a row model would copy every row at each change. */
  const noData: Order[] = []
  const table = createTable({
    features,
    columnResizeMode: 'onChange',
    data: noData,
    get columns() {
      return columns
    },
  })
  const headers = $derived(table.getHeaderGroups()[0]?.headers ?? [])
  const widths = $derived(
    headers
      .map((header, index) => {
        const width = `${header.getSize()}px`
        return index === headers.length - 1 ? `minmax(${width}, 1fr)` : width
      })
      .join(' '),
  )
  return {
    get headers() {
      return headers
    },
    get widths() {
      return widths
    },
    get totalWidth() {
      return table.getTotalSize()
    },
    get digits() {
      return digits
    },
  }
}
