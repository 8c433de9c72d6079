// Parses electron-builder's `latest*.yml`, checks it against the signed text and picks this computer's file.
import { z } from 'zod'
import { AppError } from '../../src-preload/domain/errors.ts'
import { parseYaml } from './release-location.ts'
import { isFileName, type SignedRelease } from './signed-text.ts'

/** The package that this computer installs. */
export interface WantedPackage {
  /** Suffix of the metadata file, such as `-linux.yml` in `latest-linux.yml`. */
  readonly metadataEnd: string
  readonly extension: 'AppImage' | 'exe' | 'zip'
  /** Architecture as Node names it. */
  readonly arch: string
}

export interface ReleaseFile {
  readonly name: string
  readonly bytes: number
  /** Lower-case hex, from the signed text. */
  readonly sha256: string
  /** Base64, from the metadata. */
  readonly sha512: string
  /** The oldest supported version of the system's kernel; null for any. */
  readonly minimumSystemVersion: string | null
}

/** One gibibyte, far above the size of any package. */
const MAX_BYTES = 1024 ** 3

const metadata = z.object({
  version: z.string(),
  files: z
    .array(
      z.object({
        url: z.string().refine(isFileName),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().min(1).max(MAX_BYTES),
      }),
    )
    .min(1)
    .max(20),
  minimumSystemVersion: z.string().optional(),
  /** A web installer would download unsigned files. */
  packages: z.undefined().optional(),
})

/** Alternative names of architectures in file names. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  x64: ['x64', 'x86_64', 'amd64'],
  arm64: ['arm64', 'aarch64'],
}

/** Name of electron-builder's metadata file: depends on the channel; a beta may also use the stable file. */
export function metadataName({ channel, files }: SignedRelease, { metadataEnd }: WantedPackage): string {
  const beta = `beta${metadataEnd}`
  return channel === 'beta' && files.has(beta) ? beta : `latest${metadataEnd}`
}

/**
 * The file that this computer installs. Errors: updateRefused with reason `malformed`, `differs` (version, or no file of the
 * signed ones) or `missing` (nothing for this computer).
 */
export function pickFile(text: string, release: SignedRelease, wanted: WantedPackage): ReleaseFile {
  const name = metadataName(release, wanted)
  const refused = (reason: string, cause?: unknown): AppError =>
    new AppError('updateRefused', { reason, file: name }, cause)
  let found: z.infer<typeof metadata>
  try {
    found = metadata.parse(parseYaml(text, name))
  } catch (error) {
    throw refused('malformed', error)
  }
  if (found.version !== release.version) throw refused('differs')
  const files = found.files.filter(({ url }) => url.endsWith(`.${wanted.extension}`))
  const own = spellings[wanted.arch] ?? [wanted.arch]
  const others = Object.values(spellings).flat()
  const file =
    files.find(({ url }) => own.some((name) => url.includes(name))) ??
    // A universal file names no architecture.
    files.find(({ url }) => !others.some((name) => url.includes(name)))
  if (file === undefined) throw refused('missing')
  const sha256 = release.files.get(file.url)
  if (sha256 === undefined) throw refused('differs')
  return {
    name: file.url,
    bytes: file.size,
    sha256,
    sha512: file.sha512,
    minimumSystemVersion: found.minimumSystemVersion ?? null,
  }
}
