// Owns: the one browser and the one server of the files that all page tests use, from before the first test until after the last.
// Must not: open pages.
import { chromium } from 'playwright'
import type { TestProject } from 'vitest/node'
import { browserOptions } from './launch-browser.ts'
import { servePages } from './serve-pages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the app's two pages are served. */
    pagesAddress: string
    /** Where the browser listens for who wants pages of it. */
    browserAddress: string
  }
}

export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const [{ server, address }, browser] = await Promise.all([
    servePages(),
    chromium.launchServer(browserOptions()),
  ])
  provide('pagesAddress', address)
  provide('browserAddress', browser.wsEndpoint())
  return async () => {
    await browser.close()
    server.close()
  }
}
