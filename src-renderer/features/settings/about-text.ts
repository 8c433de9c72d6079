// Text lines of the About section, for display and copying.
import type { Versions } from '../../../src-preload/contract/app/diagnostics.ts'

export interface Fact {
  readonly name: string
  readonly value: string
}

const unknown = 'Unknown'

/** All versions, the app first. */
export function listVersions(versions: Versions): Fact[] {
  return [
    { name: 'Starkdesk', value: versions.app },
    { name: 'Commit', value: versions.commit ?? unknown },
    { name: 'Electron', value: versions.electron ?? unknown },
    { name: 'Chromium', value: versions.chromium ?? unknown },
    { name: 'Node', value: versions.node },
    { name: 'SQLite', value: versions.sqlite ?? unknown },
    { name: 'System', value: versions.system },
    { name: 'Processor', value: versions.architecture },
  ]
}

/** One line per version, for sending to others. Excludes the data folder, which contains the user's name. */
export function versionsAsText(versions: Versions): string {
  return listVersions(versions)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('\n')
}

/** What users can rely on, and what not; SECURITY.md has the details. */
export const promises: readonly { readonly isKept: boolean; readonly text: string }[] = [
  {
    isKept: true,
    text: 'Keys stay on this computer, in the system keychain or in a file encrypted with your password.',
  },
  {
    isKept: true,
    text: 'Starkdesk signs only what you allow in its own window: each transfer, and each order or a trading session with limits. The exchange’s login message is signed without asking.',
  },
  {
    isKept: true,
    text: 'Starkdesk connects only to your exchange and, for updates, to its release server.',
  },
  { isKept: false, text: 'Protection against someone who controls this computer while it is in use.' },
  {
    isKept: false,
    text: 'Proof of what the exchange’s hash for a transfer stands for; the reported transfer is compared with your request.',
  },
  {
    isKept: false,
    text: 'Recovery of a lost key or password, or any warranty; see the license.',
  },
]
