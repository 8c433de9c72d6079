// Parses and compares release versions.
//
// Semantic versions (semver.org, 2.0.0, section 11) in exactly two forms: 1.2.3 and 1.2.3-beta.4. Everything else is refused.
import type { UpdateChannel } from '../../src-preload/contract/app/updates.ts'

const part = '(0|[1-9][0-9]{0,5})'
const form = new RegExp(`^${part}\\.${part}\\.${part}(?:-beta\\.${part})?$`)

/** Major, minor, patch and beta number; a stable version follows all of its betas. */
type Version = readonly [number, number, number, number]

function parse(text: string): Version | null {
  const match = form.exec(text)
  if (match === null) return null
  const [major, minor, patch] = match.slice(1, 4).map(Number)
  if (major === undefined || minor === undefined || patch === undefined) return null
  return [major, minor, patch, match[4] === undefined ? Infinity : Number(match[4])]
}

/** Whether a text is a release version. */
export function isVersion(text: string): boolean {
  return parse(text) !== null
}

/** The channel of a version, by its form. */
export function channelOf(version: string): UpdateChannel {
  return version.includes('-') ? 'beta' : 'stable'
}

/**
 * Negative if `one` is older than `other`, positive if newer, 0 if equal.
 * @throws RangeError for an invalid version; check with {@link isVersion} first
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
