// A place of releases for one test, and a look at it as an installed app has.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { UpdateChannel } from '../../../src-preload/contract/app/updates.ts'
import { type AskHop, createDownloads } from '../../../src-main/updates/downloads.ts'
import { createFindRelease } from '../../../src-main/updates/find-release.ts'
import type { ReleaseKey } from '../../../src-main/updates/release-keys.ts'
import { openReleaseServer, type ReleaseServer } from '../../fixtures/releases.ts'

export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `starkdesk-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Serves a folder on loopback until the test has ended. */
export async function serveReleases(): Promise<ReleaseServer> {
  const server = await openReleaseServer(makeFolder('releases'))
  onTestFinished(() => server.close())
  return server
}

async function* noBody(): AsyncGenerator<Uint8Array> {
  // Nothing comes.
}

/** One request by Node, as the app makes one by Electron (update-request.ts). */
export const askByNode: AskHop = async (url, signal) => {
  const response = await fetch(url, { redirect: 'manual', credentials: 'omit', signal })
  const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
  return { status: response.status, location, body: response.body ?? noBody() }
}

export const localDownloads = (limits = { headMs: 5_000, idleMs: 5_000 }) =>
  createDownloads({ ask: askByNode, mayUseLoopback: true, limits })

export interface LookOptions {
  readonly keys: readonly ReleaseKey[]
  readonly current?: string
  readonly channel?: UpdateChannel
  readonly end?: '-linux.yml' | '.yml'
}

/** Looks for an update as an installed app of a version would. */
export function look(server: ReleaseServer, options: LookOptions) {
  const { keys, current = '1.0.0', channel = 'stable', end = '-linux.yml' } = options
  const find = createFindRelease({
    place: { kind: 'folders', url: server.url },
    keys,
    downloads: localDownloads(),
    current,
    wanted: { metadataEnd: end, extension: end === '.yml' ? 'exe' : 'AppImage', arch: 'x64' },
  })
  return find(channel, new AbortController().signal)
}
