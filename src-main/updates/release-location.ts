// Locates the folders that may hold a channel's newest release.
// An index is only a hint; the signed text is authoritative.
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { z } from 'zod'
import type { UpdateChannel } from '../../src-preload/contract/app/updates.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Downloads } from './downloads.ts'
import { compareVersions, isVersion } from './version.ts'

/**
 * `folders`: a URL with the folders `stable/` and `beta/`, each with the newest release of its channel. `github`: the
 * releases of a repository, each under its tag `v1.2.3`.
 */
export type ReleaseLocation =
  | { readonly kind: 'folders'; readonly url: string }
  | {
      readonly kind: 'github'
      readonly site: string
      readonly api: string
      readonly owner: string
      readonly repo: string
    }

const plainName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)

/** The fields of electron-builder's `app-update.yml` that we use. */
const updateConfig = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('generic'), url: z.url({ protocol: /^https$/ }) }),
  z.object({ provider: z.literal('github'), owner: plainName, repo: plainName }),
])

/** The release location in a package's `app-update.yml`; null if it names none that Starkdesk supports. */
export function readReleaseLocation(config: string): ReleaseLocation | null {
  let parsed: z.ZodSafeParseResult<z.infer<typeof updateConfig>>
  try {
    parsed = updateConfig.safeParse(parseYaml(config, 'app-update.yml'))
  } catch {
    // Unparsable text names no location.
    return null
  }
  if (!parsed.success) return null
  if (parsed.data.provider === 'generic') return { kind: 'folders', url: asFolder(parsed.data.url) }
  const { owner, repo } = parsed.data
  return { kind: 'github', site: 'https://github.com', api: 'https://api.github.com', owner, repo }
}

/** Parses YAML with the library that electron-updater uses. Throws its errors. */
export function parseYaml(text: string, name: string): unknown {
  return parseUpdateInfo(text, name, new URL(`file:///${name}`))
}

const asFolder = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** The page of a release for the user. */
export function pageOf(place: ReleaseLocation, version: string): string {
  return place.kind === 'folders' ? place.url : `${releasesOf(place)}/tag/v${version}`
}

const releasesOf = ({ site, owner, repo }: Extract<ReleaseLocation, { kind: 'github' }>): string =>
  `${site}/${owner}/${repo}/releases`

/** The folder of a release's files by its version, so a release published meanwhile does not mix in. */
export function folderOf(place: ReleaseLocation, version: string, foundIn: string): string {
  return place.kind === 'folders' ? foundIn : `${releasesOf(place)}/download/v${version}/`
}

const releaseList = z.array(z.object({ tag_name: z.string(), draft: z.boolean() }))
const maxListBytes = 4 * 1024 * 1024

/**
 * The folders to search, each with a trailing slash. A beta user is also offered a newer stable version. Errors: those of a
 * download; updateRefused { reason: 'malformed' } for an invalid index.
 */
export async function listFolders(
  place: ReleaseLocation,
  channel: UpdateChannel,
  downloads: Pick<Downloads, 'read'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (place.kind === 'folders') {
    const stable = `${place.url}stable/`
    return channel === 'stable' ? [stable] : [`${place.url}beta/`, stable]
  }
  if (channel === 'stable') return [`${releasesOf(place)}/latest/download/`]
  const url = `${place.api}/repos/${place.owner}/${place.repo}/releases?per_page=20`
  const bytes = await downloads.read({ url, maxBytes: maxListBytes, signal })
  const versions = readList(bytes).sort(compareVersions)
  const newest = versions.at(-1)
  return newest === undefined ? [] : [`${releasesOf(place)}/download/v${newest}/`]
}

function readList(bytes: Buffer | null): string[] {
  if (bytes === null) return []
  try {
    return releaseList
      .parse(JSON.parse(bytes.toString('utf8')))
      .filter(({ draft, tag_name: tag }) => !draft && tag.startsWith('v') && isVersion(tag.slice(1)))
      .map(({ tag_name: tag }) => tag.slice(1))
  } catch (error) {
    throw new AppError('updateRefused', { reason: 'malformed', file: 'releases' }, error)
  }
}
