// Asking axe-core about a page of the real app.
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
 * Left out: an option of a list, and a market of the market list, whose name is a whole sentence ("To Bob, −25 USDC, Done, …",
 * "ETH/USDC, last 1,219.68, …") and not its figures as they stand. The rule (WCAG 2.5.3) is for what is pressed by saying its
 * words: the sentence begins with the name that is seen, and rows are gone through.
 */
const isNamedRow = (id: string, html: string): boolean =>
  id === 'label-content-name-mismatch' &&
  /^<(div role="option"|button type="button" class="market )/.test(html)

/**
 * A menu counts as a place of its own, as dialogs do: it hangs at the end of the page, outside of all landmarks, and is reached
 * by its button, which hands it the focus, never by reading on to it. That of the accounts lies in a group with its filter.
 */
const configuration = {
  checks: [
    {
      id: 'region',
      options: {
        regionMatcher: 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], .account-menu',
      },
    },
  ],
}

/** What hangs over a page: a dialog, a menu, a list, a panel that a button opened. */
export const overlay = '[role="dialog"], [role="alertdialog"], [data-bits-floating-content-wrapper]'

/** Another theme or palette changes colors and nothing else. */
const colorRules = ['color-contrast', 'link-in-text-block'] as const

/**
 * What WCAG 2.2 A and AA, and axe's own good practices, have against the page as it stands; one line per fault.
 * @param what - `colors`: only those of colors, for a page that was looked at as a whole in others
 * @param within - only what lies in elements of this selector, for what opened over a page that was looked at; none is a fault
 */
export async function findAxeFaults(
  page: Page,
  what: 'all' | 'colors' = 'all',
  within: string | null = null,
): Promise<string[]> {
  // By the debugger, which the page's content security policy does not bind.
  if (!(await page.evaluate<boolean>('"axe" in window'))) {
    await page.evaluate(source)
    await page.evaluate(`axe.configure(${JSON.stringify(configuration)})`)
  }
  const options = {
    resultTypes: ['violations'],
    // Style sheets and media, read anew each time for two rules: one that is not asked for, one of media, which no page has.
    preload: false,
    ...(what === 'colors' ? { runOnly: { type: 'rule', values: colorRules } } : {}),
  }
  const context = within === null ? 'document' : JSON.stringify({ include: [within] })
  const result = await page.evaluate<AxeResult>(`axe.run(${context}, ${JSON.stringify(options)})`)
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => !isNamedRow(id, html))
      .map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`),
  )
}
