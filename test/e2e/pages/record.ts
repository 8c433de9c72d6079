// The tables of orders and fills, their filters, files and detail, and the command palette, as a person uses them.
import type { Locator, Page } from 'playwright/test'

export class RecordTable {
  readonly page: Page
  readonly grid: Locator
  readonly count: Locator
  readonly filters: Locator
  readonly text: Locator
  readonly totals: Locator
  /** What one row opens to. */
  readonly panel: Locator

  constructor(page: Page, name: 'Orders' | 'Open orders' | 'Fills') {
    this.page = page
    this.grid = page.getByRole('grid', { name })
    this.count = page.getByTestId('orders-count')
    this.filters = page.getByRole('toolbar', { name: 'Filters' })
    this.text = this.filters.getByRole('textbox')
    this.totals = page.getByRole('region', { name: 'Totals', exact: true })
    this.panel = page.getByRole('region', { name: /^Order \d/ })
  }

  head(name: string): Locator {
    return this.grid.getByRole('columnheader', { name, exact: true })
  }

  row(index: number): Locator {
    return this.grid.locator(`[role=row][data-index="${index}"]`)
  }

  /** A cell of a row; columns go by their ids. */
  cell(index: number, column: string): Locator {
    return this.row(index).locator(`[data-column="${column}"]`)
  }

  /** What a column says in each row in sight, top down: its hidden title where it has one, which times are whole in. */
  read(column: string): Promise<string[]> {
    return this.grid.evaluate((grid, id) => {
      const rows = [...grid.querySelectorAll<HTMLElement>('[role=row][data-index]')]
      return rows
        .sort((one, other) => Number(one.dataset['index']) - Number(other.dataset['index']))
        .map((row) => row.querySelector<HTMLElement>(`[data-column="${id}"]`))
        .map((cell) => cell?.title || cell?.innerText.trim() || '')
    }, column)
  }

  chip(name: string): Locator {
    return this.filters.getByRole('button', { name: new RegExp(`^${name} `) })
  }

  /** Ticks one choice of a filter by pointer. */
  async tick(filter: string, choice: string): Promise<void> {
    await this.filters.getByRole('button', { name: 'Filter', exact: true }).click()
    await this.page.getByRole('menuitem', { name: filter, exact: true }).click()
    await this.page.getByRole('menuitemcheckbox', { name: choice }).click()
    await this.page.keyboard.press('Escape')
  }

  async showTab(name: 'Open orders' | 'Order history' | 'Fills'): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Table' }).getByText(name).click()
  }
}

export class FileExport {
  readonly page: Page
  readonly toast: Locator
  readonly cancel: Locator

  constructor(page: Page) {
    this.page = page
    this.toast = page.getByRole('region', { name: /^(Export|Saved file)$/ })
    this.cancel = this.toast.getByRole('button', { name: 'Cancel export' })
  }

  async choose(menu: string, item: string): Promise<void> {
    await this.page.getByRole('button', { name: menu, exact: true }).click()
    await this.page.getByRole('menuitem', { name: item, exact: true }).click()
  }
}

export class CommandPalette {
  readonly page: Page
  readonly field: Locator
  readonly options: Locator

  constructor(page: Page) {
    this.page = page
    this.field = page.getByRole('combobox', { name: 'Search or command' })
    this.options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
  }

  /** By keys alone: opens it, types, and does what stands first. */
  async run(typed: string): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await this.field.fill(typed)
    await this.field.press('Enter')
    await this.field.waitFor({ state: 'detached' })
  }
}

/** The text that a click or a key has just copied, read as a person would: by pasting it. */
export async function readClipboard(page: Page): Promise<string> {
  const field = new RecordTable(page, 'Orders').text
  await field.focus()
  await page.keyboard.press('Control+v')
  const text = await field.inputValue()
  await field.press('Escape')
  return text
}
