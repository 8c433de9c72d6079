// Owns: a place of releases on a real local server, with releases that are made and signed by the scripts that make real ones,
// and ways to spoil them. Must not: check anything.
import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { writeChecksums } from '../../../../scripts/release/checksums.ts'
import { makeReleaseKey } from '../../../../scripts/release/make-release-key.ts'
import { signRelease } from '../../../../scripts/release/sign-checksums.ts'
import type { AskHop } from '../../../../src-main/services/updates/downloads.ts'
import { createDownloads } from '../../../../src-main/services/updates/downloads.ts'
import { createFindRelease } from '../../../../src-main/services/updates/find-release.ts'
import type { ReleaseKey } from '../../../../src-main/services/updates/release-keys.ts'
import type { UpdateChannel } from '../../../../src-preload/contract/updates.ts'

/** Long enough to come in several pieces. */
const PACKAGE_BYTES = 400_000
export const releasedMs = Date.parse('2026-11-20T10:00:00Z')

export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `starkdesk-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface OwnKey {
  readonly privateKey: KeyObject
  readonly entry: ReleaseKey
}

/** A key that counts from well before the releases of these tests. */
export function makeKey(changes: Partial<ReleaseKey> = {}): OwnKey {
  const { privatePem, entry } = makeReleaseKey(Date.parse('2026-01-01'))
  return { privateKey: createPrivateKey(privatePem), entry: { ...entry, ...changes } }
}

/** Of the version, so that two versions differ: what a package holds does not matter here. */
export function packageBytes(version: string): Buffer {
  const bytes = Buffer.alloc(PACKAGE_BYTES, createHash('sha512').update(version).digest())
  bytes.write('#!/bin/sh\nexit 0\n')
  return bytes
}

const sha512 = (bytes: Uint8Array): string => createHash('sha512').update(bytes).digest('base64')

export interface ReleaseWish {
  readonly version: string
  readonly keys: readonly OwnKey[]
  readonly notes?: string
  readonly dateMs?: number
  /** Called before checksums are made: what is done here is signed. */
  readonly prepare?: (folder: string) => void
  readonly package?: Buffer
}

/** Makes a release as the release workflow does, for Linux and Windows, in a folder. */
export async function makeRelease(folder: string, wish: ReleaseWish): Promise<void> {
  const { version, keys, notes = `### Added\n\n- What is new in ${version}.\n`, dateMs = releasedMs } = wish
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bytes = wish.package ?? packageBytes(version)
  const prefix = version.includes('-') ? 'beta' : 'latest'
  for (const [end, name] of [
    ['-linux', `Starkdesk-${version}-linux-x86_64.AppImage`],
    ['', `Starkdesk-${version}-win-x64.exe`],
  ] as const) {
    writeFileSync(join(folder, name), bytes)
    writeFileSync(join(folder, `${prefix}${end}.yml`), metadataText(version, name, bytes))
  }
  wish.prepare?.(folder)
  await writeChecksums({ folder, version, dateMs, notes })
  const entries = keys.map(({ entry }) => ({ ...entry, isRetired: false, notBefore: '2020-01-01' }))
  signRelease(
    folder,
    keys.map(({ privateKey }) => privateKey),
    entries,
  )
}

/** As electron-builder writes it. */
export function metadataText(version: string, name: string, bytes: Uint8Array): string {
  const digest = sha512(bytes)
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${digest}`,
    `    size: ${String(bytes.byteLength)}`,
    `path: ${name}`,
    `sha512: ${digest}`,
    `releaseDate: '${new Date(releasedMs).toISOString()}'`,
    '',
  ].join('\n')
}

/** What a request is answered with instead of the file; false to give the file after all. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => boolean | undefined

export interface ReleaseServer {
  /** With a slash at the end. */
  readonly url: string
  /** What is served. */
  readonly folder: string
  /** Paths that were asked for, in order. */
  readonly asked: string[]
  /** What came with the requests, for who looks for what must not be sent. */
  readonly heads: IncomingMessage['headers'][]
  /** Answers otherwise for paths that end so. */
  readonly answers: Map<string, Answer>
}

/** Serves a folder on loopback until the test has ended. */
export async function serveReleases(): Promise<ReleaseServer> {
  const folder = makeFolder('releases')
  const asked: string[] = []
  const heads: IncomingMessage['headers'][] = []
  const answers = new Map<string, Answer>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    asked.push(path)
    heads.push(request.headers)
    for (const [end, answer] of answers) {
      if (path.endsWith(end) && answer(response, request) !== false) return
    }
    const file = join(folder, decodeURIComponent(path))
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isFile() !== true) response.writeHead(404).end()
    else response.writeHead(200, { 'content-length': found.size }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${String(port)}/`, folder, asked, heads, answers }
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
