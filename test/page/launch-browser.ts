// The browser of the tests that open a page without main: as quiet as the app's own.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright'
import { commonFlags } from '../electron-stand-in/core/browser-flags.ts'
import { findBrowser } from '../electron-stand-in/find-browser.ts'

/** Chromium without windows, where Debian's package of it is installed: a page costs a third less in it. Null: none, or another was chosen. */
function findHeadlessShell(): string | null {
  if (process.env['STARKDESK_BROWSER']) return null
  const files = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((dir) => join(dir, 'chromium-headless-shell'))
  return files.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Without these flags a stock browser reads pages of its own with each window, which is a third of what a test costs.
 * @param flags - besides
 */
export function browserOptions(flags: readonly string[] = []): LaunchOptions {
  return {
    executablePath: findHeadlessShell() ?? findBrowser(),
    args: ['--no-sandbox', ...commonFlags, ...flags],
  }
}

/** A browser of its own, for a test that needs other flags than all others do. */
export function launchBrowser(flags: readonly string[]): Promise<Browser> {
  return chromium.launch(browserOptions(flags))
}
