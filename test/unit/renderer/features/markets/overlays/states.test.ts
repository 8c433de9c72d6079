// How drawings, alerts and marks of a chart come from main and go there: at once, kept, put back, never another account's.
import { afterEach, describe, expect, it } from 'vitest'
import type { PriceAlert } from '../../../../../../src-preload/contract/app/alerts.ts'
import type { ChartMark } from '../../../../../../src-preload/contract/markets/charts.ts'
import type { Drawing } from '../../../../../../src-preload/contract/markets/drawings.ts'
import { AppError } from '../../../../../../src-preload/domain/errors.ts'
import { AlertLines } from '../../../../../../src-renderer/features/markets/overlays/alert-lines.svelte.ts'
import { lineAt } from '../../../../../fixtures/drawings.ts'
import { Drawings } from '../../../../../../src-renderer/features/markets/drawings/drawings.svelte.ts'
import {
  covers,
  Marks,
  withMargin,
} from '../../../../../../src-renderer/features/markets/overlays/marks.svelte.ts'
import { eventually } from '../../../../../fixtures/eventually.ts'
import { type FakeMain, installFakeMain } from '../../fake-main.ts'

const line = (id: string, price = '100', market = 'ethusdc'): Drawing => lineAt(id, price, { market })

/** Main that keeps drawings, and tells of changes as the real one does. */
function makeKeeper(first: readonly Drawing[] = []) {
  const kept = new Map(first.map((one) => [one.id, one]))
  const keeper = {
    kept,
    isBroken: false,
    /** Answers to lists wait until this is called. */
    release: null as (() => void) | null,
    isSlow: false,
    main: null as FakeMain | null,
  }
  const check = (): void => {
    if (keeper.isBroken) throw new AppError('databaseUnavailable', { file: 'x', reason: 'enospc' })
  }
  keeper.main = installFakeMain({
    'charts:listDrawings': async ({ market }) => {
      const drawings = [...kept.values()].filter((one) => one.market === market)
      if (keeper.isSlow) await new Promise<void>((resolve) => (keeper.release = resolve))
      check()
      return { drawings }
    },
    'charts:putDrawing': ({ drawing }) => {
      check()
      kept.set(drawing.id, drawing)
      setTimeout(() => keeper.main?.emit('charts:drawingsChanged', { market: drawing.market }), 1)
      return {}
    },
    'charts:removeDrawing': ({ id }) => {
      check()
      kept.delete(id)
      setTimeout(() => keeper.main?.emit('charts:drawingsChanged', { market: 'ethusdc' }), 1)
      return {}
    },
  })
  return keeper
}

const idsOf = (drawings: Drawings): string[] => drawings.shown.map(({ id }) => id)

let stop: () => void = () => undefined
afterEach(() => stop())

describe('drawings of a chart', () => {
  it('are those of its market, and follow what main says', async () => {
    const keeper = makeKeeper([line('a'), line('b', '5', 'btcusdc')])
    const drawings = new Drawings()
    expect(drawings.isLoading).toBe(true)
    stop = drawings.show('ethusdc')
    await eventually(() => expect(idsOf(drawings)).toEqual(['a']))
    keeper.kept.set('c', line('c'))
    keeper.main?.emit('charts:drawingsChanged', { market: 'btcusdc' })
    keeper.main?.emit('charts:drawingsChanged', { market: 'ethusdc' })
    await eventually(() => expect(idsOf(drawings)).toEqual(['a', 'c']))
  })

  it('are on the chart at once and kept behind, and a change replaces what was there', async () => {
    const keeper = makeKeeper([line('a')])
    const drawings = new Drawings()
    stop = drawings.show('ethusdc')
    await eventually(() => expect(idsOf(drawings)).toEqual(['a']))
    const putting = drawings.put(line('a', '120'))
    expect(drawings.find('a')?.points[0]?.price).toBe('120')
    const adding = drawings.put(line('b'))
    expect(idsOf(drawings)).toEqual(['a', 'b'])
    expect(await Promise.all([putting, adding])).toEqual([true, true])
    expect(keeper.kept.get('a')?.points[0]?.price).toBe('120')
    expect(drawings.find('a')?.points[0]?.price).toBe('120')
  })

  it('never jump back while an old list is on its way', async () => {
    const keeper = makeKeeper([line('a')])
    const drawings = new Drawings()
    stop = drawings.show('ethusdc')
    await eventually(() => expect(idsOf(drawings)).toEqual(['a']))
    keeper.isSlow = true
    drawings.reload()
    await eventually(() => expect(keeper.release).not.toBeNull())
    expect(await drawings.put(line('a', '130'))).toBe(true)
    keeper.isSlow = false
    keeper.release?.()
    const seen: (string | undefined)[] = []
    await eventually(() => {
      seen.push(drawings.find('a')?.points[0]?.price)
      expect(keeper.main?.calls.filter((name) => name === 'charts:listDrawings').length).toBeGreaterThan(2)
    })
    expect(new Set(seen)).toEqual(new Set(['130']))
  })

  it('are back where they were when they could not be kept, and it is said why', async () => {
    const keeper = makeKeeper([line('a')])
    const drawings = new Drawings()
    stop = drawings.show('ethusdc')
    await eventually(() => expect(idsOf(drawings)).toEqual(['a']))
    keeper.isBroken = true
    expect(await drawings.put(line('a', '120'))).toBe(false)
    expect(drawings.find('a')?.points[0]?.price).toBe('100')
    expect(drawings.changeError?.code).toBe('databaseUnavailable')
    expect(await drawings.put(line('b'))).toBe(false)
    expect(await drawings.remove('a')).toBe(false)
    expect(idsOf(drawings)).toEqual(['a'])
    expect(drawings.removed).toBeNull()
    await eventually(() => expect(drawings.readError?.code).toBe('databaseUnavailable'))
    keeper.isBroken = false
    expect(await drawings.put(line('a', '125'))).toBe(true)
    expect(drawings.changeError).toBeNull()
    await eventually(() => expect(drawings.readError).toBeNull())
  })

  it('that were removed can be brought back, as they were', async () => {
    const keeper = makeKeeper([line('a', '77.50')])
    const drawings = new Drawings()
    stop = drawings.show('ethusdc')
    await eventually(() => expect(idsOf(drawings)).toEqual(['a']))
    expect(await drawings.remove('a')).toBe(true)
    expect(idsOf(drawings)).toEqual([])
    expect(drawings.removed?.id).toBe('a')
    keeper.isBroken = true
    expect(await drawings.undo()).toBe(false)
    // It can be tried again.
    expect(drawings.removed?.id).toBe('a')
    keeper.isBroken = false
    expect(await drawings.undo()).toBe(true)
    expect(keeper.kept.get('a')?.points[0]?.price).toBe('77.50')
    expect(drawings.removed).toBeNull()
    expect(await drawings.undo()).toBe(false)
    expect(await drawings.remove('nobody')).toBe(false)
  })

  it('of an account that was left are dropped when they arrive late', async () => {
    const keeper = makeKeeper([line('alices')])
    keeper.isSlow = true
    const drawings = new Drawings()
    const leave = drawings.show('ethusdc')
    await eventually(() => expect(keeper.release).not.toBeNull())
    const late = keeper.release
    leave()
    keeper.isSlow = false
    keeper.kept.clear()
    keeper.kept.set('bobs', line('bobs'))
    stop = drawings.show('ethusdc')
    expect(drawings.shown).toEqual([])
    late?.()
    await eventually(() => expect(drawings.isLoading).toBe(false))
    expect(idsOf(drawings)).toEqual(['bobs'])
  })

  it('say why they could not be read when there is nothing to show', async () => {
    const keeper = makeKeeper()
    keeper.isBroken = true
    const drawings = new Drawings()
    stop = drawings.show('ethusdc')
    await eventually(() => expect(drawings.readError?.code).toBe('databaseUnavailable'))
    expect(drawings.shown).toEqual([])
    keeper.isBroken = false
    keeper.kept.set('a', line('a'))
    drawings.reload()
    await eventually(() => expect(idsOf(drawings)).toEqual(['a']))
    expect(drawings.readError).toBeNull()
  })
})

describe('price alerts of a chart', () => {
  it('send only what main takes, and are read again when one was told of', async () => {
    const given: PriceAlert = {
      id: 'a',
      market: 'ethusdc',
      price: '100',
      direction: 'up',
      note: '',
      isRepeating: false,
      createdAtMs: 1,
      crossedAtMs: null,
      isArmed: true,
    }
    let kept = [given]
    const sent: string[][] = []
    const main = installFakeMain({
      'alerts:list': () => ({ alerts: kept }),
      'alerts:put': (input) => {
        sent.push(Object.keys(input).sort())
        return {}
      },
    })
    const alerts = new AlertLines()
    stop = alerts.show('ethusdc')
    await eventually(() => expect(alerts.find('a')?.isArmed).toBe(true))
    await alerts.put({ ...given, price: '110' })
    expect(sent).toEqual([['direction', 'id', 'isRepeating', 'market', 'note', 'price']])
    kept = [{ ...given, isArmed: false, crossedAtMs: 5 }]
    main.emit('alerts:changed', {})
    await eventually(() => expect(alerts.find('a')?.isArmed).toBe(false))
  })
})

const fill = (atMs: number): ChartMark => ({
  kind: 'fill',
  orderId: 1,
  tradeId: atMs,
  side: 'buy',
  atMs,
  price: '1',
  amount: '1',
})

/** Long enough for marks to be asked for, were they. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500))
const sync = { cached: 0, open: 0, isComplete: true, asOfMs: 1, refusedRows: 0, lastError: null }

describe('marks of a chart', () => {
  it('are asked for with room to both sides, and not again while one stays within', async () => {
    const asked: { fromMs: number; toMs: number }[] = []
    installFakeMain({
      'charts:listMarks': ({ fromMs, toMs }) => {
        asked.push({ fromMs, toMs })
        return { marks: [fill(1500)], isCut: false }
      },
    })
    const marks = new Marks()
    marks.look({ fromMs: 1000.5, toMs: 2000 })
    stop = marks.show('ethusdc')
    await eventually(() => expect(marks.shown).toHaveLength(1))
    expect(asked).toEqual([{ fromMs: 1, toMs: 3000 }])
    for (let at = 0; at < 50; at++) marks.look({ fromMs: 1000 + at * 10, toMs: 2000 + at * 10 })
    await settle()
    expect(asked).toHaveLength(1)
    for (let at = 0; at < 50; at++) marks.look({ fromMs: 2000 + at, toMs: 3001 + at })
    await eventually(() => expect(asked).toHaveLength(2))
    await settle()
    expect(asked.slice(1)).toEqual([{ fromMs: 1048, toMs: 4051 }])
  })

  it('are asked for as often as pictures are painted, and read once', async () => {
    const asked: number[] = []
    installFakeMain({
      'charts:listMarks': ({ fromMs }) => {
        asked.push(fromMs)
        return { marks: [], isCut: false }
      },
    })
    const marks = new Marks()
    stop = marks.show('ethusdc')
    marks.look({ fromMs: 1000, toMs: 2000 })
    await eventually(() => expect(asked).toHaveLength(1))
    marks.look({ fromMs: 9000, toMs: 9500 })
    // The crosshair moves on: each picture says again what is in view.
    const painting = setInterval(() => marks.look({ fromMs: 9000, toMs: 9500 }), 20)
    await eventually(() => expect(asked).toEqual([0, 8500]))
    clearInterval(painting)
  })

  it('are read for the view alone where they do not all fit', async () => {
    const asked: { fromMs: number; toMs: number }[] = []
    installFakeMain({
      'charts:listMarks': ({ fromMs, toMs }) => {
        asked.push({ fromMs, toMs })
        return { marks: [fill(fromMs)], isCut: true }
      },
    })
    const marks = new Marks()
    stop = marks.show('ethusdc')
    marks.look({ fromMs: 1000, toMs: 2000 })
    await eventually(() => expect(marks.isCut).toBe(true))
    expect(asked).toEqual([
      { fromMs: 0, toMs: 3000 },
      { fromMs: 1000, toMs: 2000 },
    ])
    expect(marks.shown.map(({ atMs }) => atMs)).toEqual([1000])
  })

  it('are read again when orders change, stay when that fails, and go with the account', async () => {
    let isBroken = false
    let answer = [fill(1500)]
    const main = installFakeMain({
      'charts:listMarks': () => {
        if (isBroken) throw new AppError('internal')
        return { marks: answer, isCut: false }
      },
    })
    const marks = new Marks()
    marks.look({ fromMs: 1000, toMs: 2000 })
    const leave = marks.show('ethusdc')
    await eventually(() => expect(marks.shown).toHaveLength(1))
    answer = [fill(1500), fill(1600)]
    main.emit('orders:changed', { ids: [7], sync })
    await eventually(() => expect(marks.shown).toHaveLength(2))
    isBroken = true
    main.emit('orders:changed', { ids: [8], sync })
    await eventually(() => expect(marks.error?.code).toBe('internal'))
    expect(marks.shown).toHaveLength(2)
    isBroken = false
    marks.retry()
    await eventually(() => expect(marks.error).toBeNull())
    leave()
    expect(marks.shown).toEqual([])
  })

  it('of an account that was left are dropped when they arrive late', async () => {
    const waiting: (() => void)[] = []
    let answer = [fill(1)]
    installFakeMain({
      'charts:listMarks': async () => {
        const mine = answer
        if (waiting.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
        return { marks: mine, isCut: false }
      },
    })
    const marks = new Marks()
    marks.look({ fromMs: 1000, toMs: 2000 })
    const leave = marks.show('ethusdc')
    await eventually(() => expect(waiting).toHaveLength(1))
    leave()
    answer = [fill(2)]
    stop = marks.show('ethusdc')
    waiting[0]?.()
    await eventually(() => expect(marks.shown.map(({ atMs }) => atMs)).toEqual([2]))
  })
})

describe('the stretch that is asked for', () => {
  it('is the view and as much again to both sides, and does for all within', () => {
    expect(withMargin({ fromMs: 100, toMs: 200 })).toEqual({ fromMs: 0, toMs: 300 })
    expect(withMargin({ fromMs: 10, toMs: 200 })).toEqual({ fromMs: 0, toMs: 390 })
    const read = { fromMs: 0, toMs: 300, isCut: false }
    expect(covers(read, { fromMs: 0, toMs: 300 })).toBe(true)
    expect(covers(read, { fromMs: 1, toMs: 301 })).toBe(false)
    expect(covers({ ...read, isCut: true }, { fromMs: 100, toMs: 150 })).toBe(false)
    expect(covers({ ...read, isCut: true }, { fromMs: 0, toMs: 250 })).toBe(true)
  })
})
