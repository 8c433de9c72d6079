// Owns: asking axe-core about a page of the real app. Must not: leave rules out without a reason that stands here.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/**
 * Left out: an option of a list whose name is a whole sentence ("To Bob, −25 USDC, Done, …") and not its figures as they stand.
 * The rule (WCAG 2.5.3) is for what is pressed by saying its words; rows are gone through.
 */
const isNamedRow = (id: string, html: string): boolean =>
  id === 'label-content-name-mismatch' && html.startsWith('<div role="option"')

/** What WCAG 2.2 A and AA, and axe's own good practices, have against the page as it stands; one line per fault. */
export async function findAxeFaults(page: Page): Promise<string[]> {
  // By the debugger, which the page's content security policy does not bind.
  await page.evaluate(source)
  const result = await page.evaluate<AxeResult>('axe.run({ resultTypes: ["violations"] })')
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => !isNamedRow(id, html))
      .map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`),
  )
}
