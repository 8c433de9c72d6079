// Owns: the versions that Starkdesk gives its releases, and which of two is newer. Must not: take any other form.
//
// Semantic versions (semver.org, 2.0.0, section 11) in the two forms that releases have: 1.2.3 and 1.2.3-beta.4. Everything
// else is refused, so there is nothing here to be read in two ways.
import type { UpdateChannel } from '../../src-preload/contract/updates.ts'

const part = '(0|[1-9][0-9]{0,5})'
const form = new RegExp(`^${part}\\.${part}\\.${part}(?:-beta\\.${part})?$`)

/** Major, minor, patch, and the number of the beta; a finished version comes after all of its betas. */
type Version = readonly [number, number, number, number]

function parse(text: string): Version | null {
  const match = form.exec(text)
  if (match === null) return null
  const [major, minor, patch] = match.slice(1, 4).map(Number)
  if (major === undefined || minor === undefined || patch === undefined) return null
  return [major, minor, patch, match[4] === undefined ? Infinity : Number(match[4])]
}

/** Whether a text is a version of a release. */
export function isVersion(text: string): boolean {
  return parse(text) !== null
}

/** The channel that a version belongs to by its form. */
export function channelOf(version: string): UpdateChannel {
  return version.includes('-') ? 'beta' : 'stable'
}

/**
 * Negative where `one` is older than `other`, positive where it is newer, 0 where they are the same.
 * @throws RangeError for a text that is no version; callers have checked with {@link isVersion}
 */
export function compareVersions(one: string, other: string): number {
  const a = parse(one)
  const b = parse(other)
  if (a === null || b === null) throw new RangeError('not a version of a release')
  for (const [at, value] of a.entries()) {
    const against = b[at] ?? 0
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}
