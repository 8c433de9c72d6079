// What the user drew is kept by network and market, and who is told.
import { describe, expect, it } from 'vitest'
import { type Drawing, drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { lineAt, type LineDrawing, noteAt } from '../../../fixtures/drawings.ts'
import { failureOf } from '../../../fixtures/test-client.ts'
import { openCharts } from './charts-world.ts'
import { inUse } from '../../world.ts'

const idOf = (number: number): string => `5f0c1d1e-6f3c-4d3b-9a53-${String(number).padStart(12, '0')}`

function line(number: number, price = '3000.50', changes: Partial<LineDrawing> = {}): Drawing {
  return lineAt(idOf(number), price, { createdAtMs: number, ...changes })
}

const note = noteAt(idOf(7), '0.000000000000000001', 1_700_000_000_000, {
  text: 'Sold “too early” 🙈',
  createdAtMs: 7,
})

describe('what the user drew on a market', () => {
  it('is listed as it was put, oldest first', async () => {
    const { charts, told } = await openCharts()
    for (const one of [note, line(9), line(2, '3000.50', { text: 'Support' })])
      await charts.putDrawing({ drawing: one })
    const { drawings } = await charts.listDrawings({ market: 'ethusdc' })
    expect(drawings).toEqual([line(2, '3000.50', { text: 'Support' }), note, line(9)])
    expect(drawings.map((one) => drawing.parse(one))).toEqual(drawings)
    expect(await charts.listDrawings({ market: 'btcusdc' })).toEqual({ drawings: [] })
    expect(told.count('charts:drawingsChanged')).toBe(3)
    expect(told.last('charts:drawingsChanged')).toEqual({ market: 'ethusdc' })
  })

  it('is replaced by what has its id, and both markets are told when it went from one to the other', async () => {
    const { charts, told } = await openCharts()
    await charts.putDrawing({ drawing: note })
    const moved = line(7, '1', { market: 'btcusdc' })
    await charts.putDrawing({ drawing: moved })
    expect((await charts.listDrawings({ market: 'ethusdc' })).drawings).toEqual([])
    expect((await charts.listDrawings({ market: 'btcusdc' })).drawings).toEqual([moved])
    expect(told.count('charts:drawingsChanged')).toBe(3)
  })

  it('is gone when it is removed, which may be done twice', async () => {
    const { charts, told } = await openCharts()
    await charts.putDrawing({ drawing: note })
    await charts.removeDrawing({ id: note.id })
    await charts.removeDrawing({ id: note.id })
    expect((await charts.listDrawings({ market: 'ethusdc' })).drawings).toEqual([])
    expect(told.count('charts:drawingsChanged')).toBe(2)
  })

  it('is at most 200 a market, and can be changed where it is as much', async () => {
    const { charts, store, session } = await openCharts()
    for (let number = 0; number < 200; number += 1) {
      await store.putDrawing(session.network, line(number), { ofMarket: 200, inAll: 200 })
    }
    expect(await failureOf(charts.putDrawing({ drawing: line(200) }))).toMatchObject({
      code: 'validation',
      data: { field: 'drawings' },
    })
    await charts.putDrawing({ drawing: line(199, '1') })
    await charts.putDrawing({ drawing: line(200, '1', { market: 'btcusdc' }) })
    // Nor can one come over from another market.
    expect(await failureOf(charts.putDrawing({ drawing: line(200) }))).toMatchObject({ code: 'validation' })
    const { drawings } = await charts.listDrawings({ market: 'ethusdc' })
    expect(drawings).toHaveLength(200)
    expect(drawings.at(-1)).toEqual(line(199, '1'))
    expect((await charts.listDrawings({ market: 'btcusdc' })).drawings).toHaveLength(1)
  })

  it('has room for a number in all, whatever their markets', async () => {
    const { store, session } = await openCharts()
    const put = (drawing: Drawing, network = session.network) =>
      store.putDrawing(network, drawing, { ofMarket: 2, inAll: 3 })
    for (const number of [0, 1, 2]) await put(line(number, '1', { market: `m${String(number)}usdc` }))
    expect(await put(line(3))).toEqual({ keptOut: 'all', formerMarket: null })
    expect(await put(line(2, '1', { market: 'ethusdc' }))).toEqual({ keptOut: null, formerMarket: 'm2usdc' })
    expect(await put(line(3), 'practice')).toEqual({ keptOut: null, formerMarket: null })
    expect(await store.listDrawings(session.network, 'ethusdc')).toHaveLength(1)
  })

  it('belongs to a network, and stays when the account and the cache are gone', async () => {
    const { charts, store, session } = await openCharts()
    await charts.putDrawing({ drawing: note })
    expect(await store.listDrawings('practice', 'ethusdc')).toEqual([])
    expect(await store.removeDrawing('practice', note.id)).toBeNull()
    await store.clearPrivateCache()
    await store.removeAccount('a')
    expect(await store.listDrawings(session.network, 'ethusdc')).toEqual([note])
  })

  it('is nobody’s without an account', async () => {
    const { charts } = await openCharts({ current: inUse(null) })
    for (const failing of [
      charts.listDrawings({ market: 'ethusdc' }),
      charts.putDrawing({ drawing: note }),
      charts.removeDrawing({ id: note.id }),
      charts.listMarks({ market: 'ethusdc', fromMs: 0, toMs: 1 }),
    ]) {
      expect(await failureOf(failing)).toMatchObject({ code: 'notFound' })
    }
  })
})
