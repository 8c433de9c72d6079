// Owns: proof that a release is not made of parts that do not fit: tag, files, bill of materials, signing, licences.
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { withAppleKey } from '../../../scripts/package/apple-key.ts'
import { readSigning } from '../../../scripts/package/configuration.ts'
import { readLicence } from '../../../scripts/package/licences.ts'
import { findPackageFolder } from '../../../scripts/package/shipped-modules.ts'
import { judgeTag } from '../../../scripts/release/check-tag.ts'
import { chooseReleaseFiles } from '../../../scripts/release/collect.ts'
import { draftArguments } from '../../../scripts/release/draft.ts'
import { reduceBill } from '../../../scripts/release/sbom.ts'

const folder = mkdtempSync(join(tmpdir(), 'starkdesk-release-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('a tag', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n\n- Something new.\n'

  test('fits when package.json and the changelog speak of its version', () => {
    expect(judgeTag('v1.2.3', '1.2.3', changelog)).toBeNull()
  })

  test.each([
    ['v1.2.4', '1.2.3', /The tag is v1.2.4/],
    ['1.2.3', '1.2.3', /The tag is 1.2.3/],
    ['', '1.2.3', /The tag is/],
    ['v1.2.5', '1.2.5', /nothing about 1.2.5/],
    ['vnext', 'next', /not the version of a release/],
  ])('%j does not fit %s', (tag, version, expected) => {
    expect(judgeTag(tag, version, changelog)).toMatch(expected)
  })
})

describe('the files of a release', () => {
  const linux = [
    'a.AppImage',
    'a.deb',
    'a.rpm',
    'latest-linux.yml',
    'builder-debug.yml',
    'a.AppImage.blockmap',
  ]

  test('are the installers and their indexes', () => {
    expect(chooseReleaseFiles(linux, 'linux')).toEqual(
      linux.filter((name) => name !== 'builder-debug.yml').sort(),
    )
  })

  test.each(['a.AppImage', 'a.deb', 'a.rpm', 'latest-linux.yml'])('are not whole without %s', (lost) => {
    expect(() =>
      chooseReleaseFiles(
        linux.filter((name) => name !== lost),
        'linux',
      ),
    ).toThrow('left no file')
  })

  test('go into a draft, which is marked as a beta when it is one', () => {
    expect(draftArguments('v1.0.0', 'out', ['a.deb'])).toEqual(
      expect.arrayContaining(['--draft', '--verify-tag', join('out', 'a.deb')]),
    )
    expect(draftArguments('v1.0.0', 'out', [])).not.toContain('--prerelease')
    expect(draftArguments('v1.0.0-beta.1', 'out', [])).toContain('--prerelease')
  })
})

describe('the bill of materials', () => {
  const entry = (name: string, version: string, scope = 'required') => ({
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope,
  })
  const all = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: entry('starkdesk', '1.0.0') },
    components: [entry('shown', '1.0.0', 'optional'), entry('shown', '2.0.0'), entry('@tool/maker', '3.0.0')],
    dependencies: [
      { ref: 'starkdesk@1.0.0', dependsOn: ['shown@1.0.0', '@tool/maker@3.0.0'] },
      { ref: '@tool/maker@3.0.0', dependsOn: [] },
    ],
  }
  const shipped = [
    { name: 'Starkdesk', version: '1.0.0', licence: 'MIT' },
    { name: 'shown', version: '1.0.0', licence: 'MIT' },
    { name: 'SQLite', version: '3.1.0', licence: 'Public domain' },
  ]

  test('names what ships in the version that ships, and nothing that only builds', () => {
    const { components, dependencies } = reduceBill(all, shipped)
    expect(components.map((one) => one['bom-ref'])).toEqual(['shown@1.0.0', 'SQLite@3.1.0'])
    expect(components[0]).toMatchObject({ scope: 'required' })
    expect(dependencies).toEqual([{ ref: 'starkdesk@1.0.0', dependsOn: ['shown@1.0.0'] }])
  })

  test('is not made when npm does not know what ships', () => {
    const unknown = [...shipped, { name: '@some/stray', version: '1.0.0', licence: 'MIT' }]
    expect(() => reduceBill(all, unknown)).toThrow('@some/stray')
  })
})

describe('signing', () => {
  const mac = { CSC_LINK: 'x', CSC_KEY_PASSWORD: 'y' }
  const apple = { APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' }

  test('is done with the secrets of its system, and of no other', () => {
    expect(readSigning('darwin', { ...mac, ...apple })).toMatchObject({ isSigned: true, isNotarised: true })
    expect(readSigning('win32', mac)).toMatchObject({ isSigned: false })
    expect(readSigning('win32', { WIN_CSC_LINK: 'x', WIN_CSC_KEY_PASSWORD: 'y' })).toMatchObject({
      isSigned: true,
    })
  })

  test.each([
    ['darwin', {}, 'NOT SIGNED'],
    ['darwin', { CSC_LINK: '', CSC_KEY_PASSWORD: '' }, 'NOT SIGNED'],
    ['darwin', { CSC_LINK: 'x' }, 'NOT SIGNED'],
    ['darwin', apple, 'NOT SIGNED'],
    ['darwin', mac, 'NOT NOTARISED'],
    ['darwin', { ...mac, ...apple, APPLE_API_ISSUER: ' ' }, 'NOT NOTARISED'],
    ['win32', {}, 'NOT SIGNED'],
  ] as const)('on %s with %j says what is not done', (platform, env, expected) => {
    expect(readSigning(platform, env).sentence).toContain(expected)
  })
})

describe('the key for notarising', () => {
  const text = '-----BEGIN PRIVATE KEY-----\nnot a real one\n-----END PRIVATE KEY-----\n'

  test('is a file for its owner alone while it is needed, and gone afterwards, also after a failure', async () => {
    for (const fails of [false, true]) {
      const env: NodeJS.ProcessEnv = { APPLE_API_KEY: text }
      let file = ''
      const work = withAppleKey(env, () => {
        file = env['APPLE_API_KEY'] ?? ''
        expect(readFileSync(file, 'utf8')).toBe(text)
        if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
        return fails ? Promise.reject(new Error('Apple is away')) : Promise.resolve('notarised')
      })
      if (fails) await expect(work).rejects.toThrow('Apple is away')
      else expect(await work).toBe('notarised')
      expect(existsSync(file)).toBe(false)
      expect(env['APPLE_API_KEY']).toBe(text)
    }
  })

  test('stays as it is where it is the path of a file, or there is none', async () => {
    for (const value of ['/keys/key.p8', '']) {
      const env: NodeJS.ProcessEnv = { APPLE_API_KEY: value }
      expect(await withAppleKey(env, () => Promise.resolve(env['APPLE_API_KEY']))).toBe(value)
    }
  })
})

describe('a package that ships', () => {
  function makePackage(name: string, manifest: object, files: Readonly<Record<string, string>>): string {
    const made = join(folder, name)
    mkdirSync(made, { recursive: true })
    writeFileSync(join(made, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }))
    for (const [file, text] of Object.entries(files)) writeFileSync(join(made, file), text)
    return made
  }

  test('shows the text of its licence', () => {
    const made = makePackage('fine', { license: 'MIT' }, { 'LICENSE.md': 'The text.', NOTICE: 'A notice.' })
    expect(readLicence(made)).toEqual({
      name: 'fine',
      version: '1.0.0',
      licence: 'MIT',
      text: 'The text.\n\nA notice.',
    })
  })

  test.each([
    ['has no text', { license: 'MIT' }, {}, 'no file with the text'],
    ['does not name it', {}, { LICENSE: 'Do what you like.' }, 'does not say'],
    ['asks for more than to be shown', { license: 'GPL-3.0' }, { LICENSE: 'GPL' }, 'not among the accepted'],
  ])('and %s stops the build', (what, manifest, files, expected) => {
    expect(() => readLicence(makePackage(what.replaceAll(' ', '-'), manifest, files))).toThrow(expected)
  })

  test.each([
    ['/p/node_modules/svelte/src/index.js', '/p/node_modules/svelte'],
    ['node_modules/@scope/name/a/b.woff2', 'node_modules/@scope/name'],
    ['/p/node_modules/a/node_modules/@b/c/index.js?used', '/p/node_modules/a/node_modules/@b/c'],
    ['C:\\p\\node_modules\\a\\index.js', 'C:/p/node_modules/a'],
    ['\0commonjsHelpers.js', null],
    ['/p/src-main/index.ts', null],
  ])('is found by its file %j', (file, expected) => {
    const start = expected?.indexOf('node_modules') ?? 0
    expect(findPackageFolder(file)).toBe(expected === null ? null : expected.slice(start))
  })
})
