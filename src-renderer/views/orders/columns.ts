// Owns: which columns the orders table has, their names, widths and sides. Must not: format cells.
import type { ColumnDef } from '@tanstack/svelte-table'
import { columnResizingFeature, columnSizingFeature, tableFeatures } from '@tanstack/svelte-table'
import type { Order } from '../../../src-preload/contract/entities.ts'
import type { FigureRoom, FigureRooms } from './figure-rooms.ts'

export const features = tableFeatures({ columnSizingFeature, columnResizingFeature })

export const columnIds = [
  'created',
  'market',
  'side',
  'type',
  'state',
  'price',
  'averagePrice',
  'volume',
  'executed',
  'cancelReason',
] as const
export type ColumnId = (typeof columnIds)[number]

interface ColumnWords {
  readonly header: string
  readonly isFigure: boolean
  readonly size: number
  readonly minSize: number
}

const words: Record<ColumnId, ColumnWords> = {
  created: { header: 'Created', isFigure: false, size: 112, minSize: 88 },
  market: { header: 'Market', isFigure: false, size: 112, minSize: 72 },
  side: { header: 'Side', isFigure: false, size: 64, minSize: 56 },
  type: { header: 'Type', isFigure: false, size: 96, minSize: 64 },
  state: { header: 'State', isFigure: false, size: 104, minSize: 80 },
  price: { header: 'Price', isFigure: true, size: 112, minSize: 80 },
  averagePrice: { header: 'Average price', isFigure: true, size: 112, minSize: 96 },
  volume: { header: 'Volume', isFigure: true, size: 112, minSize: 80 },
  executed: { header: 'Executed %', isFigure: true, size: 96, minSize: 80 },
  cancelReason: { header: 'Cancel reason', isFigure: false, size: 160, minSize: 96 },
}

export function isColumnId(id: string): id is ColumnId {
  return (columnIds as readonly string[]).includes(id)
}

/** True for columns of figures, which stand on the right. */
export function isFigureColumn(id: string): boolean {
  return isColumnId(id) && words[id].isFigure
}

/** Width of a tabular figure at 12 px in Inter, rounded up, and the padding of a cell. */
const characterWidth = 7.6
const cellPadding = 20

/**
 * The columns, with figure columns never narrower than their widest figure: a cut figure is a wrong figure.
 * The user may widen them, but not cut.
 */
export function makeColumns(rooms: FigureRooms): ColumnDef<typeof features, Order>[] {
  const needs = (room: FigureRoom): number =>
    Math.ceil((room.integer + 1 + room.fraction) * characterWidth + cellPadding)
  const least: Partial<Record<ColumnId, number>> = {
    price: needs(rooms.price),
    averagePrice: needs(rooms.averagePrice),
    volume: needs(rooms.volume),
  }
  return columnIds.map((id) => {
    const minSize = Math.max(words[id].minSize, least[id] ?? 0)
    return {
      id,
      header: words[id].header,
      size: Math.max(words[id].size, minSize),
      minSize,
      maxSize: Math.max(480, minSize),
    }
  })
}
