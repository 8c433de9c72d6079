// The three views as a person reads them.
import type { Locator, Page } from 'playwright/test'

export class Markets {
  readonly rows: Locator
  readonly chart: Locator
  readonly trades: Locator
  readonly periods: Locator

  constructor(page: Page) {
    this.rows = page.getByRole('list', { name: 'Markets' }).locator('button.market')
    this.chart = page.getByRole('application')
    this.trades = page.getByRole('region', { name: 'Recent trades, scrollable' }).getByRole('row')
    this.periods = page.getByRole('radiogroup', { name: 'Interval' })
  }
}

export class Orders {
  readonly page: Page
  readonly grid: Locator
  readonly rows: Locator
  readonly count: Locator
  readonly filters: Locator
  readonly totals: Locator
  readonly fills: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Orders' })
    // The header is a row too; orders carry the rest of the row indices.
    this.rows = this.grid.locator('[role=row][aria-rowindex]:not([aria-rowindex="1"])')
    this.count = page.getByTestId('orders-count')
    this.filters = page.getByRole('toolbar', { name: 'Filters' })
    this.totals = page.getByRole('region', { name: 'Totals', exact: true })
    this.fills = page.getByRole('grid', { name: 'Fills' })
  }

  /** Opens the editor of a filter by the menu of filters. */
  async openFilter(name: string): Promise<void> {
    await this.filters.getByRole('button', { name: 'Filter', exact: true }).click()
    await this.page.getByRole('menuitem', { name, exact: true }).click()
  }

  /**
   * The text of the rows on screen, in order. Whether an open stop has triggered is looked up in the book, later than its row comes
   * and not at all offline, and is left out.
   */
  async read(): Promise<string[]> {
    const rows = await this.rows.evaluateAll((all) =>
      all.map((row) => ({
        index: Number(row.getAttribute('aria-rowindex')),
        text: row instanceof HTMLElement ? row.innerText : '',
      })),
    )
    // Rows are drawn in turn, so that their order in the page is that of the list only at rest.
    return rows
      .sort((one, other) => one.index - other.index)
      .map(({ text }) => text.replaceAll(/\s+/g, ' ').replace('Untriggered', 'Stop, open'))
  }
}

export class Portfolio {
  readonly rows: Locator
  /** What opens and closes a row. */
  readonly toggles: Locator

  constructor(page: Page) {
    this.rows = page
      .getByRole('region', { name: /P&L by asset/ })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
    this.toggles = this.rows.getByRole('rowheader').getByRole('button')
  }

  /** The text of every row, once the results have been worked out of the orders; until then they are dashes. */
  async read(): Promise<string[]> {
    await this.rows.getByTitle('Not known yet').first().waitFor({ state: 'detached' })
    return this.rows.allInnerTexts()
  }
}
