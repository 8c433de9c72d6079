// The signed text of a release: version, channel, date and the SHA-256 of each file. Shared by the release scripts and the
// app.
//
// The format of `sha256sum` (`sha256sum --check SHA256SUMS` skips lines that start with `#`), with a header that binds the
// version, so signed files of an old version cannot be offered as a new one.
import type { UpdateChannel } from '../../src-preload/contract/app/updates.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { channelOf, isVersion } from './version.ts'

export const sumsName = 'SHA256SUMS'
export const signatureName = 'SHA256SUMS.sig'
export const notesName = 'RELEASE_NOTES.md'
/** A release has one or two dozen files. */
export const maxSumsBytes = 64 * 1024

export interface SignedRelease {
  readonly version: string
  readonly channel: UpdateChannel
  /** Whole seconds, in milliseconds. */
  readonly dateMs: number
  /** SHA-256 in lower-case hex, by file name. */
  readonly files: ReadonlyMap<string, string>
}

/** A plain name: no folder, no space, nothing that a URL or a shell interprets. */
const nameForm = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,119}$/
const textForm =
  /^# starkdesk-release 1\n# version (\S+)\n# channel (stable|beta)\n# date (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\n((?:[0-9a-f]{64} {2}\S+\n)+)$/

export function isFileName(name: string): boolean {
  return nameForm.test(name) && name !== sumsName && name !== signatureName
}

const isoSeconds = (timeMs: number): string => `${new Date(timeMs).toISOString().slice(0, 19)}Z`

/**
 * The canonical text to sign.
 * @throws RangeError for an invalid version, date or file name
 */
export function formatRelease({ version, channel, dateMs, files }: SignedRelease): string {
  if (!isVersion(version)) throw new RangeError(`“${version}” is not a version of a release`)
  if (channelOf(version) !== channel) throw new RangeError(`${version} is not of the channel ${channel}`)
  if (files.size === 0) throw new RangeError('a release without files')
  const names = [...files.keys()].sort()
  const bad = names.find((name) => !isFileName(name))
  if (bad !== undefined) throw new RangeError(`“${bad}” cannot be the name of a file of a release`)
  return [
    '# starkdesk-release 1',
    `# version ${version}`,
    `# channel ${channel}`,
    `# date ${isoSeconds(dateMs)}`,
    ...names.map((name) => `${files.get(name) ?? ''}  ${name}`),
    '',
  ].join('\n')
}

const malformed = (reason: string): AppError =>
  new AppError('updateRefused', { reason: 'malformed', file: sumsName, detail: reason })

/**
 * Parses the text. Refuses anything not spelled as {@link formatRelease} spells it, so that all readers agree on what was
 * signed. Errors: updateRefused { reason: 'malformed' }.
 */
export function parseRelease(text: string): SignedRelease {
  const match = textForm.exec(text)
  const [, version = '', channelText, date = '', lines = ''] = match ?? []
  if (match === null) throw malformed('form')
  const channel: UpdateChannel = channelText === 'beta' ? 'beta' : 'stable'
  const files = new Map<string, string>()
  for (const line of lines.trimEnd().split('\n')) files.set(line.slice(66), line.slice(0, 64))
  const release: SignedRelease = { version, channel, dateMs: Date.parse(date), files }
  let again: string
  try {
    again = formatRelease(release)
  } catch (error) {
    if (error instanceof RangeError) throw malformed(error.message)
    throw error
  }
  if (again !== text) throw malformed('order')
  return release
}
