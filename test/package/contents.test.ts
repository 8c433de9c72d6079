// What is in a package, file by file, and what must never be.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { findFuseFile, readFuses } from '../../scripts/package/fuses.ts'
import { acceptedLicenses, licenseEntry } from '../../scripts/package/licenses.ts'
import { nativeModules } from '../../scripts/package/native.ts'
import { root } from '../../scripts/paths.ts'
import { archive, packaged, readEntries, readEntry, readHeaderText } from './packaged.ts'
import { findSecrets } from './secret-patterns.ts'

const entries = readEntries()
const paths = entries.map(({ path }) => path)
const rootManifest = z
  .object({
    version: z.string(),
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** Everything that may be in the archive. A file that fits none of these is a question, not a detail. */
const allowed: readonly RegExp[] = [
  /^package\.json$/,
  /^licenses\.json$/,
  /^build\.json$/,
  /^main\/(?:index|store-worker|care-worker|answer-worker|practice-worker)\.js$/,
  /^main\/chunks\/[\w.-]+\.js$/,
  /^preload\/(?:index|confirm)\.cjs$/,
  /^renderer\/(?:confirm\/)?index\.html$/,
  /^renderer\/assets\/[\w.-]+\.(?:js|css|woff2|svg|png)$/,
  /^node_modules\/better-sqlite3\/(?:package\.json|LICENSE|lib\/(?:methods\/)?[a-z-]+\.js)$/,
  /^node_modules\/better-sqlite3\/prebuilds\/(?:darwin|win32|linux)-(?:x64|arm64)\.node$/,
  /^node_modules\/keytar\/(?:package\.json|LICENSE\.md|lib\/keytar\.js|build\/Release\/keytar\.node)$/,
]

const required = [
  'package.json',
  'licenses.json',
  'main/index.js',
  'main/store-worker.js',
  'main/care-worker.js',
  'main/answer-worker.js',
  'main/practice-worker.js',
  'preload/index.cjs',
  'preload/confirm.cjs',
  'renderer/index.html',
  'renderer/confirm/index.html',
  'node_modules/keytar/build/Release/keytar.node',
]

const text = (path: string): string => readEntry(path).toString('utf8')
const textPaths = paths.filter((path) => /\.(?:js|cjs|css|html|json|md)$/.test(path))
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`

/** All files below a folder. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('the archive holds what it must, and nothing that is not on the list', () => {
  expect(paths.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([])
  expect(required.filter((path) => !paths.includes(path))).toEqual([])
  expect(paths.filter((path) => path.endsWith('.woff2')).length).toBeGreaterThan(0)
})

test('binaries of this system, and nothing else, lie outside the archive', () => {
  const unpacked = entries.filter(({ isUnpacked }) => isUnpacked).map(({ path }) => path)
  expect(unpacked.sort()).toEqual(paths.filter((path) => path.endsWith('.node')).sort())
  const folder = `${archive}.unpacked`
  const onDisk = listFiles(folder).map((file) => relative(folder, file).replaceAll('\\', '/'))
  expect(onDisk.sort()).toEqual(unpacked)
  const prebuilt = unpacked.filter((path) => path.includes('better-sqlite3'))
  expect(prebuilt.length).toBeGreaterThan(0)
  expect(prebuilt.every((path) => path.includes(`/${packaged.platform}-`))).toBe(true)
})

test('beside the archive lie only files that belong there', () => {
  const expected =
    /^(?:app\.asar|app\.asar\.unpacked|LICENSES\.txt|app-update\.yml|package-type|elevate\.exe|icon\.icns|[\w-]+\.lproj|LICENSE\.electron\.txt|LICENSES\.chromium\.html|Assets\.car)$/
  expect(readdirSync(packaged.resources).filter((name) => !expected.test(name))).toEqual([])
})

test('nothing of development is in it: no source, source map, test, fixture or tool', () => {
  const forbidden =
    /\.(?:map|ts|svelte|mts|cts|tsx|md5|log|env|pem|key|p12|pfx|sqlite)$|(?:^|\/)(?:test|tests|fixtures|scripts|\.env)(?:\/|$)/
  expect(paths.filter((path) => forbidden.test(path))).toEqual([])
  expect(textPaths.filter((path) => text(path).includes('sourceMappingURL='))).toEqual([])
  const modules = paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  expect([...new Set(modules)].sort()).toEqual([...nativeModules].sort())
})

test('no text in it names a folder of the machine that made it', () => {
  const folders = [root, process.env['HOME']].filter((folder) => folder !== undefined && folder.length > 5)
  expect(folders.length).toBeGreaterThan(0)
  for (const path of paths) {
    const bytes = readEntry(path)
    for (const folder of folders) expect(bytes.includes(folder ?? ''), path).toBe(false)
  }
})

test('no text in it looks like a secret', () => {
  expect(textPaths.flatMap((path) => findSecrets(text(path)).map((found) => `${path}: ${found}`))).toEqual([])
})

test('elliptic is not in it, by name or by its code', () => {
  const named = paths.filter((path) => /(?:^|\/)elliptic(?:\/|$)/.test(path))
  // Words of its sources that survive bundling: https://github.com/indutny/elliptic, lib/elliptic/{ec,hmac-drbg,curves}.
  const marks = [
    'Must pass ec object',
    'Not enough entropy. Minimum is:',
    'elliptic/lib',
    'hmac-drbg',
    'Unknown curve ',
  ]
  const carrying = textPaths.filter((path) => marks.some((mark) => text(path).includes(mark)))
  expect([...named, ...carrying]).toEqual([])
  expect(readLicenses().filter(({ name }) => /elliptic|hmac-drbg|starkware/.test(name))).toEqual([])
})

test('the marks of elliptic are those of the installed elliptic, so that the search can find it', () => {
  const folder = join(root, 'node_modules', 'elliptic', 'lib')
  // It comes with the reference that our signatures are compared with, in development.
  expect(existsSync(folder)).toBe(true)
  const sources = listFiles(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  for (const mark of ['hmac-drbg', 'Unknown curve ']) expect(sources).toContain(mark)
})

test('package.json says what the runtime reads, and nothing of how it was made', () => {
  const manifest: unknown = JSON.parse(text('package.json'))
  expect(manifest).toEqual({
    name: 'starkdesk',
    productName: 'Starkdesk',
    version: rootManifest.version,
    description: expect.any(String) as string,
    license: 'MIT',
    author: expect.any(String) as string,
    ...(process.env['GITHUB_REPOSITORY']
      ? { homepage: expect.stringMatching(/^https:\/\/github\.com\//) as string }
      : {}),
    desktopName: 'starkdesk.desktop',
    type: 'module',
    main: 'main/index.js',
    dependencies: expect.any(Object) as object,
  })
})

test('the commit it was made from is told, where it was made from one', () => {
  const isTold = paths.includes('build.json')
  // A clean checkout is a commit; whoever packages while editing has none to tell.
  if (process.env['CI']) expect(isTold).toBe(true)
  if (!isTold) return
  const { commit } = z
    .strictObject({ commit: z.string().regex(/^[0-9a-f]{12,16}$/) })
    .parse(JSON.parse(text('build.json')))
  const known = spawnSync('git', ['cat-file', '-t', commit], { cwd: root, encoding: 'utf8' })
  expect(known.stdout.trim()).toBe('commit')
})

function readLicenses() {
  return z.array(licenseEntry).parse(JSON.parse(text('licenses.json')))
}

/** Packages that our own sources import by name: found in another way than the build finds them. */
function findImported(): ReadonlySet<string> {
  const found = new Set<string>()
  for (const folder of ['src-main', 'src-preload', 'src-renderer']) {
    for (const file of listFiles(join(root, folder))) {
      if (!/\.(?:ts|svelte|css)$/.test(file)) continue
      const source = readFileSync(file, 'utf8').replaceAll(/import type [^;]*?from\s+'[^']+'/g, '')
      for (const [, name] of source.matchAll(
        /(?:from|import|@import)\s*\(?\s*'((?:@[\w.-]+\/)?[a-z][\w.-]*)(?=['/])/g,
      )) {
        if (name !== undefined) found.add(name)
      }
    }
  }
  for (const name of found) {
    if (!(name in rootManifest.dependencies) && !(name in rootManifest.devDependencies)) found.delete(name)
  }
  return found
}

test('the license of everything that ships is in it, with its text, and each may ship', () => {
  const licenses = readLicenses()
  const names = new Set(licenses.map(({ name }) => name))
  const imported = findImported()
  expect(imported.size).toBeGreaterThan(10)
  expect([...imported, ...nativeModules, 'Starkdesk', 'SQLite'].filter((name) => !names.has(name))).toEqual(
    [],
  )
  const others = licenses.filter(({ license }) => !acceptedLicenses.has(license))
  expect(others.map(({ name }) => name)).toEqual(['Chromium, Node.js and what else is in Electron', 'SQLite'])
  const shown = readFileSync(join(packaged.resources, 'LICENSES.txt'), 'utf8')
  expect(licenses.filter((entry) => !shown.includes(entry.text)).map(({ name }) => name)).toEqual([])
})

test('every file is what the header of the archive says', () => {
  const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  for (const { path, integrity } of entries) {
    const bytes = readEntry(path)
    expect(integrity?.algorithm, path).toBe('SHA256')
    expect(integrity?.hash, path).toBe(sha256(bytes))
    const size = integrity?.blockSize ?? 0
    const blocks = Array.from({ length: Math.max(1, Math.ceil(bytes.length / size)) }, (_, index) =>
      sha256(bytes.subarray(index * size, (index + 1) * size)),
    )
    expect(integrity?.blocks, path).toEqual(blocks)
  }
})

const reading = readFuses(findFuseFile(packaged))
const isElectron = reading.kind === 'read'

test('the fuses of the program stand as they must', () => {
  if (!isElectron) {
    const head = readFileSync(packaged.executable).subarray(0, 2).toString()
    // Only the stand-in, which is a script, has none to read.
    expect(head).toBe('#!')
    process.stdout.write('Fuses: the stand-in is a script, so there is nothing to read back.\n')
    return
  }
  expect(reading.faults).toEqual([])
})

test.runIf(isElectron && packaged.platform !== 'linux')('the program holds the hash of the archive', () => {
  const hash = createHash('sha256').update(readHeaderText()).digest('hex')
  const file =
    packaged.platform === 'darwin' ? join(packaged.folder, 'Contents', 'Info.plist') : packaged.executable
  expect(readFileSync(file).includes(hash)).toBe(true)
})

/** What the page asks for before it can show anything: what its document names, and what those scripts import. */
function sumFirstLoad(): number {
  const found = new Set<string>(['renderer/index.html'])
  for (const path of found) {
    const names = text(path).matchAll(
      /(?:src=|href=|from|import)\s*"(?:\.?\/)?(?:assets\/)?([\w.-]+\.(?:js|css))"/g,
    )
    for (const [, name] of names) found.add(`renderer/assets/${name ?? ''}`)
  }
  return [...found].reduce((bytes, path) => bytes + gzipSync(readEntry(path)).length, 0)
}

test('its sizes', () => {
  const sum = (files: readonly string[]): number =>
    files.reduce((bytes, file) => bytes + statSync(file).size, 0)
  const ofType = (pattern: RegExp): number =>
    entries.filter(({ path }) => pattern.test(path)).reduce((total, { bytes }) => total + bytes, 0)
  const lines = [
    `the whole package      ${kilobytes(sum(listFiles(packaged.folder)))}${isElectron ? '' : ' (without Electron)'}`,
    `app.asar               ${kilobytes(statSync(archive).size)}`,
    `beside it, binaries    ${kilobytes(sum(listFiles(`${archive}.unpacked`)))}`,
    `main process           ${kilobytes(ofType(/^main\//))}`,
    `pages                  ${kilobytes(ofType(/^renderer\/.*(?<!woff2)$/))} and ${kilobytes(ofType(/woff2$/))} of fonts`,
    `first load of the page ${kilobytes(sumFirstLoad())} gzip, scripts and styles`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  // Without Electron: what would be a surprise is a mistake.
  expect(statSync(archive).size).toBeLessThan(8_000_000)
})
