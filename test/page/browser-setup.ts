// The one browser and the one server of the files that all page tests use, and the folder for what their mains keep, from before
// the first test until after the last.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    /** Empty, and gone after the last test. */
    dataFolder: string
  }
}

export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const [{ server, address }, browser] = await Promise.all([
    servePages(),
    chromium.launchServer(browserOptions()),
  ])
  provide('pagesAddress', address)
  provide('browserAddress', browser.wsEndpoint())
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-pages-'))
  provide('dataFolder', folder)
  return async () => {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
}
