// A script in either page cannot make markup, or a script, of a text.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { noOrderBusiness } from '../fixtures/no-order-business.ts'
import { openConfirm } from './open-confirm.ts'
import { openReal } from './open-real.ts'

/** As much of the browser's own as is attacked; the DOM's types do not have it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: object): unknown
}

/** What the browser says to each way of making markup or a script of a text; null where it did it. */
function attack(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() => {
    const { trustedTypes } = window as unknown as { trustedTypes: TrustedTypes }
    const html = '<img src=x onerror="document.title = 1">'
    const ways: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('div').innerHTML = html),
      outerHTML: () => {
        const outer = document.createElement('div')
        outer.append(document.createElement('p'))
        if (outer.firstElementChild) outer.firstElementChild.outerHTML = html
      },
      insertAdjacentHTML: () => document.createElement('div').insertAdjacentHTML('beforeend', html),
      setHTMLUnsafe: () => document.createElement('div').setHTMLUnsafe(html),
      parser: () => new DOMParser().parseFromString(html, 'text/html'),
      fragment: () => document.createRange().createContextualFragment(html),
      srcdoc: () => (document.createElement('iframe').srcdoc = html),
      write: () => (document as unknown as { write(text: string): void }).write(html),
      script: () => (document.createElement('script').src = '/assets/other.js'),
      text: () => (document.createElement('script').text = 'document.title = 1'),
      worker: () => new Worker('/assets/other.js'),
      timer: () => Reflect.apply(setTimeout, window, ['document.title = 1']) as unknown,
      // What Svelte's own policy lets through nobody else may make, nor a policy of another name.
      policy: () => trustedTypes.createPolicy('svelte-trusted-html', {}),
      otherPolicy: () => trustedTypes.createPolicy('mine', {}),
    }
    return Object.fromEntries(
      Object.entries(ways).map(([name, way]) => {
        try {
          way()
          return [name, null]
        } catch (error) {
          return [name, error instanceof Error ? error.name : String(error)]
        }
      }),
    )
  })
}

it.each([
  ['the main page', async () => (await openReal()).page],
  [
    'the confirmation page',
    async () =>
      (await openConfirm({ kind: 'change', change: { what: 'setVaultAside', ...noOrderBusiness } })).page,
  ],
])('%s makes nothing of a text but by its own templates', async (_name, open) => {
  const page = await open()
  const found = await attack(page)
  for (const [way, said] of Object.entries(found))
    expect([way, said]).toEqual([way, expect.stringMatching(/Error/)])
  // Where the charts draw is emptied this way.
  expect(await page.evaluate(() => (document.createElement('div').innerHTML = ''))).toBe('')
})
