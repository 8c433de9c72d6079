// @vitest-environment page
// What keys and forms do with the lines, notes and alerts of a chart.
import { afterEach, describe, expect, it } from 'vitest'
import type { PriceAlert } from '../../../../../src-preload/contract/app/alerts.ts'
import { ChartOverlays } from '../../../../../src-renderer/features/markets/chart/chart-overlays.svelte.ts'
import { lineAt } from '../../../../fixtures/drawings.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { installFakeMain } from '../fake-main.ts'

const line = lineAt('11111111-1111-4111-8111-111111111111', '1200.5')
const alert: PriceAlert = {
  id: '22222222-2222-4222-8222-222222222222',
  market: 'ethusdc',
  price: '1300',
  direction: 'up',
  note: '',
  isRepeating: false,
  createdAtMs: 1,
  crossedAtMs: null,
  isArmed: true,
}

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

async function open(): Promise<ChartOverlays> {
  let drawings = [line]
  let alerts = [alert]
  installFakeMain({
    'charts:listDrawings': () => ({ drawings }),
    'charts:removeDrawing': ({ id }) => {
      drawings = drawings.filter((one) => one.id !== id)
      return {}
    },
    'alerts:list': () => ({ alerts }),
    'alerts:remove': ({ id }) => {
      alerts = alerts.filter((one) => one.id !== id)
      return {}
    },
  })
  const overlays = new ChartOverlays({
    invalidate: () => undefined,
    nowMs: () => 77,
    hasMagnet: () => false,
    onPlaced: () => undefined,
  })
  stops.push(overlays.show('ethusdc'))
  await eventually(() => expect(overlays.drawings.shown).toHaveLength(1))
  await eventually(() => expect(overlays.alerts.shown).toHaveLength(1))
  return overlays
}

describe('things on a chart', () => {
  it('that are selected are changed by Enter, removed by Delete and let go by Escape', async () => {
    const overlays = await open()
    for (const key of ['Enter', 'Delete', 'Escape']) expect(overlays.press(key)).toBe(false)
    overlays.selectedId = alert.id
    expect(overlays.press('Enter')).toBe(true)
    expect(overlays.edited).toEqual({ kind: 'alert', alert, isNew: false })
    expect(overlays.press('x')).toBe(false)
    expect(overlays.press('Escape')).toBe(true)
    expect(overlays.selectedId).toBeNull()
    overlays.selectedId = line.id
    expect(overlays.press('Delete')).toBe(true)
    await eventually(() => expect(overlays.drawings.removed).toEqual(line))
    expect(overlays.drawings.shown).toEqual([])
  })

  it('have one way back at a time, that of the last one removed', async () => {
    const overlays = await open()
    overlays.remove(line.id)
    await eventually(() => expect(overlays.drawings.removed).toEqual(line))
    overlays.remove(alert.id)
    await eventually(() => expect(overlays.alerts.removed).toEqual(alert))
    expect(overlays.drawings.removed).toBeNull()
  })

  it('begin in a form, at the market that is shown, and not without one', async () => {
    const overlays = await open()
    overlays.begin('note', { price: '1000', timeMs: 5 })
    expect(overlays.edited).toMatchObject({
      kind: 'drawing',
      isNew: true,
      drawing: {
        kind: 'note',
        market: 'ethusdc',
        points: [{ price: '1000', atMs: 5 }],
        createdAtMs: 77,
        text: '',
      },
    })
    overlays.begin('alert', { price: '1000', timeMs: 5 })
    expect(overlays.edited).toMatchObject({ kind: 'alert', alert: { direction: 'either', isArmed: true } })
    stops.splice(0).forEach((stop) => stop())
    expect(overlays.edited).toBeNull()
    overlays.begin('horizontal', { price: '1000', timeMs: 5 })
    expect(overlays.edited).toBeNull()
  })
})
