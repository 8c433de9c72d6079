// Where the rows and heads of the tables of orders and fills are in the page.
import type { Locator, Page } from 'playwright'

export const gridOf = (page: Page): Locator => page.getByRole('grid')
export const rowAt = (page: Page, index: number): Locator =>
  gridOf(page).locator(`[role=row][data-index="${index}"]`)
export const headOf = (page: Page, name: string): Locator =>
  page.getByRole('columnheader', { name, exact: true })
/** Opens the editor of a filter: by its chip where it is set, else by the menu. */
export async function openFilter(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('toolbar', { name: 'Filters' })
  await bar.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
export const showTab = (page: Page, name: RegExp | string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Table' }).getByText(name).click()
