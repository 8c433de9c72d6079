// Owns: the browser of the tests that open a page without main: as quiet as the app's own. Must not: open pages.
import { type Browser, chromium } from 'playwright'
import { commonFlags } from '../electron-stand-in/core/browser-flags.ts'
import { findBrowser } from '../electron-stand-in/find-browser.ts'

/**
 * Without these flags a stock browser reads pages of its own with each window, which is a third of what a test costs.
 * @param flags - besides
 */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', ...commonFlags, ...flags] })
}
