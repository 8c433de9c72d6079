// Every column of a table on the page can be had in its file.
import { expect, it } from 'vitest'
import { fillColumnIds, orderColumnIds } from '../../../../src-preload/domain/orders/export-columns.ts'
import { fillColumns } from '../../../../src-renderer/features/orders/fills/fill-columns.ts'
import { orderColumns } from '../../../../src-renderer/features/orders/order-columns.ts'

it.each([
  ['orders', orderColumns, orderColumnIds],
  ['fills', fillColumns, fillColumnIds],
])('the columns of the table of %s are columns of its file', (_what, columns, ids) => {
  const known: readonly string[] = ids
  expect(columns.map(({ id }) => id).filter((id) => !known.includes(id))).toEqual([])
})
