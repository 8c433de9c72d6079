// What a person does with the charts now and then in a day; after each, the view is as it was before.
import { Charts } from '../../e2e/pages/markets.ts'
import type { ChartDay } from './day.ts'

export interface Visit {
  readonly name: string
  /** @param stay - lets the market go on for as long as this lasts */
  readonly run: (day: ChartDay, stay: () => Promise<void>) => Promise<void>
}

async function type(day: ChartDay, ...keys: readonly string[]): Promise<void> {
  await new Charts(day.page).chart().focus()
  for (const key of keys) await day.page.keyboard.press(key)
}

async function chooseMarket(day: ChartDay, market: string): Promise<void> {
  await day.page.locator(`[data-market="${market}"] > button.market`).click()
}

/** Those that make and drop the most come first. */
export const visits: readonly Visit[] = [
  {
    name: 'is in another view',
    async run(day, stay) {
      await day.page.keyboard.press('Control+2')
      await new Charts(day.page).chart().waitFor({ state: 'detached' })
      await stay()
      await day.page.keyboard.press('Control+1')
      await new Charts(day.page).chart().waitFor()
    },
  },
  {
    name: 'looks at another market',
    async run(day, stay) {
      await chooseMarket(day, 'btcusdc')
      await stay()
      await chooseMarket(day, 'ethusdc')
    },
  },
  {
    name: 'changes the period and back',
    async run(day, stay) {
      await type(day, '6', '0', 'Enter')
      await stay()
      await type(day, '1', 'Enter')
    },
  },
  {
    name: 'pans far back and returns',
    async run(day, stay) {
      const charts = new Charts(day.page)
      await charts.drag({ x: 0.2, y: 0.4 }, { x: 0.8, y: 0.4 })
      await type(day, 'PageUp', 'PageUp', 'Home')
      await stay()
      await type(day, 'Alt+r')
    },
  },
  {
    name: 'zooms out and in',
    async run(day, stay) {
      await type(day, '-', '-', '-', '-', '-', '-')
      await stay()
      await type(day, 'Alt+r')
    },
  },
  {
    name: 'moves the crosshair',
    async run(day, stay) {
      const charts = new Charts(day.page)
      for (let nth = 0; nth < 12; nth += 1) await charts.hover({ x: 0.1 + nth * 0.06, y: 0.2 + nth * 0.03 })
      await stay()
      await type(day, 'ArrowLeft', 'ArrowLeft', 'Escape')
    },
  },
  {
    name: 'works under the other theme',
    async run(day, stay) {
      await day.page.emulateMedia({ colorScheme: 'light' })
      await stay()
      await day.page.emulateMedia({ colorScheme: 'dark' })
    },
  },
  {
    name: 'makes the window smaller',
    async run(day, stay) {
      await day.page.setViewportSize({ width: 900, height: 600 })
      await stay()
      await day.page.setViewportSize({ width: 1280, height: 720 })
    },
  },
  {
    name: 'reads the candles as a table',
    async run(day, stay) {
      await type(day, 'Alt+c')
      await stay()
      await type(day, 'Alt+c')
    },
  },
  {
    name: 'has four charts',
    async run(day, stay) {
      await type(day, 'Alt+4')
      await new Charts(day.page).chart(4).waitFor()
      await stay()
      await type(day, 'Alt+1')
    },
  },
  {
    name: 'draws a line and takes it away',
    async run(day, stay) {
      await type(day, 'Alt+l')
      await new Charts(day.page).click({ x: 0.5, y: 0.3 })
      await stay()
      await type(day, 'Delete')
      await stay()
    },
  },
  {
    name: 'opens what the toolbar has',
    async run(day, stay) {
      const charts = new Charts(day.page)
      await charts.tool('Drawings and alerts').click()
      await charts.drawings.waitFor()
      await day.page.keyboard.press('Escape')
      await charts.drawings.waitFor({ state: 'hidden' })
      await stay()
    },
  },
]

/** As long as a pointer must rest before a tooltip opens, and more. */
const tooltipMs = 600

/**
 * The pointer and the focus are where they are between all visits. On its way the pointer opens a tooltip of the frame: the
 * library holds the last one that was open, with the view it was in, until the next one opens.
 */
export async function rest(day: ChartDay): Promise<void> {
  await day.page.getByRole('link', { name: 'Trade' }).hover()
  await day.pass(tooltipMs)
  await day.page.mouse.move(600, 2)
  await type(day, 'Escape')
}
