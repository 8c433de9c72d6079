// One person before the charts: what is on screen now, how drawings are picked up there, and what must be shown after each act.
import { expect } from 'vitest'
import type { Drawing, DrawingKind } from '../../../src-preload/contract/markets/drawings.ts'
import { eventually } from '../../fixtures/eventually.ts'
import type { Point, View } from './geometry.ts'
import { DrawingModel, type Picture } from './model.ts'
import { listRow, nameOf } from './names.ts'
import { placesBeside, placesOn } from './places.ts'
import { ShownChart } from './shown-chart.ts'
import { type Interval, intervals, type Market, markets, type World } from './world.ts'

/** Mouse pointers by which the chart says what can be taken where. */
const cursors: Partial<Record<DrawingKind, string>> = { horizontal: 'ns-resize', vertical: 'ew-resize' }

export class Person {
  readonly world: World
  readonly model = new DrawingModel(markets.map(({ symbol }) => symbol))
  readonly random: () => number
  market: Market = markets[0]
  interval: Interval = intervals[1]
  /** Of what is on screen; read anew after each act that may change it. */
  view: View
  chart: ShownChart

  private constructor(world: World, chart: ShownChart, view: View, random: () => number) {
    this.world = world
    this.chart = chart
    this.view = view
    this.random = random
  }

  static async sitDown(world: World, random: () => number): Promise<Person> {
    const chart = new ShownChart(world.page)
    await chart.waitFor(markets[0].pair, intervals[1].name)
    return new Person(world, chart, await chart.readView(intervals[1].minutes * 60_000), random)
  }

  get picture(): Picture {
    return this.model.of(this.market.symbol)
  }

  get shown(): Picture {
    return this.model.shown(this.market.symbol)
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  /** One of these where a pointer can go; null for none. */
  async freePlace(places: readonly Point[]): Promise<Point | null> {
    const free = await this.chart.free(places)
    return free.length === 0 ? null : this.pick(free)
  }

  /** Selects a drawing of those by a click on it. Null where none of them can be clicked alone. */
  async select(among: Picture = this.shown): Promise<Drawing | null> {
    for (let left = [...among]; left.length > 0;) {
      const drawing = this.pick(left)
      left = left.filter((one) => one !== drawing)
      const at = await this.freePlace(placesOn(this.view, drawing, this.shown))
      if (at === null) continue
      await this.chart.clickOnce(at)
      await this.chart.expectSelected(nameOf(drawing), `after a click at ${at.x}, ${at.y}`)
      return drawing
    }
    return null
  }

  /** Waits until main keeps a drawing near this one, and takes it as it is kept from then on. */
  async takeKept(expected: Drawing, ticks: number, market = this.market): Promise<Drawing> {
    const known = new Set(this.model.of(market.symbol).map(({ id }) => id))
    return eventually(async () => {
      const kept = await this.world.drawingsOf(market)
      const found = kept.find(({ id }) => (known.has(expected.id) ? id === expected.id : !known.has(id)))
      if (found === undefined) throw new Error(`not kept: ${nameOf(expected)}`)
      const { id, createdAtMs, points } = found
      const made = known.has(id) ? {} : { id, createdAtMs }
      expect(found).toEqual({ ...expected, ...made, points })
      expect(points.map(({ atMs }) => atMs)).toEqual(expected.points.map(({ atMs }) => atMs))
      points.forEach(({ price }, at) => {
        const wanted = Number(expected.points[at]?.price)
        expect(Math.abs(Number(price) - wanted), `${price}, not ${wanted}`).toBeLessThanOrEqual(
          (ticks + 0.01) * this.view.tick,
        )
        expect(price).toBe(Number(price).toFixed(this.view.decimals))
      })
      return found
    })
  }

  /** What main keeps of both markets is what the model has. */
  async expectKept(): Promise<void> {
    const byId = (picture: Picture) => picture.toSorted((a, b) => a.id.localeCompare(b.id))
    for (const market of markets) {
      await eventually(async () =>
        expect(byId(await this.world.drawingsOf(market)), market.pair).toEqual(
          byId(this.model.of(market.symbol)),
        ),
      )
    }
  }

  async expectListed(): Promise<void> {
    const expected = this.picture.map(listRow).toSorted()
    expect(await this.chart.readList(this.market.pair)).toEqual(expected)
  }

  /** Reads the axes again: candles or their scale may be others now. */
  async look(): Promise<void> {
    await this.world.settle()
    this.view = await this.chart.readView(this.interval.minutes * 60_000)
  }

  /** The newest drawings in view are found by the pointer where the model has them, and nothing is found beside. */
  async expectOnChart(most: number): Promise<void> {
    for (const drawing of this.shown.slice(-most)) {
      const at = await this.freePlace(placesOn(this.view, drawing, this.shown))
      if (at !== null) await this.chart.expectCursor(at, cursors[drawing.kind] ?? 'move', nameOf(drawing))
    }
    const at = await this.freePlace(placesBeside(this.view, this.shown, this.random))
    if (at !== null) await this.chart.expectCursor(at, 'crosshair', 'beside all drawings')
  }

  /** A click takes the drawing that the model has there, and beside all of them none. */
  async expectClickable(): Promise<void> {
    await this.select()
    const at = await this.freePlace(placesBeside(this.view, this.shown, this.random))
    if (at === null) return this.chart.deselect()
    await this.chart.click(at)
    await this.chart.expectSelected(null, `after a click beside all drawings at ${at.x}, ${at.y}`)
  }
}
