// Owns: what the About section says of this build in lines, for the eye and for the clipboard. Must not: fetch any of it.
import type { Versions } from '../../../src-preload/contract/diagnostics.ts'

export interface Fact {
  readonly name: string
  readonly value: string
}

const unknown = 'Not known here'

/** Each version with its name, the app first. */
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

/** A line for each, to be sent to somebody. Where the data lies is left out: it has the name of the user. */
export function versionsAsText(versions: Versions): string {
  return listVersions(versions)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('\n')
}

/** What a person can count on, and what not; SECURITY.md has it in full. */
export const promises: readonly { readonly isKept: boolean; readonly text: string }[] = [
  {
    isKept: true,
    text: 'Keys stay on this computer, in the system keychain or in a file encrypted with your password.',
  },
  { isKept: true, text: 'Nothing is signed that you were not shown, but for the login text of the service.' },
  {
    isKept: true,
    text: 'Starkdesk speaks to the service that you chose and, where updates are on, to the place of its releases. Nothing else is sent anywhere.',
  },
  { isKept: false, text: 'No protection from whoever controls this computer while it is in use.' },
  {
    isKept: false,
    text: 'No proof of what the hash that the service gives for a transfer stands for; what the service then tells is compared with what you meant.',
  },
  {
    isKept: false,
    text: 'No recovery of a lost key or a forgotten password, and no warranty; see the licence.',
  },
]
