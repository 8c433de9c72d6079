// The charts of the Markets view as a person uses them.
import type { ElectronApplication, Locator, Page } from 'playwright/test'

/** A place in a chart as shares of its width and height. */
export interface ChartPlace {
  readonly x: number
  readonly y: number
}

export class Charts {
  readonly page: Page
  readonly toolbar: Locator
  readonly periods: Locator
  readonly goToDialog: Locator
  readonly drawings: Locator

  constructor(page: Page) {
    this.page = page
    this.toolbar = page.getByRole('toolbar', { name: 'Chart', exact: true })
    this.periods = page.getByRole('radiogroup', { name: 'Interval' })
    this.goToDialog = page.getByRole('dialog', { name: 'Go to date' })
    this.drawings = page.getByRole('list', { name: /^Drawings and alerts/ })
  }

  /** Everything of one chart, counted from 1. */
  cell(number: number): Locator {
    return this.page.getByTestId(`chart-${number}`)
  }

  chart(number = 1): Locator {
    return this.cell(number).getByRole('application')
  }

  /** What the legend says of the candle under the crosshair, or of the newest. */
  legend(number = 1): Locator {
    return this.cell(number).locator('.legend').first()
  }

  /** The time of that candle. */
  time(number = 1): Locator {
    return this.legend(number).locator('.time')
  }

  /** What the legend says of the indicators. */
  studies(number = 1): Locator {
    return this.cell(number).locator('.legend.studies')
  }

  /** The compared markets with their percentages. */
  compared(number = 1): Locator {
    return this.cell(number).getByRole('list', { name: /^Compared markets/ })
  }

  tool(name: string | RegExp): Locator {
    return this.toolbar.getByRole('button', { name })
  }

  async showCharts(words: '1 chart' | '2 charts' | '4 charts'): Promise<void> {
    await this.tool(/^Chart layout/).click()
    await this.page.getByRole('menuitemradio', { name: words }).click()
  }

  async share(words: string): Promise<void> {
    await this.tool('Share').click()
    await this.page.getByRole('menuitem', { name: words }).click()
  }

  async hover(place: ChartPlace, number = 1): Promise<void> {
    const box = await this.#box(number)
    await this.page.mouse.move(box.x + box.width * place.x, box.y + box.height * place.y)
  }

  async click(place: ChartPlace, number = 1): Promise<void> {
    const box = await this.#box(number)
    await this.page.mouse.click(box.x + box.width * place.x, box.y + box.height * place.y)
  }

  async drag(from: ChartPlace, to: ChartPlace, number = 1): Promise<void> {
    const box = await this.#box(number)
    await this.page.mouse.move(box.x + box.width * from.x, box.y + box.height * from.y)
    await this.page.mouse.down()
    await this.page.mouse.move(box.x + box.width * to.x, box.y + box.height * to.y, { steps: 6 })
    await this.page.mouse.up()
  }

  async openDrawings(): Promise<void> {
    await this.tool('Drawings and alerts').click()
  }

  async #box(number: number): Promise<{ x: number; y: number; width: number; height: number }> {
    const box = await this.chart(number).boundingBox()
    if (box === null) throw new Error(`chart ${number} is not on screen`)
    return box
  }
}

/**
 * Takes the place of the system's file dialog, which no test can press. Null: the user chose not to. Returns whether it was asked.
 */
export async function answerSaveDialog(
  electron: ElectronApplication,
  filePath: string | null,
): Promise<() => Promise<boolean>> {
  await electron.evaluate(({ dialog }, path) => {
    Reflect.set(globalThis, 'wasAskedToSave', false)
    dialog.showSaveDialog = () => {
      Reflect.set(globalThis, 'wasAskedToSave', true)
      return Promise.resolve(
        path === null ? { canceled: true, filePath: '' } : { canceled: false, filePath: path },
      )
    }
  }, filePath)
  return () => electron.evaluate(() => Reflect.get(globalThis, 'wasAskedToSave') === true)
}
