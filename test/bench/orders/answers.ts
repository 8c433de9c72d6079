// How long it takes from the press that changes the list's filter or order to its first rows on screen.
import type { Page } from 'playwright'
import { Orders } from '../../e2e/pages/views.ts'
import { allOrders, viewName } from './views.ts'

/** What is pressed, by its name; runs in the page. */
interface Press {
  readonly where: 'view' | 'head'
  readonly name: string
}

const answeredWithinMs = 60_000

/**
 * Presses, and waits for the frame after the one that drew the answer: by then it is on screen. The table says itself when it
 * shows rows of the question before (`aria-busy`), and each row that has not come yet says so too. Runs in a page, and sees
 * nothing of this file.
 */
async function timeAnswer({ where, name, limitMs }: Press & { readonly limitMs: number }): Promise<number> {
  const places = { view: 'ul[aria-label="Saved views"] button', head: '[role=columnheader]' }
  const all = [...document.querySelectorAll<HTMLElement>(places[where])]
  const target = all.find((one) => one.textContent.trim() === name)
  if (target === undefined) throw new Error(`no ${where} ${name}`)
  const seen = { isAsked: false }
  const observer = new MutationObserver((changes) => {
    seen.isAsked ||= changes.some(({ attributeName }) => attributeName === 'aria-busy')
  })
  observer.observe(document.body, { attributeFilter: ['aria-busy'], subtree: true })
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  const isShown = (): boolean => {
    const grid = document.querySelector('[role=grid][aria-busy=false]')
    if (grid === null || grid.querySelector('.row[data-index]') === null) return false
    return grid.querySelector('.waiting') === null
  }
  const startedAt = performance.now()
  target.click()
  do {
    await frame()
    if (performance.now() - startedAt > limitMs) throw new Error(`no rows after pressing ${name}`)
  } while (!seen.isAsked || !isShown())
  await frame()
  observer.disconnect()
  return performance.now() - startedAt
}

/** Chooses a saved view, whose list is what opens. */
export async function timeView(page: Page, name: string): Promise<number> {
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('list', { name: 'Saved views' }).getByText(name, { exact: true }).waitFor()
  const ms = await page.evaluate(timeAnswer, { where: 'view', name, limitMs: answeredWithinMs } as const)
  await page.getByRole('list', { name: 'Saved views' }).waitFor({ state: 'detached' })
  return ms
}

/** Each sort once in each direction, by pressing the heads of the columns. */
const heads = ['Price', 'Volume', 'Updated', 'Created'] as const

export type Times = Map<string, number[]>

function note(times: Times, kind: string, ms: number): void {
  times.set(kind, [...(times.get(kind) ?? []), ms])
}

/** One round of everything. Ends with all orders, newest first. */
export async function timeRound(
  page: Page,
  kinds: readonly string[],
  round: number,
  times: Times,
): Promise<void> {
  for (const kind of kinds) note(times, kind, await timeView(page, viewName(kind, round % 3)))
  note(times, 'all', await timeView(page, allOrders))
  await new Orders(page).rows.first().waitFor()
  for (const name of heads) {
    for (const direction of ['down', 'up']) {
      const ms = await page.evaluate(timeAnswer, { where: 'head', name, limitMs: answeredWithinMs } as const)
      note(times, `sort-${name.toLowerCase()}-${direction}`, ms)
    }
  }
  await timeView(page, allOrders)
}
