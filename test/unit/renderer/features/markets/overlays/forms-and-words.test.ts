// The forms of lines, notes and alerts, and the words for them and for marks: what can be typed, what is said, what is hidden.
import { render } from 'svelte/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PriceAlert } from '../../../../../../src-preload/contract/app/alerts.ts'
import type { ChartMark } from '../../../../../../src-preload/contract/markets/charts.ts'
import { setCurrentZone } from '../../../../../../src-renderer/text/format/current-zone.svelte.ts'
import { defaultDisplay } from '../../../../../../src-preload/domain/display.ts'
import { setFigureLocale } from '../../../../../../src-renderer/text/format/current-locale.svelte.ts'
import { openZone } from '../../../../../../src-preload/domain/locale/zone.ts'
import { display } from '../../../../../../src-renderer/shell/state/display.svelte.ts'
import { AlertForm } from '../../../../../../src-renderer/features/markets/overlays/alert-form.svelte.ts'
import { DrawingForm } from '../../../../../../src-renderer/features/markets/overlays/drawing-form.svelte.ts'
import { listItems } from '../../../../../../src-renderer/features/markets/overlays/listed-items.ts'
import {
  readWallTime,
  writeWallTime,
} from '../../../../../../src-renderer/features/markets/overlays/note-time.ts'
import {
  describeAlert,
  nameMark,
  readMarks,
} from '../../../../../../src-renderer/features/markets/overlays/overlay-text.ts'
import { nameDrawing } from '../../../../../../src-renderer/features/markets/drawings/drawing-names.ts'
import { lineAt, noteAt } from '../../../../../fixtures/drawings.ts'
import { placeCard } from '../../../../../../src-renderer/features/markets/overlays/place-card.ts'
import {
  describePriceFault,
  readPrice,
} from '../../../../../../src-renderer/features/markets/overlays/price-input.ts'
import MarkCardInFrame from './MarkCardInFrame.svelte'

const atMs = Date.UTC(2026, 2, 28, 12, 30, 45)
const line = lineAt('l', '2400.50')
const note = noteAt('n', '2400', atMs, { text: 'why' })
const alert: PriceAlert = {
  id: 'a',
  market: 'ethusdc',
  price: '2500',
  direction: 'up',
  note: '',
  isRepeating: false,
  createdAtMs: 1,
  crossedAtMs: null,
  isArmed: true,
}
const markBase = { orderId: 42, side: 'buy', atMs, price: '2400.5', amount: '1.25' } as const
const fill: ChartMark = { kind: 'fill', ...markBase, tradeId: 7 }
const cancelled: ChartMark = {
  kind: 'cancelled',
  ...markBase,
  side: 'sell',
  reason: 'Order cancelled by user',
}
const placed: ChartMark = {
  kind: 'placed',
  ...markBase,
  price: null,
  type: 'market',
  stopPrice: null,
  state: 'done',
  isOpen: false,
}

const textOf = (html: string): string =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

afterEach(() => {
  setFigureLocale(undefined)
  setCurrentZone(openZone('UTC'))
})

describe('a price that is typed', () => {
  it('is decimal text with a point, in every locale', () => {
    for (const locale of ['en-US', 'de-DE', 'en-IN']) {
      setFigureLocale(locale)
      expect(readPrice(' 2400.50 ')).toEqual({ ok: true, text: '2400.50' })
    }
    expect(readPrice('0.000000000000000001')).toEqual({ ok: true, text: '0.000000000000000001' })
  })

  it('is refused with what is wrong with it, and never guessed or rounded', () => {
    const reasons = ['', '2,400.50', '2400,50', '1e3', '-5', '5.', '.5', '05', '0.00', 'ten', '1 000'].map(
      (typed) => {
        const reading = readPrice(typed)
        return reading.ok ? 'ok' : reading.reason
      },
    )
    expect(reasons).toEqual([
      'empty',
      'comma',
      'comma',
      'exponent',
      'sign',
      'noDecimals',
      'noInteger',
      'leadingZero',
      'zero',
      'notNumber',
      'space',
    ])
    expect(readPrice(`0.${'0'.repeat(18)}1`)).toEqual({ ok: false, reason: 'tooManyDecimals' })
    expect(describePriceFault('comma')).toContain('Use a point')
  })
})

describe('the form of a drawing', () => {
  it('gives back what was typed and keeps the rest', () => {
    const form = new DrawingForm(line)
    form.price = '2450.25'
    form.text = ' resistance '
    expect(form.read()).toEqual({ ...line, points: [{ atMs: 1, price: '2450.25' }], text: 'resistance' })
  })

  it('says what cannot be used, and takes it back once it is changed', () => {
    const form = new DrawingForm(note)
    form.price = '2,400'
    form.text = '  '
    form.when = ''
    expect(form.read()).toBeNull()
    expect(Object.keys(form.faults).sort()).toEqual(['price', 'text', 'when'])
    form.clearFault('price')
    expect(form.faults.price).toBeUndefined()
  })

  it('keeps a time that was not touched to the millisecond, and reads another one in the zone', () => {
    setCurrentZone(openZone('Europe/Berlin'))
    const form = new DrawingForm(note)
    expect(form.when).toBe('2026-03-28T13:30')
    expect(form.read()).toEqual(note)
    form.when = '2026-03-29T13:30'
    // The day in between had 23 hours.
    expect(form.read()).toMatchObject({ points: [{ atMs: Date.UTC(2026, 2, 29, 11, 30) }] })
  })

  it('reads no time where there is none', () => {
    const utc = openZone('UTC')
    expect(
      ['2026-02-31T10:00', '2026-13-01T10:00', '1969-12-31T23:59', 'soon', ''].map((text) =>
        readWallTime(text, utc),
      ),
    ).toEqual([null, null, null, null, null])
    expect(readWallTime('2026-03-28T12:30:45', utc)).toBe(Date.UTC(2026, 2, 28, 12, 30))
    expect(writeWallTime(atMs, utc)).toBe('2026-03-28T12:30')
  })
})

describe('the form of an alert', () => {
  it('arms what was told of anew, and refuses a price that is none', () => {
    const form = new AlertForm({ ...alert, isArmed: false, crossedAtMs: 5 })
    form.direction = 'down'
    form.isRepeating = true
    form.note = ' take profit '
    expect(form.read()).toEqual({
      ...alert,
      direction: 'down',
      isRepeating: true,
      note: 'take profit',
      crossedAtMs: 5,
    })
    form.price = '0'
    expect(form.read()).toBeNull()
    expect(form.priceFault).toBe('Enter a price above zero.')
  })
})

describe('the list of lines, notes and alerts', () => {
  it('goes from the highest price down, compared as decimals', () => {
    setFigureLocale('en-US')
    const rows = listItems([line, note, lineAt('low', '9.5', { text: 'floor\nmore' })], [alert])
    expect(rows.map(({ name }) => name)).toEqual([
      'Alert at 2,500, rising',
      'Line at 2,400.50',
      'Note at 2,400, why',
      'Line at 9.5, floor',
    ])
    expect(rows.map((row) => row.atMs)).toEqual([null, null, atMs, null])
  })

  it('says whether an alert waits', () => {
    expect(describeAlert(alert)).toBe('Active, once')
    expect(describeAlert({ ...alert, isRepeating: true, crossedAtMs: atMs })).toBe(
      'Active, repeating, crossed 28 Mar 2026 12:30:45 UTC',
    )
    expect(describeAlert({ ...alert, isArmed: false })).toBe('Not active')
    expect(nameDrawing(note)).toContain('why')
  })
})

describe('the card of marks', () => {
  const card = (marks: readonly ChartMark[]): string =>
    render(MarkCardInFrame, { props: { market: 'ethusdc', marks, place: { x: 1, y: 1 } } }).body

  it('tells side, price, amount, time and order, and why it was cancelled', () => {
    setFigureLocale('en-US')
    const text = textOf(card([fill, cancelled, placed]))
    expect(text).toContain('Buy filled')
    expect(text).toContain('2,400.5 USDC')
    expect(text).toContain('1.25 ETH')
    expect(text).toContain('28 Mar 2026 12:30:45 UTC')
    expect(text).toContain('Canceled from your account, here or elsewhere.')
    expect(text).toContain('Market buy placed')
    expect(card([fill])).toContain('aria-label="Show order 42"')
  })

  it('tells six and counts the others', () => {
    const text = textOf(card(Array.from({ length: 18 }, () => fill)))
    expect(text.match(/Buy filled/g)).toHaveLength(6)
    expect(text).toContain('and 12 more')
    expect(textOf(card(Array.from({ length: 6 }, () => fill)))).not.toContain('more')
  })

  it('hides amounts in privacy mode, on screen and read out', () => {
    vi.stubGlobal('document', { documentElement: { dataset: {} } })
    display.show({ ...defaultDisplay, isPrivate: true })
    expect(textOf(card([fill, cancelled]))).not.toContain('1.25')
    const told = { ...cancelled, reason: 'Only 77.5 of it fits' }
    expect(textOf(card([told]))).toContain('Only ••• of it fits')
    const known = {
      ...cancelled,
      reason: 'Slippage greater than 30%. Order cancelled to prevent loss of funds',
    }
    expect(textOf(card([known]))).toContain('greater than 30%')
    display.show(defaultDisplay)
    expect(textOf(card([fill]))).toContain('1.25')
    vi.unstubAllGlobals()
  })

  it('has the same in sentences for a screen reader', () => {
    setFigureLocale('en-US')
    expect(readMarks([fill, placed], 'ethusdc', false)).toBe(
      'Buy filled at 2,400.5, 1.25 ETH. Market buy placed, 1.25 ETH.',
    )
    expect(readMarks([fill], 'ethusdc', true)).toBe('Buy filled at 2,400.5.')
    expect(
      readMarks(
        Array.from({ length: 8 }, () => cancelled),
        'ethusdc',
        true,
      ),
    ).toMatch(/and 2 more\.$/)
    expect(readMarks([], 'ethusdc', false)).toBe('')
    expect(nameMark({ ...fill, side: 'sell' })).toBe('Sell filled')
  })
})

describe('a card over a chart', () => {
  it('stands right below the place, and turns where there is no room, never over an edge', () => {
    const room = { width: 700, height: 400 }
    const card = { width: 200, height: 100 }
    expect(placeCard({ x: 100, y: 100 }, card, room)).toEqual({ left: 112, top: 112 })
    expect(placeCard({ x: 650, y: 380 }, card, room)).toEqual({ left: 438, top: 268 })
    expect(placeCard(null, card, room)).toEqual({ left: 492, top: 48 })
    expect(placeCard({ x: 50, y: 50 }, { width: 900, height: 900 }, room)).toEqual({ left: 8, top: 8 })
  })
})
