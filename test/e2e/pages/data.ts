// "Local data" as a person reads it.
import type { Locator, Page } from 'playwright/test'

export class Data {
  readonly heading: Locator
  /** "1.4 GB" at its head. */
  readonly total: Locator
  readonly measure: Locator
  /** The sentence about the reading of history as a whole. */
  readonly line: Locator
  readonly pause: Locator
  readonly resume: Locator
  readonly streams: Locator
  readonly kinds: Locator
  readonly clearAll: Locator
  readonly backUp: Locator
  readonly check: Locator
  readonly checkResult: Locator
  /** The strip over every other view after a repair. */
  readonly repairStrip: Locator
  readonly understood: Locator

  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.heading = page.getByRole('heading', { name: 'Local data', level: 1 })
    this.total = page.getByTestId('data-total')
    this.measure = page.getByRole('button', { name: 'Refresh sizes' })
    this.line = page.getByTestId('sync-line')
    this.pause = page.getByRole('button', { name: 'Pause sync' })
    this.resume = page.getByRole('button', { name: 'Resume sync' })
    this.streams = page.getByRole('table', { name: 'Sync progress by type' })
    this.kinds = page.getByRole('table', { name: 'Stored data by type' })
    this.clearAll = page.getByRole('button', { name: 'Clear downloaded data…' })
    this.backUp = page.getByRole('button', { name: 'Back up now' })
    this.check = page.getByRole('button', { name: 'Check now' })
    this.checkResult = page.getByTestId('check-result')
    this.repairStrip = page.getByRole('region', { name: 'Data file repaired' })
    this.understood = page.getByRole('button', { name: 'Understood' })
  }

  /** The row of a stream by its name. */
  stream(name: string): Locator {
    return this.#rowOf(this.streams, name)
  }

  /** The row of a kind by its name. */
  kind(name: string): Locator {
    return this.#rowOf(this.kinds, name)
  }

  keep(name: string): Locator {
    return this.#page.getByRole('button', { name: new RegExp(`^Keep ${name}:`) })
  }

  clear(name: string): Locator {
    return this.#page.getByRole('button', { name: `Clear ${name}…` })
  }

  /** What is asked in place before rows go. */
  question(name: string): Locator {
    return this.#page.getByRole('group', { name, exact: true })
  }

  #rowOf(table: Locator, name: string): Locator {
    return table.getByRole('row').filter({ has: this.#page.getByText(name, { exact: true }) })
  }
}
