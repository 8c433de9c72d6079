// The browser of the tests that open a page without main: as quiet as the app's own.
import { type Browser, chromium, type LaunchOptions } from 'playwright'
import { commonFlags } from '../electron-stand-in/core/browser-flags.ts'
import { findBrowser } from '../electron-stand-in/find-browser.ts'

/**
 * Without these flags a stock browser reads pages of its own with each window, which is a third of what a test costs.
 * @param flags - besides
 */
export function browserOptions(flags: readonly string[] = []): LaunchOptions {
  return { executablePath: findBrowser(), args: ['--no-sandbox', ...commonFlags, ...flags] }
}

/** A browser of its own, for a test that needs other flags than all others do. */
export function launchBrowser(flags: readonly string[]): Promise<Browser> {
  return chromium.launch(browserOptions(flags))
}
