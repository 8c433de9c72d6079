// Chart layouts that the user saved: kept, read one by one, and in every backup.
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { savedLayout, type SavedLayout } from '../../../../src-preload/contract/markets/charts.ts'
import { defaultLayout } from '../../../../src-main/markets/charts/layout.ts'
import { createSavedLayouts } from '../../../../src-main/markets/charts/saved-layouts.ts'
import { unreadKey } from '../../../../src-main/markets/charts/kept-entries.ts'
import { openKept } from '../../store/maintenance/support.ts'
import { makeFile } from '../../store/support.ts'
import { openCharts } from './charts-world.ts'

const { shown, charts: first, arePeriodsLinked, isCrosshairLinked } = defaultLayout
const layout = { shown, charts: first, arePeriodsLinked, isCrosshairLinked }
const saved = (name: string): SavedLayout => ({ id: crypto.randomUUID(), name, layout })

describe('saved chart layouts', () => {
  it('are none at first, and then as they were saved, in their order', async () => {
    const { charts } = await openCharts()
    expect(await charts.listLayouts()).toEqual({ layouts: [] })
    const layouts = [saved('Two'), saved('One')]
    await charts.setLayouts({ layouts })
    expect(await charts.listLayouts()).toEqual({ layouts })
    await charts.setLayouts({ layouts: layouts.slice(1) })
    expect((await charts.listLayouts()).layouts.map(({ name }) => name)).toEqual(['One'])
  })

  it('from before markets were compared compare none and have the first heights, and a damaged one takes no other with it', async () => {
    const { charts, store } = await openCharts()
    const old = {
      ...saved('Old'),
      layout: {
        ...layout,
        charts: layout.charts.map(({ compared: _none, paneHeights: _first, ...chart }) => chart),
      },
    }
    await store.setSetting('chartLayouts', JSON.stringify([{ name: 'No layout' }, old, 7]))
    const { layouts } = await charts.listLayouts()
    expect(layouts.map(({ name }) => name)).toEqual(['Old'])
    expect(savedLayout.parse(layouts[0])).toEqual(layouts[0])
    for (const text of ['', '{', 'null', '{"layouts":[]}']) {
      await store.setSetting('chartLayouts', text)
      expect(await charts.listLayouts()).toEqual({ layouts: [] })
    }
  })

  it('that cannot be read are not erased by the next save, and stay after a start', async () => {
    const { charts, store } = await openCharts()
    const [old, newer] = [saved('Old'), { ...saved('Newer'), color: 'red' }]
    await store.setSetting('chartLayouts', JSON.stringify([newer, old, { ...saved('Same'), id: old.id }, 7]))
    const layouts = [...(await charts.listLayouts()).layouts, saved('Next')]
    await charts.setLayouts({ layouts })
    expect(await createSavedLayouts(store).listLayouts()).toEqual({ layouts })
    await charts.setLayouts({ layouts: [] })
    const kept: unknown = JSON.parse((await store.getSetting('chartLayouts')) ?? '')
    expect(kept).toEqual([newer, { ...saved('Same'), id: old.id }, 7])
    // What is no list is kept as it is, beside the list.
    await store.setSetting('chartLayouts', '[{"id":')
    await charts.setLayouts({ layouts })
    expect(await charts.listLayouts()).toEqual({ layouts })
    expect(await store.getSetting(unreadKey('chartLayouts'))).toBe('[{"id":')
  })

  it('are in the backup of what is the user’s own', async () => {
    const { store, maintenance } = await openKept(makeFile())
    await createSavedLayouts(store).setLayouts({ layouts: [saved('Majors')] })
    const { data } = await maintenance.backUp()
    const db = new Database(data.file, { readonly: true })
    const row = db.prepare<[], string>("SELECT value FROM settings WHERE key = 'chartLayouts'").pluck().get()
    db.close()
    expect(JSON.parse(row ?? '')).toMatchObject([{ name: 'Majors' }])
  })
})
