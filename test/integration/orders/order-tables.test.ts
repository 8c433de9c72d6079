// How tables are shown is kept, and that what is damaged of it is left out.
import { expect, test } from 'vitest'
import type { SavedView, TableChoices } from '../../../src-preload/contract/orders/orders.ts'
import { createOrderTables } from '../../../src-main/orders/order-tables.ts'
import { anyOrder, makeFile, open } from '../store/support.ts'

const choices: TableChoices = {
  columns: [{ id: 'price', widthPx: 120, isShown: true, isPinned: true }],
  sort: { column: 'updated', isDescending: false },
}

function makeView(name: string): SavedView {
  const { fromMs, toMs, ...filter } = anyOrder
  expect([fromMs, toMs]).toEqual([null, null])
  const id = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
  return { id, name, filter, fromDay: '2026-01-01', toDay: '', sort: { column: 'price', isDescending: true } }
}

test('choices of tables and views are there again after a restart, each table its own', async () => {
  const file = makeFile()
  const store = await open(file)
  const tables = createOrderTables(store)
  expect(await tables.getTable({ table: 'orders' })).toEqual({ columns: [], sort: null })
  expect(await tables.listViews()).toEqual({ views: [] })
  await tables.setTable({ table: 'orders', choices })
  await tables.setViews({ views: [makeView('One'), makeView('Two')] })
  await store.close()
  const again = createOrderTables(await open(file))
  expect(await again.getTable({ table: 'orders' })).toEqual(choices)
  expect(await again.getTable({ table: 'fills' })).toEqual({ columns: [], sort: null })
  expect((await again.listViews()).views.map(({ name }) => name)).toEqual(['One', 'Two'])
})

test('what cannot be read is as if it had never been chosen, and takes no sound view with it', async () => {
  const store = await open()
  const tables = createOrderTables(store)
  for (const text of ['', '{', 'null', '[]', '{"columns":[{"id":7}],"sort":null}']) {
    await store.setSetting('table/orders', text)
    expect(await tables.getTable({ table: 'orders' })).toEqual({ columns: [], sort: null })
  }
  for (const text of ['', '{"views":[]}', '7']) {
    await store.setSetting('orderViews', text)
    expect(await tables.listViews()).toEqual({ views: [] })
  }
  await store.setSetting(
    'orderViews',
    JSON.stringify([makeView('Sound'), { ...makeView('Odd'), sort: 'up' }, null]),
  )
  expect((await tables.listViews()).views.map(({ name }) => name)).toEqual(['Sound'])
})
