// Where the rows and heads of the tables of orders and fills are in the page.
import type { Locator, Page } from 'playwright'

export const gridOf = (page: Page): Locator => page.getByRole('grid')
export const rowAt = (page: Page, index: number): Locator =>
  gridOf(page).locator(`[role=row][data-index="${index}"]`)
export const headOf = (page: Page, name: string): Locator =>
  page.getByRole('columnheader', { name, exact: true })
