// Proof of which releases are told of, over a real server: right, of another key, changed, cut off, older, sent elsewhere.
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDownloads } from '../../../src-main/updates/downloads.ts'
import { createFindRelease } from '../../../src-main/updates/find-release.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import {
  makeKey,
  makeRelease,
  metadataText,
  packageBytes,
  type OwnKey,
  releasedMs,
  type ReleaseServer,
} from '../../fixtures/releases.ts'
import { askByNode, localDownloads, look, serveReleases } from './updates-world.ts'

let server: ReleaseServer
let key: OwnKey
let stable: string
let beta: string

beforeEach(async () => {
  server = await serveReleases()
  key = makeKey()
  stable = join(server.folder, 'stable')
  beta = join(server.folder, 'beta')
})

const own = () => ({ keys: [key.entry] })
const appImage = (version: string): string => `Starkdesk-${version}-linux-x86_64.AppImage`

describe('a release', () => {
  it('that is newer and signed is told with its notes, its date and its size', async () => {
    await makeRelease(stable, { version: '1.2.0', keys: [key], notes: '### Added\n\n- Updates.\n' })
    expect(await look(server, own())).toEqual({
      version: '1.2.0',
      channel: 'stable',
      dateMs: releasedMs,
      notes: '### Added\n\n- Updates.',
      folder: `${server.url}stable/`,
      page: server.url,
      file: {
        name: appImage('1.2.0'),
        bytes: packageBytes('1.2.0').length,
        sha256: createHash('sha256').update(packageBytes('1.2.0')).digest('hex'),
        sha512: createHash('sha512').update(packageBytes('1.2.0')).digest('base64'),
        minimumSystemVersion: null,
      },
    })
    // The package itself is nobody's business yet, and nobody is told who asks.
    expect(server.asked.some((path) => path.endsWith('.AppImage'))).toBe(false)
    for (const head of server.heads) {
      expect(Object.keys(head).filter((name) => /cookie|authorization|staging|referer/.test(name))).toEqual(
        [],
      )
    }
  })

  it('has the package of the system that looks', async () => {
    await makeRelease(stable, { version: '1.2.0', keys: [key] })
    const found = await look(server, { ...own(), end: '.yml' })
    expect(found?.file?.name).toBe('Starkdesk-1.2.0-win-x64.exe')
  })

  it('of this very version is none', async () => {
    await makeRelease(stable, { version: '1.0.0', keys: [key] })
    expect(await look(server, own())).toBeNull()
  })

  it('that is older is refused, however well it is signed', async () => {
    await makeRelease(stable, { version: '0.9.9', keys: [key] })
    expect(await failureOf(look(server, own()))).toMatchObject({
      code: 'updateRefused',
      data: { reason: 'older', version: '0.9.9' },
    })
  })

  it('is not there yet', async () => {
    expect(await failureOf(look(server, own()))).toMatchObject({
      code: 'updateUnreachable',
      data: { reason: 'none' },
    })
  })

  it('without a package for this computer is refused', async () => {
    await makeRelease(stable, {
      version: '1.2.0',
      keys: [key],
      prepare: (folder) => rmSync(join(folder, 'latest-linux.yml')),
    })
    expect(await failureOf(look(server, own()))).toMatchObject({
      code: 'updateRefused',
      data: { reason: 'missing', file: 'latest-linux.yml' },
    })
  })
})

describe('the signature', () => {
  const refusal = async (keys: OwnKey[]) => {
    const failure = await failureOf(look(server, { keys: keys.map(({ entry }) => entry) }))
    expect(failure.code).toBe('updateRefused')
    return failure.data['reason']
  }

  it('of another key counts for nothing', async () => {
    await makeRelease(stable, { version: '1.2.0', keys: [makeKey()] })
    expect(await refusal([key])).toBe('unknownKey')
  })

  it('of another key under the name of a known one counts for nothing', async () => {
    const other = makeKey()
    await makeRelease(stable, { version: '1.2.0', keys: [other] })
    const file = join(stable, 'SHA256SUMS.sig')
    writeFileSync(file, readFileSync(file, 'utf8').replace(other.entry.id, key.entry.id))
    expect(await refusal([key])).toBe('badSignature')
  })

  it('has to be there', async () => {
    await makeRelease(stable, { version: '1.2.0', keys: [key] })
    rmSync(join(stable, 'SHA256SUMS.sig'))
    expect(await refusal([key])).toBe('unsigned')
  })

  it('of another release does not fit', async () => {
    await makeRelease(beta, { version: '1.1.0', keys: [key] })
    await makeRelease(stable, { version: '1.2.0', keys: [key] })
    cpSync(join(beta, 'SHA256SUMS.sig'), join(stable, 'SHA256SUMS.sig'))
    expect(await refusal([key])).toBe('badSignature')
  })

  it.each(['{}', 'not json', '[]', '{"format":"starkdesk-signature-1","signatures":[]}'])(
    'is not %s',
    async (text) => {
      await makeRelease(stable, { version: '1.2.0', keys: [key] })
      writeFileSync(join(stable, 'SHA256SUMS.sig'), text)
      expect(await refusal([key])).toBe('malformed')
    },
  )

  it('goes on through a change of keys: old apps, new apps, and the end of the old key', async () => {
    const nextKey = makeKey()
    await makeRelease(stable, { version: '1.2.0', keys: [key, nextKey] })
    const retired = { ...key, entry: { ...key.entry, isRetired: true } }
    for (const keys of [[key], [key, nextKey], [retired, nextKey], [nextKey]]) {
      expect((await look(server, { keys: keys.map(({ entry }) => entry) }))?.version).toBe('1.2.0')
    }
    await makeRelease(stable, { version: '1.3.0', keys: [key] })
    expect(await refusal([retired, nextKey])).toBe('retiredKey')
    await makeRelease(stable, { version: '1.4.0', keys: [nextKey] })
    expect((await look(server, { keys: [retired.entry, nextKey.entry] }))?.version).toBe('1.4.0')
    expect(await refusal([key])).toBe('unknownKey')
  })

  it('does not count for what says it was released before the key was in use', async () => {
    await makeRelease(stable, { version: '1.2.0', keys: [key] })
    expect(await refusal([{ ...key, entry: { ...key.entry, notBefore: '2026-11-21' } }])).toBe('tooEarly')
  })
})

describe('a release that was changed', () => {
  const refusal = async () => (await failureOf(look(server, own()))).data

  beforeEach(() => makeRelease(stable, { version: '1.2.0', keys: [key] }))

  it.each([
    ['the version', 'version 1.2.0', 'version 9.9.9'],
    ['the channel', 'channel stable', 'channel beta'],
    ['the date', '2026', '2027'],
    ['a checksum', /[0-9a-f]{64}/, '0'.repeat(64)],
    ['an added line', /$/, `${'0'.repeat(64)}  more.exe\n`],
  ])('in %s of what was signed is refused', async (_what, from, to) => {
    const file = join(stable, 'SHA256SUMS')
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
    expect(await refusal()).toMatchObject({ reason: 'badSignature' })
  })

  it.each(['latest-linux.yml', 'RELEASE_NOTES.md'])('in %s is refused', async (name) => {
    appendFileSync(join(stable, name), ' ')
    expect(await refusal()).toEqual({ reason: 'digest', file: name })
  })

  it('in that a part of it is missing is refused', async () => {
    rmSync(join(stable, 'RELEASE_NOTES.md'))
    expect(await refusal()).toEqual({ reason: 'missing', file: 'RELEASE_NOTES.md' })
  })
})

describe('a release that was signed and contradicts itself', () => {
  const bytes = packageBytes('1.2.0')
  it.each([
    ['another version', metadataText('1.3.0', appImage('1.2.0'), bytes), 'differs'],
    ['a package that was not signed', metadataText('1.2.0', appImage('1.3.0'), bytes), 'differs'],
    ['a package elsewhere', metadataText('1.2.0', 'https://else.example/a.AppImage', bytes), 'malformed'],
    ['a package outside its folder', metadataText('1.2.0', '../a.AppImage', bytes), 'malformed'],
    ['no text of that form', ']: [', 'malformed'],
    ['a web installer', `${metadataText('1.2.0', appImage('1.2.0'), bytes)}packages: {}\n`, 'malformed'],
  ])('is refused: %s', async (_what, text, reason) => {
    await makeRelease(stable, {
      version: '1.2.0',
      keys: [key],
      prepare: (folder) => writeFileSync(join(folder, 'latest-linux.yml'), text),
    })
    expect(await failureOf(look(server, own()))).toMatchObject({
      code: 'updateRefused',
      data: { reason, file: 'latest-linux.yml' },
    })
  })
})

describe('the channels', () => {
  it('keep betas from who has chosen finished versions, wherever they lie', async () => {
    await makeRelease(beta, { version: '1.3.0-beta.2', keys: [key] })
    await makeRelease(stable, { version: '1.2.0', keys: [key] })
    expect((await look(server, own()))?.version).toBe('1.2.0')
    cpSync(beta, stable, { recursive: true })
    expect((await failureOf(look(server, own()))).data['reason']).toBe('channel')
  })

  it('give who has chosen betas whichever is newer', async () => {
    await makeRelease(stable, { version: '1.2.0', keys: [key] })
    const chosen = { ...own(), channel: 'beta' } as const
    expect((await look(server, chosen))?.version).toBe('1.2.0')
    await makeRelease(beta, { version: '1.3.0-beta.2', keys: [key] })
    expect(await look(server, chosen)).toMatchObject({ version: '1.3.0-beta.2', channel: 'beta' })
    await makeRelease(stable, { version: '1.3.0', keys: [key] })
    expect(await look(server, { ...chosen, current: '1.3.0-beta.2' })).toMatchObject({ version: '1.3.0' })
  })

  it('let who leaves the betas wait for a finished version that is newer', async () => {
    await makeRelease(stable, { version: '1.2.0', keys: [key] })
    expect(await look(server, { ...own(), current: '1.3.0-beta.2' })).toBeNull()
  })
})

describe('the way there', () => {
  const failure = () => failureOf(look(server, own()))

  beforeEach(() => makeRelease(stable, { version: '1.2.0', keys: [key] }))

  it('is followed when it is sent on, as often as five times', async () => {
    const other = await serveReleases()
    cpSync(server.folder, other.folder, { recursive: true })
    for (const name of ['SHA256SUMS', 'SHA256SUMS.sig', 'latest-linux.yml', 'RELEASE_NOTES.md']) {
      server.answers.set(`stable/${name}`, (response, request) => {
        response.writeHead(302, { location: new URL(request.url ?? '', other.url).href }).end()
        return true
      })
    }
    expect((await look(server, own()))?.version).toBe('1.2.0')
    expect(other.asked).toHaveLength(4)
  })

  it.each([
    'ftp://127.0.0.1/a',
    'file:///etc/hostname',
    'http://releases.example/a',
    'http://me:pw@127.0.0.1/a',
    '//[',
  ])('is not followed to %s', async (location) => {
    server.answers.set('SHA256SUMS', (response) => {
      response.writeHead(302, { location }).end()
      return true
    })
    expect(await failure()).toMatchObject({ code: 'updateRefused', data: { reason: 'redirect' } })
    expect(server.asked).toHaveLength(1)
  })

  it('does not go in circles', async () => {
    server.answers.set('SHA256SUMS', (response) => {
      response.writeHead(302, { location: '/stable/SHA256SUMS' }).end()
      return true
    })
    expect(await failure()).toMatchObject({ code: 'updateRefused', data: { reason: 'redirect' } })
    expect(server.asked).toHaveLength(6)
  })

  it('never leaves https, not even for this computer', async () => {
    const asked: string[] = []
    const downloads = createDownloads({
      mayUseLoopback: true,
      ask: (url, signal) => {
        asked.push(url)
        if (!url.startsWith('https:')) return askByNode(url, signal)
        return Promise.resolve({ status: 302, location: `${server.url}stable/SHA256SUMS`, body: noBytes() })
      },
    })
    const wanted = { url: 'https://releases.example/SHA256SUMS', maxBytes: 9999, signal: never() }
    expect((await failureOf(downloads.read(wanted))).data['reason']).toBe('redirect')
    expect(asked).toEqual([wanted.url])
  })

  it('is https, but for tests', async () => {
    const downloads = createDownloads({ mayUseLoopback: false, ask: askByNode })
    const wanted = { url: `${server.url}stable/SHA256SUMS`, maxBytes: 9999, signal: never() }
    expect(await failureOf(downloads.read(wanted))).toMatchObject({ data: { reason: 'address' } })
    expect(server.asked).toEqual([])
  })

  it('ends where more comes than may', async () => {
    server.answers.set('SHA256SUMS', (response) => {
      response.writeHead(200).end(Buffer.alloc(70_000, '#'))
      return true
    })
    expect(await failure()).toMatchObject({ code: 'updateRefused', data: { reason: 'tooLarge' } })
  })

  it.each([500, 403, 206])('ends with status %i', async (status) => {
    server.answers.set('SHA256SUMS', (response) => {
      response.writeHead(status).end('no')
      return true
    })
    expect(await failure()).toMatchObject({ code: 'updateUnreachable', data: { reason: 'status', status } })
  })

  it('breaks off', async () => {
    server.answers.set('SHA256SUMS', (response) => {
      response.writeHead(200, { 'content-length': 500 })
      response.write('# starkdesk', () => response.destroy())
      return true
    })
    expect(await failure()).toMatchObject({ code: 'updateUnreachable', data: { reason: 'network' } })
  })

  it.each(['nothing at all', 'a beginning'])('is given up after %s', async (what) => {
    server.answers.set('SHA256SUMS', (response) => {
      if (what === 'a beginning') response.writeHead(200).write('# starkdesk')
      return true
    })
    const downloads = localDownloads({ headMs: 200, idleMs: 200 })
    const wanted = { url: `${server.url}stable/SHA256SUMS`, maxBytes: 9999, signal: never() }
    expect(await failureOf(downloads.read(wanted))).toMatchObject({ data: { reason: 'timeout' } })
  })
})

describe('releases on GitHub', () => {
  const place = () =>
    ({
      kind: 'github',
      site: server.url.slice(0, -1),
      api: `${server.url}api`,
      owner: 'o',
      repo: 'r',
    }) as const
  const find = (channel: 'stable' | 'beta') =>
    createFindRelease({
      place: place(),
      keys: [key.entry],
      downloads: localDownloads(),
      current: '1.0.0',
      wanted: { metadataEnd: '-linux.yml', extension: 'AppImage', arch: 'x64' },
    })(channel, never())
  const releases = () => join(server.folder, 'o/r/releases')

  it('are found by the newest finished one, and everything else of it by its tag', async () => {
    await makeRelease(join(releases(), 'download/v1.2.0'), { version: '1.2.0', keys: [key] })
    cpSync(join(releases(), 'download/v1.2.0'), join(releases(), 'latest/download'), { recursive: true })
    expect(await find('stable')).toMatchObject({
      version: '1.2.0',
      folder: `${server.url}o/r/releases/download/v1.2.0/`,
      page: `${server.url}o/r/releases/tag/v1.2.0`,
    })
    expect(server.asked.filter((path) => path.includes('latest/download'))).toHaveLength(2)
  })

  it('are found among all for betas, where drafts and foreign tags are none', async () => {
    await makeRelease(join(releases(), 'download/v1.10.0-beta.1'), { version: '1.10.0-beta.1', keys: [key] })
    const tags = ['v1.2.0', 'v1.10.0-beta.1', 'nightly', 'v99.0.0', 'v1.9.0', '../../v3.0.0', '2.0.0']
    server.answers.set('/repos/o/r/releases', (response) => {
      response.end(JSON.stringify(tags.map((tag) => ({ tag_name: tag, draft: tag === 'v99.0.0', body: '' }))))
      return true
    })
    expect((await find('beta'))?.version).toBe('1.10.0-beta.1')
  })

  it('cannot be listed where the list is none', async () => {
    server.answers.set('/repos/o/r/releases', (response) => {
      response.end('<html>')
      return true
    })
    expect((await failureOf(find('beta'))).data['reason']).toBe('malformed')
  })
})

function never(): AbortSignal {
  return new AbortController().signal
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // Nothing comes.
}
