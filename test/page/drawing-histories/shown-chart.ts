// The chart on screen as a person uses it: by pointer, keys and menus.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { eventually } from '../../fixtures/eventually.ts'
import { type Point, View } from './geometry.ts'
import { readCursor } from './painted-labels.ts'

/** Two clicks as near as this may be a double click, which means something else. */
const doubleClickPx = 12
/** Two clicks on the same drawing within this time open its form. */
const doubleClickMs = 400
/** Room for the legend, the axes and the chart's edges. */
const room = { left: 14, right: 100, top: 50, bottom: 44 }
/** Shares of the plot where the axes are read: the label of a time would not fit at its edges. */
const readAt = [0.18, 0.82] as const

export class ShownChart {
  readonly #page: Page
  readonly #root: Locator
  /** Where the chart begins on the page, as of its last reading. */
  #box = { left: 0, top: 0 }
  #lastClick: Point = { x: -100, y: -100 }
  /** By the page's clock. */
  #lastClickMs = -doubleClickMs

  constructor(page: Page) {
    this.#page = page
    this.#root = page.getByRole('application')
  }

  /** The bar beside the selected drawing. */
  get bar(): Locator {
    return this.#page.locator('[role="toolbar"].bar')
  }

  /** Until the chart is of this market and interval. */
  async waitFor(pair: string, interval: string): Promise<void> {
    await this.#page.getByRole('application', { name: new RegExp(`^${pair}, ${interval} candles`) }).waitFor()
  }

  async move({ x, y }: Point): Promise<void> {
    const { left, top } = this.#box
    await this.#page.mouse.move(left + x, top + y)
  }

  /** Reads the axes at two places. */
  async readView(periodMs: number): Promise<View> {
    const box = await this.#root.boundingBox()
    if (box === null) throw new Error('no chart')
    this.#box = { left: box.x, top: box.y }
    const plot = {
      ...{ left: room.left, right: box.width - room.right },
      ...{ top: room.top, bottom: box.height - room.bottom },
    }
    const [from, to] = readAt.map((share) => ({
      x: Math.round(plot.left + share * (plot.right - plot.left)),
      y: Math.round(plot.top + share * (plot.bottom - plot.top)),
    }))
    if (from === undefined || to === undefined) throw new Error('no places')
    const read = async (at: Point) => {
      await this.move(at)
      return eventually(async () => {
        const reading = await readCursor(this.#page, at)
        if (reading === null) throw new Error('the axes say nothing of the pointer')
        return reading
      })
    }
    const first = await read(from)
    return new View(first, await read(to), periodMs, plot)
  }

  /** Those of the places that the pointer reaches: nothing floats over the chart there, and no click of before is near. */
  async free(places: readonly Point[]): Promise<Point[]> {
    const bare = await this.#page.evaluate(
      ({ places, left, top }) =>
        places.map(({ x, y }) => {
          const found = document.elementFromPoint(left + x, top + y)
          const isChart = found !== null && found.closest('[role="application"]') !== null
          return isChart && found.closest('button') === null
        }),
      { places, ...this.#box },
    )
    const { x, y } = this.#lastClick
    return places.filter((at, nth) => bare[nth] === true && Math.hypot(at.x - x, at.y - y) > doubleClickPx)
  }

  async click(at: Point): Promise<void> {
    await this.move(at)
    this.#lastClick = at
    await this.#page.mouse.down()
    await this.#page.mouse.up()
  }

  /** A click that is no second half of a double click. */
  async clickOnce(at: Point): Promise<void> {
    const untilMs = this.#lastClickMs + doubleClickMs
    await this.#page.waitForFunction((ms) => performance.now() > ms, untilMs)
    await this.click(at)
    this.#lastClickMs = await this.#page.evaluate(() => performance.now())
  }

  async drag(from: Point, to: Point): Promise<void> {
    await this.move(from)
    this.#lastClick = to
    await this.#page.mouse.down()
    await this.move({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
    await this.move(to)
    await this.#page.mouse.up()
  }

  async wheel(at: Point, pixels: number): Promise<void> {
    await this.move(at)
    await this.#page.mouse.wheel(0, pixels)
  }

  async press(...keys: readonly string[]): Promise<void> {
    await this.#root.focus()
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  async chooseTool(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Drawing tools' }).click()
    // Its key may follow its name.
    await this.#page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}`) }).click()
    await this.#page.getByRole('menu').waitFor({ state: 'detached' })
  }

  async chooseMarket(market: string): Promise<void> {
    await this.#page.locator(`[data-market="${market}"] > button.market`).click()
  }

  /** What the pointer looks like over a place. */
  async expectCursor(at: Point, cursor: string, what: string): Promise<void> {
    await this.move(at)
    const read = () => this.#root.evaluate((root) => (root as HTMLElement).style.getPropertyValue('--cursor'))
    await eventually(async () => expect(await read(), `${what} at ${at.x}, ${at.y}`).toBe(cursor))
  }

  async expectSelected(name: string | null, what: string): Promise<void> {
    const read = async () => ((await this.bar.count()) === 0 ? null : this.bar.getAttribute('aria-label'))
    await eventually(async () => expect(await read(), what).toBe(name))
  }

  async deselect(): Promise<void> {
    await this.press('Escape')
    await this.bar.waitFor({ state: 'detached' })
  }

  /** The list of drawings: names and what can be done with each, in any order. */
  async readList(pair: string): Promise<string[]> {
    await this.press('Alt+d')
    const dialog = this.#page.getByRole('dialog', { name: 'Drawings and alerts' })
    await dialog.waitFor()
    const empty = dialog.getByText(`Drawings and price alerts of ${pair} appear here.`)
    await dialog.getByRole('listitem').first().or(empty).waitFor()
    const rows = await dialog
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.map((item) =>
          [...item.querySelectorAll('button')].map((button) => button.ariaLabel ?? '').join('|'),
        ),
      )
    await this.#page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return rows.toSorted()
  }
}
