// The Connection view as a person reads it.
import type { Locator, Page } from 'playwright/test'

export class Connection {
  readonly view: Locator
  /** "Connected 41 ms" at its head. */
  readonly line: Locator
  readonly runTest: Locator
  readonly cancelTest: Locator
  readonly conclusion: Locator
  readonly steps: Locator
  readonly endpoints: Locator
  readonly calls: Locator
  readonly copyReport: Locator
  readonly showReport: Locator
  readonly report: Locator

  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.view = page.getByRole('region', { name: 'Connection', exact: true })
    this.line = page.getByTestId('line-state')
    this.runTest = page.getByRole('button', { name: 'Test connection' })
    this.cancelTest = page.getByRole('button', { name: 'Cancel test' })
    this.conclusion = page.getByTestId('test-conclusion')
    this.steps = page.getByRole('list', { name: 'Test steps' }).getByRole('listitem')
    this.endpoints = page.getByRole('table', { name: 'Calls by endpoint' })
    this.calls = page.getByRole('table', { name: 'Last requests, newest first' })
    this.copyReport = page.getByRole('button', { name: 'Copy report' })
    this.showReport = page.getByRole('button', { name: 'Show', exact: true })
    this.report = page.getByRole('region', { name: 'Support report' }).locator('pre')
  }

  /** The button that opens the row of an endpoint. */
  toggle(title: string): Locator {
    return this.endpoints.getByRole('button', { name: title, exact: true })
  }

  /** How many calls of an endpoint are counted. */
  async readCalls(title: string): Promise<number> {
    const row = this.endpoints
      .getByRole('row')
      .filter({ has: this.#page.getByRole('button', { name: title, exact: true }) })
    return Number((await row.getByRole('cell').first().innerText()).replaceAll(',', ''))
  }
}
