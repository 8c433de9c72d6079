// An installed app is replaced by exactly the bytes that were signed, whole or not at all: electron-updater's own classes over a
// real server and real files.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FoundRelease } from '../../../src-main/updates/find-release.ts'
import {
  createPackageUpdater,
  type PackageKind,
  type PackageUpdater,
} from '../../../src-main/updates/package-updater.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { makeLog } from '../world.ts'
import {
  type Answer,
  makeKey,
  makeRelease,
  metadataText,
  packageBytes,
  type OwnKey,
  type ReleaseServer,
} from '../../fixtures/releases.ts'
import { localDownloads, look, makeFolder, serveReleases } from './updates-world.ts'

const before = '#!/bin/sh\n# the version before\n'
const never = (): AbortSignal => new AbortController().signal

/** An app that is installed as one file, in a folder of its own, and what it does at its end. */
function install(kind: 'appImage' | 'nsis' = 'appImage') {
  const folder = makeFolder('installed')
  const program = join(folder, 'Starkdesk-1.0.0.AppImage')
  writeFileSync(program, before)
  chmodSync(program, 0o755)
  const configFile = join(folder, 'app-update.yml')
  writeFileSync(configFile, 'updaterCacheDirName: starkdesk-updater\n')
  const cache = join(folder, 'cache')
  const ended: string[] = []
  const afterClose: (() => void)[] = []
  const own: PackageKind = kind === 'nsis' ? { kind } : { kind, file: program }
  const start = () =>
    createPackageUpdater({
      kind: own,
      app: {
        version: '1.0.0',
        name: 'Starkdesk',
        isPackaged: true,
        appUpdateConfigPath: configFile,
        userDataPath: cache,
        baseCachePath: cache,
        whenReady: () => Promise.resolve(),
        relaunch: () => ended.push('relaunch by electron-updater'),
        quit: () => ended.push('quit by electron-updater'),
        onQuit: () => ended.push('asked to be told of the end'),
      },
      downloads: localDownloads(),
      end: {
        relaunch: (started) => ended.push(`relaunch ${basename(started)}`),
        quit: () => ended.push('quit'),
        afterClose: (work) => afterClose.push(work),
      },
      log: makeLog().log,
    })
  const pending = join(cache, 'starkdesk-updater', 'pending')
  return {
    updater: start(),
    /** What the next start of the app has. */
    start,
    program,
    ended,
    afterClose,
    pending,
    keptFiles: () =>
      existsSync(pending) ? readdirSync(pending).filter((name) => !name.endsWith('.json')) : [],
    expectUntouched: () => {
      expect(readFileSync(program, 'utf8')).toBe(before)
      expect(statSync(program).mode & 0o777).toBe(0o755)
      expect(readdirSync(folder).sort()).toEqual(
        [basename(program), 'app-update.yml', ...(existsSync(cache) ? ['cache'] : [])].sort(),
      )
      expect(ended).toEqual([])
    },
  }
}

let server: ReleaseServer
let key: OwnKey
let stable: string

beforeEach(async () => {
  server = await serveReleases()
  key = makeKey()
  stable = join(server.folder, 'stable')
  await makeRelease(stable, { version: '1.2.0', keys: [key] })
})

async function find(end: '-linux.yml' | '.yml' = '-linux.yml'): Promise<FoundRelease> {
  const found = await look(server, { keys: [key.entry], end })
  if (found === null) throw new Error('no release was found')
  return found
}

const fetchIt = (updater: PackageUpdater, found: FoundRelease, doneBytes: number[] = []) =>
  updater.download(found, (bytes) => doneBytes.push(bytes), never())

describe('an AppImage', () => {
  it('is replaced by what was signed, when asked, and the new one is started after the end', async () => {
    const { updater, program, ended, expectUntouched } = install()
    const found = await find()
    const done: number[] = []
    await fetchIt(updater, found, done)
    expectUntouched()
    expect(done.length).toBeGreaterThan(1)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done.at(-1)).toBe(found.file?.bytes)
    await updater.install(found)
    expect(readFileSync(program).equals(packageBytes('1.2.0'))).toBe(true)
    expect(statSync(program).mode & 0o777).toBe(0o755)
    expect(readdirSync(dirname(program)).filter((name) => name.endsWith('.new'))).toEqual([])
    expect(ended).toEqual(['relaunch Starkdesk-1.0.0.AppImage', 'quit'])
  })

  it('is fetched by one request, without anything that tells who asks, and not again', async () => {
    const { updater } = install()
    const found = await find()
    const askedBefore = server.asked.length
    await fetchIt(updater, found)
    expect(server.asked.slice(askedBefore)).toEqual([`/stable/${found.file?.name ?? ''}`])
    expect(Object.keys(server.heads.at(-1) ?? {}).join()).not.toMatch(/staging|cookie|auth/)
    await fetchIt(updater, found)
    expect(server.asked).toHaveLength(askedBefore + 1)
  })

  it('is fetched where the download is sent on', async () => {
    const other = await serveReleases()
    await makeRelease(join(other.folder, 'stable'), { version: '1.2.0', keys: [key] })
    const { updater, program } = install()
    const found = await find()
    server.answers.set('.AppImage', (response, request) => {
      response.writeHead(302, { location: new URL(request.url ?? '', other.url).href }).end()
      return true
    })
    await fetchIt(updater, found)
    await updater.install(found)
    expect(readFileSync(program).equals(packageBytes('1.2.0'))).toBe(true)
  })

  const sendPackage =
    (change: (bytes: Buffer) => Buffer, head: Record<string, string> = {}): Answer =>
    (response) => {
      response.writeHead(200, head).end(change(packageBytes('1.2.0')))
      return true
    }
  const flipped = (bytes: Buffer): Buffer => {
    bytes[200_000] = (bytes[200_000] ?? 0) ^ 1
    return bytes
  }
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, 100_000)
  const spoiled: readonly (readonly [string, Answer, object])[] = [
    ['one bit is another', sendPackage(flipped), { code: 'updateRefused', data: { reason: 'digest' } }],
    ['it ends too early', sendPackage(cut), { code: 'updateRefused', data: { reason: 'digest' } }],
    [
      'the line is cut',
      (response) => {
        const bytes = packageBytes('1.2.0')
        response.writeHead(200, { 'content-length': bytes.length })
        response.write(bytes.subarray(0, 100_000), () => response.destroy())
        return true
      },
      { code: 'updateUnreachable', data: { reason: 'network' } },
    ],
    [
      'more comes than was said',
      sendPackage((bytes) => Buffer.concat([bytes, Buffer.alloc(1)])),
      { code: 'updateRefused', data: { reason: 'tooLarge' } },
    ],
    [
      'it is gone',
      (response) => {
        response.writeHead(404).end()
        return true
      },
      { code: 'updateRefused', data: { reason: 'missing' } },
    ],
    [
      'it is sent on to another scheme',
      (response) => {
        response.writeHead(302, { location: 'file:///etc/hostname' }).end()
        return true
      },
      { code: 'updateRefused', data: { reason: 'redirect' } },
    ],
  ]
  it.each(spoiled)(
    'stays as it was where %s, nothing is kept, and it goes on from there',
    async (_what, answer, failure) => {
      const { updater, expectUntouched, keptFiles, program } = install()
      const found = await find()
      server.answers.set('.AppImage', answer)
      expect(await failureOf(fetchIt(updater, found))).toMatchObject(failure)
      expect(keptFiles()).toEqual([])
      expect((await failureOf(updater.install(found))).code).toBe('internal')
      expectUntouched()
      server.answers.clear()
      await fetchIt(updater, found)
      await updater.install(found)
      expect(readFileSync(program).equals(packageBytes('1.2.0'))).toBe(true)
    },
  )

  it('stays as it was where metadata and checksums were signed for different packages', async () => {
    const other = packageBytes('1.2.1')
    await makeRelease(stable, {
      version: '1.2.0',
      keys: [key],
      prepare: (folder) => {
        const name = 'Starkdesk-1.2.0-linux-x86_64.AppImage'
        writeFileSync(join(folder, 'latest-linux.yml'), metadataText('1.2.0', name, other))
      },
    })
    server.answers.set('.AppImage', (response) => {
      response.end(other)
      return true
    })
    const { updater, expectUntouched, keptFiles } = install()
    expect(await failureOf(fetchIt(updater, await find()))).toMatchObject({
      code: 'updateRefused',
      data: { reason: 'digest' },
    })
    expect(keptFiles()).toEqual([])
    expectUntouched()
  })

  it('stays as it was where what was fetched is changed before it is installed', async () => {
    const { updater, expectUntouched, keptFiles, pending } = install()
    const found = await find()
    await fetchIt(updater, found)
    const [name = ''] = keptFiles()
    appendFileSync(join(pending, name), 'x')
    expect(await failureOf(updater.install(found))).toMatchObject({
      code: 'updateRefused',
      data: { reason: 'digest' },
    })
    expect(keptFiles()).toEqual([])
    expectUntouched()
  })

  it('needs not be fetched again at the next start, unless what lies there was changed', async () => {
    const { start, updater, keptFiles, pending, program } = install()
    const found = await find()
    await fetchIt(updater, found)
    const askedBefore = server.asked.length
    await fetchIt(start(), found)
    expect(server.asked).toHaveLength(askedBefore)
    const [name = ''] = keptFiles()
    writeFileSync(join(pending, name), 'something else')
    const third = start()
    await fetchIt(third, found)
    expect(server.asked).toHaveLength(askedBefore + 1)
    await third.install(found)
    expect(readFileSync(program).equals(packageBytes('1.2.0'))).toBe(true)
  })

  it('is refused and forgotten where what was fetched is changed before it is asked for again', async () => {
    const { updater, keptFiles, pending, expectUntouched } = install()
    const found = await find()
    await fetchIt(updater, found)
    const [name = ''] = keptFiles()
    writeFileSync(join(pending, name), 'something else')
    expect((await failureOf(fetchIt(updater, found))).data['reason']).toBe('digest')
    expect(keptFiles()).toEqual([])
    expectUntouched()
  })

  it('stays as it was where it cannot be replaced, and can be once that is over', async () => {
    const { updater, program, ended } = install()
    const found = await find()
    await fetchIt(updater, found)
    // Something that is no file stands where the new one is to be written.
    mkdirSync(`${program}.new`)
    expect(await failureOf(updater.install(found))).toMatchObject({
      code: 'updateFailed',
      data: { step: 'install' },
    })
    expect(readFileSync(program, 'utf8')).toBe(before)
    expect(ended).toEqual([])
    rmdirSync(`${program}.new`)
    await updater.install(found)
    expect(readFileSync(program).equals(packageBytes('1.2.0'))).toBe(true)
  })

  it('is not fetched to its end where that is given up, and nothing is kept', async () => {
    const { updater, expectUntouched, keptFiles } = install()
    const found = await find()
    const stop = new AbortController()
    const begun = Promise.withResolvers<undefined>()
    server.answers.set('.AppImage', (response) => {
      response.writeHead(200).write(Buffer.alloc(70_000), () => begun.resolve(undefined))
      return true
    })
    const download = failureOf(updater.download(found, () => undefined, stop.signal))
    await begun.promise
    stop.abort()
    expect((await download).code).toBe('cancelled')
    expect(keptFiles()).toEqual([])
    expectUntouched()
  })

  it('is fetched anew where that is asked for right after it was given up', async () => {
    const { updater, program } = install()
    const found = await find()
    const stop = new AbortController()
    const begun = Promise.withResolvers<undefined>()
    server.answers.set('.AppImage', (response) => {
      server.answers.clear()
      response.writeHead(200).write(Buffer.alloc(70_000), () => begun.resolve(undefined))
      return true
    })
    const first = failureOf(updater.download(found, () => undefined, stop.signal))
    await begun.promise
    stop.abort()
    const second = fetchIt(updater, found)
    expect((await first).code).toBe('cancelled')
    await second
    await updater.install(found)
    expect(readFileSync(program).equals(packageBytes('1.2.0'))).toBe(true)
  })

  it('is not asked for where that was given up before its turn came', async () => {
    const { updater, expectUntouched } = install()
    const found = await find()
    const askedBefore = server.asked.length
    expect((await failureOf(updater.download(found, () => undefined, AbortSignal.abort()))).code).toBe(
      'cancelled',
    )
    expect(server.asked).toHaveLength(askedBefore)
    expectUntouched()
  })

  it('is not installed where another release was fetched last', async () => {
    const { updater, expectUntouched } = install()
    const found = await find()
    await fetchIt(updater, found)
    await makeRelease(stable, { version: '1.3.0', keys: [key] })
    const newer = await find()
    server.answers.set('.AppImage', (response) => {
      response.writeHead(500).end()
      return true
    })
    expect((await failureOf(fetchIt(updater, newer))).code).toBe('updateUnreachable')
    for (const one of [found, newer]) expect((await failureOf(updater.install(one))).code).toBe('internal')
    expectUntouched()
  })

  it('is refused on a system that is too old for it', async () => {
    await makeRelease(stable, {
      version: '1.2.0',
      keys: [key],
      prepare: (folder) =>
        appendFileSync(join(folder, 'latest-linux.yml'), 'minimumSystemVersion: 999.0.0\n'),
    })
    const { updater, expectUntouched } = install()
    expect((await failureOf(fetchIt(updater, await find()))).data['reason']).toBe('systemTooOld')
    expectUntouched()
  })
})

describe('an installer of Windows', () => {
  it('is fetched and checked the same way, and begins only when everything is closed', async () => {
    const { updater, ended, afterClose, keptFiles } = install('nsis')
    const found = await find('.yml')
    await fetchIt(updater, found)
    expect(keptFiles()).toEqual(['Starkdesk-1.2.0-win-x64.exe'])
    expect(ended).toEqual([])
    await updater.install(found)
    expect(ended).toEqual(['quit'])
    expect(afterClose).toHaveLength(1)
  })

  it('is refused where one bit is another', async () => {
    const { updater, keptFiles } = install('nsis')
    const found = await find('.yml')
    server.answers.set('.exe', (response) => {
      const bytes = packageBytes('1.2.0')
      bytes[7] = 0
      response.end(bytes)
      return true
    })
    expect((await failureOf(fetchIt(updater, found))).data['reason']).toBe('digest')
    expect(keptFiles()).toEqual([])
  })
})
