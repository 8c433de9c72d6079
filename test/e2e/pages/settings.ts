// The settings as a person uses them: their search, their groups, what can be saved and removed there.
import type { Locator, Page } from 'playwright/test'

export class Settings {
  readonly page: Page
  readonly search: Locator
  /** How many were found, or where the keys stand. */
  readonly count: Locator
  readonly groups: Locator
  /** Every setting that is shown. */
  readonly shown: Locator
  readonly showDiagnostics: Locator
  readonly preview: Locator
  readonly saveDiagnostics: Locator
  readonly removeEverything: Locator
  readonly removalPanel: Locator

  constructor(page: Page) {
    this.page = page
    this.search = page.getByRole('textbox', { name: 'Search settings' })
    this.count = page.getByRole('search').getByRole('status')
    this.groups = page.getByRole('navigation', { name: 'Setting groups' })
    this.shown = page.locator('.setting:not([hidden])')
    this.showDiagnostics = page.getByRole('button', { name: 'Preview diagnostics' })
    this.preview = page.getByTestId('diagnostics-preview')
    this.saveDiagnostics = page.getByRole('button', { name: 'Save a diagnostics file…' })
    this.removeEverything = page.getByRole('button', { name: 'Remove everything…' })
    this.removalPanel = page.getByRole('group', { name: 'Remove everything from this computer' })
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings', exact: true }).click()
  }

  group(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** The way of a group, or of all, back to its defaults. */
  reset(group: string): Locator {
    return this.page.getByRole('button', { name: `Reset these settings: ${group}` })
  }
}
