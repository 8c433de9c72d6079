// The one server of the files that all page tests use, and the folder for what their mains and browsers keep, from before the
// first test until after the last.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { servePages } from './serve-pages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the app's two pages are served. */
    pagesAddress: string
    /** Empty, and gone after the last test. */
    dataFolder: string
  }
}

export default async function setUp({ provide }: TestProject): Promise<() => void> {
  const { server, address } = await servePages()
  provide('pagesAddress', address)
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-pages-'))
  provide('dataFolder', folder)
  return () => {
    server.close()
    // A worker's browser ends with the worker, and may still be writing.
    rmSync(folder, { recursive: true, maxRetries: 10 })
  }
}
