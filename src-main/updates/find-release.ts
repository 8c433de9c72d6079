// Finds the newest release of a channel and verifies its signature, channel, version and files. Does not download the
// package.
import { createHash } from 'node:crypto'
import type { UpdateChannel } from '../../src-preload/contract/app/updates.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Downloads } from './downloads.ts'
import { metadataName, pickFile, type ReleaseFile, type WantedPackage } from './metadata.ts'
import type { ReleaseKey } from './release-keys.ts'
import { cleanNotes } from './release-notes.ts'
import { folderOf, listFolders, pageOf, type ReleaseLocation } from './release-location.ts'
import { maxSignatureBytes, verifyBytes } from './signature.ts'
import {
  maxSumsBytes,
  notesName,
  parseRelease,
  signatureName,
  type SignedRelease,
  sumsName,
} from './signed-text.ts'
import { channelOf, compareVersions } from './version.ts'

/** A release newer than this version, with every downloaded part verified. */
export interface FoundRelease {
  readonly version: string
  readonly channel: UpdateChannel
  readonly dateMs: number
  readonly notes: string
  /** URL of its files, with a trailing slash. */
  readonly folder: string
  /** URL of its page for the user. */
  readonly page: string
  /** The package to download; null when the user downloads it. */
  readonly file: ReleaseFile | null
}

export interface FindOptions {
  readonly place: ReleaseLocation
  readonly keys: readonly ReleaseKey[]
  readonly downloads: Pick<Downloads, 'read'>
  /** The running version. */
  readonly current: string
  /** The package that this computer installs by itself; null when it does not. */
  readonly wanted: WantedPackage | null
}

const MAX_METADATA_BYTES = 256 * 1024
const MAX_NOTES_BYTES = 256 * 1024

interface Candidate {
  readonly release: SignedRelease
  readonly folder: string
}

export type FindRelease = (channel: UpdateChannel, signal: AbortSignal) => Promise<FoundRelease | null>

/**
 * Resolves to null when the running version is the newest. Errors: updateUnreachable; updateRefused { reason, file, version
 * }; cancelled.
 */
export function createFindRelease({ place, keys, downloads, current, wanted }: FindOptions): FindRelease {
  /** Null if there is no release. */
  async function readCandidate(folder: string, signal: AbortSignal): Promise<Candidate | null> {
    const sums = await downloads.read({ url: `${folder}${sumsName}`, maxBytes: maxSumsBytes, signal })
    if (sums === null) return null
    const signature = await downloads.read({
      url: `${folder}${signatureName}`,
      maxBytes: maxSignatureBytes,
      signal,
    })
    if (signature === null) throw new AppError('updateRefused', { reason: 'unsigned', file: signatureName })
    // The signature is verified before the text is parsed.
    const signer = verifyBytes(sums, signature.toString('utf8'), keys)
    const release = parseRelease(sums.toString('utf8'))
    if (release.dateMs < Date.parse(signer.notBefore))
      throw new AppError('updateRefused', { reason: 'tooEarly', version: release.version })
    return { release, folder: folderOf(place, release.version, folder) }
  }

  async function readNewest(channel: UpdateChannel, signal: AbortSignal): Promise<Candidate> {
    let newest: Candidate | null = null
    for (const folder of await listFolders(place, channel, downloads, signal)) {
      const candidate = await readCandidate(folder, signal)
      if (candidate === null) continue
      const { version } = candidate.release
      if (channel === 'stable' && candidate.release.channel !== 'stable')
        throw new AppError('updateRefused', { reason: 'channel', version })
      if (newest === null || compareVersions(version, newest.release.version) > 0) newest = candidate
    }
    if (newest === null) throw new AppError('updateUnreachable', { reason: 'none', file: sumsName })
    return newest
  }

  /** A file of the release, checked against the hash signed under its name. */
  async function readSigned(
    { release, folder }: Candidate,
    name: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const bytes = await downloads.read({ url: `${folder}${name}`, maxBytes, signal })
    const wantedDigest = release.files.get(name)
    if (bytes === null || wantedDigest === undefined)
      throw new AppError('updateRefused', { reason: 'missing', file: name })
    if (createHash('sha256').update(bytes).digest('hex') !== wantedDigest)
      throw new AppError('updateRefused', { reason: 'digest', file: name })
    return bytes
  }

  async function readFile(newest: Candidate, own: WantedPackage, signal: AbortSignal): Promise<ReleaseFile> {
    const name = metadataName(newest.release, own)
    const bytes = await readSigned(newest, name, MAX_METADATA_BYTES, signal)
    return pickFile(bytes.toString('utf8'), newest.release, own)
  }

  return async (channel, signal) => {
    const newest = await readNewest(channel, signal)
    const { release, folder } = newest
    const isNewer = compareVersions(release.version, current)
    // A user who left the beta channel waits for a newer stable version.
    if (isNewer === 0 || (isNewer < 0 && channel === 'stable' && channelOf(current) === 'beta')) return null
    if (isNewer < 0) throw new AppError('updateRefused', { reason: 'older', version: release.version })
    const file = wanted === null ? null : await readFile(newest, wanted, signal)
    const notes = release.files.has(notesName)
      ? cleanNotes(await readSigned(newest, notesName, MAX_NOTES_BYTES, signal))
      : ''
    const { version } = release
    return {
      version,
      channel: release.channel,
      dateMs: release.dateMs,
      notes,
      folder,
      page: pageOf(place, version),
      file,
    }
  }
}
