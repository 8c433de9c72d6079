// Owns: the confirmation page, built as it ships, in a real browser, with a stand-in for main that answers from the test.
// Must not: hold rules of main; a test gives the answers.
import type { Page } from 'playwright'
import type { Result } from '../../src-preload/contract/channel.ts'
import type { ConfirmAnswer, ConfirmRequest } from '../../src-preload/contract/confirm.ts'
import { confirmChannelNames } from '../../src-preload/contract/confirm-names.ts'
import { launchBrowser } from './launch-browser.ts'
import { servePages } from './serve-pages.ts'

/** Of the window's content, as windows.ts makes it. */
const viewport = { width: 480, height: 600 }

export interface OpenConfirm {
  readonly page: Page
  /** What was answered, in order. */
  readonly answers: ConfirmAnswer[]
}

export interface ConfirmMaker {
  /** @param deafForMs - how long the page is told to be deaf */
  open(request: ConfirmRequest, deafForMs?: number): Promise<OpenConfirm>
  close(): Promise<void>
}

/** Runs in the page before it: the preload's place, over one function of the test's. */
function installBridge(channels: readonly string[]): void {
  const bridge = window as unknown as {
    askMain?: (name: string, input: unknown) => Promise<unknown>
    starkdeskConfirm?: unknown
  }
  bridge.starkdeskConfirm = Object.fromEntries(
    channels.map((name) => [name, (input: unknown) => bridge.askMain?.(name, input)]),
  )
}

/** Builds the page once, where it is not built, and starts a browser; both serve every page that is opened. */
export async function makeConfirmPages(): Promise<ConfirmMaker> {
  const { server, address } = await servePages()
  const browser = await launchBrowser()
  return {
    async close() {
      await browser.close()
      server.close()
    },
    async open(request, deafForMs = 0) {
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
      page.setDefaultTimeout(20_000)
      const answers: ConfirmAnswer[] = []
      await page.exposeFunction('askMain', (name: string, input: ConfirmAnswer): Result<unknown> => {
        if (name === 'confirm:getRequest') return { ok: true, value: { request, deafForMs } }
        answers.push(input)
        return { ok: true, value: { next: null } }
      })
      await page.addInitScript(installBridge, [...confirmChannelNames])
      await page.goto(`${address}/confirm/index.html`)
      await page.getByRole('heading').waitFor()
      return { page, answers }
    },
  }
}
