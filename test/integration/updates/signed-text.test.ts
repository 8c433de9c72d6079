// What is signed can be read in one way only, and that versions are compared as the rest of the world does.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NsisUpdater } from 'electron-updater'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { cleanNotes } from '../../../src-main/updates/release-notes.ts'
import { readReleaseLocation } from '../../../src-main/updates/release-location.ts'
import { signBytes, verifyBytes } from '../../../src-main/updates/signature.ts'
import { formatRelease, parseRelease, type SignedRelease } from '../../../src-main/updates/signed-text.ts'
import { channelOf, compareVersions, isVersion } from '../../../src-main/updates/version.ts'
import { makeKey, releasedMs } from '../../fixtures/releases.ts'
import { makeFolder } from './updates-world.ts'

const number = fc.oneof(fc.nat(3), fc.nat(999_999))
const version = fc
  .tuple(number, number, number, fc.option(number))
  .map(([a, b, c, beta]) => `${a}.${b}.${c}${beta === null ? '' : `-beta.${beta}`}`)
const digest = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
const name = fc
  .stringMatching(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,20}$/)
  .filter((one) => !one.startsWith('SHA256SUMS'))
const release: fc.Arbitrary<SignedRelease> = fc
  .record({
    version,
    dateMs: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
    files: fc.dictionary(name, digest, { minKeys: 1, maxKeys: 6, noNullPrototype: true }),
  })
  .map(({ version: text, dateMs, files }) => ({
    version: text,
    channel: channelOf(text),
    dateMs,
    files: new Map(Object.entries(files)),
  }))

function refusalOf(text: string): unknown {
  try {
    parseRelease(text)
    return null
  } catch (error) {
    return isAppError(error, 'updateRefused') ? error.data['reason'] : error
  }
}

describe('the text of a release', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(release, (one) => {
        const back = parseRelease(formatRelease(one))
        expect({ ...back, files: [...back.files].sort() }).toEqual({ ...one, files: [...one.files].sort() })
      }),
    )
  })

  it('with any change is another release or none, never an error of ours', () => {
    fc.assert(
      fc.property(
        release,
        fc.nat(),
        fc.constantFrom('', '\n', '\r', ' ', '0', 'a', '#', '/', '\u0000'),
        (one, at, put) => {
          const text = formatRelease(one)
          const place = at % text.length
          const other = text.slice(0, place) + put + text.slice(place + 1)
          const refusal = refusalOf(other)
          if (refusal === null) expect(formatRelease(parseRelease(other))).toBe(other)
          else expect(refusal).toBe('malformed')
        },
      ),
      { numRuns: 1000 },
    )
  })

  const good = formatRelease({
    version: '1.2.0',
    channel: 'stable',
    dateMs: releasedMs,
    files: new Map([
      ['a.exe', '0'.repeat(64)],
      ['b.exe', '1'.repeat(64)],
    ]),
  })
  const lines = good.trimEnd().split('\n')
  it.each([
    ['nothing', ''],
    ['another format', good.replace('release 1', 'release 2')],
    ['a version of another form', good.replace('1.2.0', '1.2.0-rc.1')],
    ['a channel that is not its version’s', good.replace('stable', 'beta')],
    ['no such date', good.replace('2026-11-20', '2026-02-30')],
    ['files in another order', [...lines.slice(0, 4), lines[5], lines[4], ''].join('\n')],
    ['a file twice', [...lines, lines[5], ''].join('\n')],
    ['a folder in a name', good.replace('a.exe', 'x/a.exe')],
    ['a name that leaves its folder', good.replace('a.exe', '..')],
    ['the list itself in the list', good.replace('a.exe', 'SHA256SUMS')],
    ['upper-case digits', good.replace('0'.repeat(64), 'A'.repeat(64))],
    ['line ends of Windows', good.replaceAll('\n', '\r\n')],
    ['no end of the last line', good.trimEnd()],
    ['something after it', `${good}\n`],
  ])('is refused: %s', (_what, text) => {
    expect(refusalOf(text)).toBe('malformed')
  })

  it('is checked by sha256sum as well', ({ skip }) => {
    const folder = makeFolder('sums')
    writeFileSync(join(folder, 'a.txt'), 'content')
    const files = new Map([['a.txt', createHash('sha256').update('content').digest('hex')]])
    writeFileSync(
      join(folder, 'SHA256SUMS'),
      formatRelease({ version: '1.2.0', channel: 'stable', dateMs: releasedMs, files }),
    )
    let told: string
    try {
      told = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
        cwd: folder,
        encoding: 'utf8',
      })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return skip('no sha256sum here')
      throw error
    }
    expect(told).toBe('a.txt: OK\n')
  })
})

/** By the semver that electron-updater compares with; the types of that package are not installed. */
function compareBySemver(one: string, other: string): unknown {
  const updater = new NsisUpdater(null, {
    version: one,
    name: 'x',
    isPackaged: true,
    appUpdateConfigPath: '',
    userDataPath: '',
    baseCachePath: '',
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  })
  const version: unknown = updater.currentVersion
  if (typeof version !== 'object' || version === null) throw new Error('no version')
  const compare: unknown = Reflect.get(version, 'compare')
  if (typeof compare !== 'function') throw new Error('nothing to compare with')
  return Reflect.apply(compare, version, [other])
}

describe('a version', () => {
  it('is newer than another where semver says so', () => {
    fc.assert(
      fc.property(version, version, (one, other) => {
        expect(compareVersions(one, other)).toBe(compareBySemver(one, other))
        expect(compareVersions(other, one)).toBe(-compareVersions(one, other) + 0)
      }),
    )
  })

  it.each([
    '',
    '1.2',
    '1.2.3.4',
    'v1.2.3',
    '01.2.3',
    '1.2.3-beta',
    '1.2.3-beta.01',
    '1.2.3-alpha.1',
    '1.2.3+x',
    ' 1.2.3',
    '1.2.3\n',
    '1000000.0.0',
  ])('is not “%s”', (text) => {
    expect(isVersion(text)).toBe(false)
    expect(() => compareVersions(text, '1.0.0')).toThrow(RangeError)
  })
})

describe('a signature', () => {
  it('fits its bytes and no others, whatever bit is changed', () => {
    const key = makeKey()
    const bytes = Buffer.from('# starkdesk-release 1\n')
    const text = signBytes(bytes, [key.privateKey])
    expect(verifyBytes(bytes, text, [key.entry])).toBe(key.entry)
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const other = Buffer.from(bytes)
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => verifyBytes(other, text, [key.entry])).toThrow('badSignature')
    }
  })

  it('made without our prefix, for something else, does not count', async () => {
    const { sign } = await import('node:crypto')
    const key = makeKey()
    const bytes = Buffer.from('# starkdesk-release 1\n')
    const signature = sign(null, bytes, key.privateKey).toString('base64')
    const text = JSON.stringify({
      format: 'starkdesk-signature-1',
      signatures: [{ keyId: key.entry.id, signature }],
    })
    expect(() => verifyBytes(bytes, text, [key.entry])).toThrow('badSignature')
  })

  it('of a known key that is bad spoils a good one beside it', () => {
    const [one, two] = [makeKey(), makeKey()]
    const bytes = Buffer.from('x')
    const good = signBytes(bytes, [one.privateKey])
    const both = signBytes(Buffer.from('y'), [one.privateKey, two.privateKey])
    const mixed = JSON.stringify({
      format: 'starkdesk-signature-1',
      signatures: [
        (JSON.parse(good) as { signatures: unknown[] }).signatures[0],
        (JSON.parse(both) as { signatures: unknown[] }).signatures[1],
      ],
    })
    expect(() => verifyBytes(bytes, mixed, [one.entry, two.entry])).toThrow('badSignature')
    expect(verifyBytes(bytes, mixed, [one.entry])).toBe(one.entry)
  })

  it('counts for nothing where no key is known', () => {
    const key = makeKey()
    expect(() => verifyBytes(Buffer.from('x'), signBytes(Buffer.from('x'), [key.privateKey]), [])).toThrow(
      'unknownKey',
    )
  })
})

describe('the notes', () => {
  it('are text without what is not seen or turns it around', () => {
    expect(cleanNotes(Buffer.from('  # A\r\n\tb\u202ec\u0007\u200b \n<b>d</b>\n\n'))).toBe(
      '# A\n  bc\n<b>d</b>',
    )
  })

  it('are cut at a line, to what the page takes', () => {
    const notes = cleanNotes(Buffer.from('- a line of notes\n'.repeat(5_000)))
    expect(notes.length).toBeLessThanOrEqual(20_000)
    expect(notes.endsWith('- a line of notes\n…')).toBe(true)
    expect(cleanNotes(Buffer.from('x'.repeat(30_000))).length).toBeLessThanOrEqual(20_000)
  })
})

describe('where a package says its releases are', () => {
  it('is a repository or an address with https', () => {
    expect(
      readReleaseLocation('owner: o\nrepo: r\nprovider: github\nupdaterCacheDirName: starkdesk-updater\n'),
    ).toEqual({
      kind: 'github',
      site: 'https://github.com',
      api: 'https://api.github.com',
      owner: 'o',
      repo: 'r',
    })
    expect(readReleaseLocation('provider: generic\nurl: https://releases.example/starkdesk\n')).toEqual({
      kind: 'folders',
      url: 'https://releases.example/starkdesk/',
    })
  })

  it.each([
    'provider: generic\nurl: http://releases.example/\n',
    'provider: generic\nurl: file:///tmp\n',
    'provider: github\nowner: ../x\nrepo: r\n',
    'provider: s3\nbucket: x\n',
    'updaterCacheDirName: x\n',
    '- 1\n',
    ']: [',
    '',
  ])('is nowhere: %j', (text) => {
    expect(readReleaseLocation(text)).toBeNull()
  })
})
