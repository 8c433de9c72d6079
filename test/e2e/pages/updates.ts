// Where things are in the updates of the settings, and in the strip over the views.
import type { Locator, Page } from 'playwright/test'

export class Updates {
  readonly settings: Locator
  readonly section: Locator
  readonly check: Locator
  readonly download: Locator
  readonly install: Locator
  readonly notes: Locator
  readonly strip: Locator

  constructor(page: Page) {
    this.settings = page.getByRole('link', { name: 'Settings' })
    this.section = page.getByRole('region', { name: 'Updates', exact: true })
    this.check = this.section.getByRole('button', { name: /^Check/ })
    this.download = this.section.getByRole('button', { name: /^Download/ })
    this.install = this.section.getByRole('button', { name: 'Restart and install' })
    this.notes = this.section.getByRole('region', { name: /^What’s new in/ })
    this.strip = page.getByRole('region', { name: 'Update', exact: true })
  }
}
