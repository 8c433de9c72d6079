// The scripts of a release make what the app takes, say when they do not sign, and never show a private key.
import { spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { root } from '../../../scripts/paths.ts'
import { notesOf, writeChecksums } from '../../../scripts/release/checksums.ts'
import { makeReleaseKey } from '../../../scripts/release/make-release-key.ts'
import { readKeys, signRelease } from '../../../scripts/release/sign-checksums.ts'
import { productionKeys } from '../../../src-main/updates/release-keys.ts'
import { keyIdOf, signBytes, verifyBytes } from '../../../src-main/updates/signature.ts'
import { parseRelease } from '../../../src-main/updates/signed-text.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** Runs one of the scripts as a workflow does. */
function run(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [join(root, 'scripts/release', name), ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      STARKDESK_RELEASE_KEY: '',
      STARKDESK_RELEASE_KEY_NEXT: '',
      GITHUB_ACTIONS: '',
      ...env,
    },
  })
}

const releaseOptions = () => ({ folder, version: '1.2.0', dateMs: Date.now(), notes: 'Notes\n' })

describe('a release key', () => {
  it('is made into a file for its owner alone, and only its public half is shown', () => {
    const file = join(folder, 'key.pem')
    const { status, stdout, stderr } = run('make-release-key.ts', [file])
    expect([status, stderr]).toEqual([0, ''])
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    const pem = readFileSync(file, 'utf8')
    const secret = pem.split('\n')[1] ?? ''
    expect(secret.length).toBeGreaterThan(40)
    expect(stdout).not.toContain(secret)
    const [, id = '', publicKey = ''] =
      /id: '([0-9a-f]{16})', publicKey: '([A-Za-z0-9+/]{43}=)'/.exec(stdout) ?? []
    expect(keyIdOf(Buffer.from(publicKey, 'base64'))).toBe(id)
    // What the written half signs, the shown half verifies.
    const entry = { id, publicKey, notBefore: '2020-01-01', isRetired: false }
    const bytes = Buffer.from('x')
    expect(verifyBytes(bytes, signBytes(bytes, readKeys({ STARKDESK_RELEASE_KEY: pem })), [entry])).toBe(
      entry,
    )
  })

  it('does not replace another', () => {
    const file = join(folder, 'key.pem')
    writeFileSync(file, 'mine')
    expect(run('make-release-key.ts', [file]).status).not.toBe(0)
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })
})

describe('the checksums', () => {
  it('name every file of the release, its notes among them, and nothing else', async () => {
    writeFileSync(join(folder, 'a.AppImage'), 'a')
    writeFileSync(join(folder, 'latest-linux.yml'), 'version: 1.2.0\n')
    writeFileSync(join(folder, 'builder-debug.yml'), 'x')
    writeFileSync(join(folder, 'SHA256SUMS.sig'), 'of before')
    mkdirSync(join(folder, 'linux-unpacked'))
    const text = await writeChecksums(releaseOptions())
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(text)
    const { version, channel, files } = parseRelease(text)
    expect({ version, channel }).toEqual({ version: '1.2.0', channel: 'stable' })
    expect([...files.keys()]).toEqual(['RELEASE_NOTES.md', 'a.AppImage', 'latest-linux.yml'])
  })

  it('refuse a name that an address or a shell reads differently, and a version that is none', async () => {
    writeFileSync(join(folder, 'a b.exe'), 'a')
    await expect(writeChecksums(releaseOptions())).rejects.toThrow('a b.exe')
    await expect(writeChecksums({ ...releaseOptions(), version: '1.2.0-rc.1' })).rejects.toThrow('1.2.0-rc.1')
  })

  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- Soon.\n\n## [1.2.0] - 2026-11-20\n\n### Added\n\n- A.\n\n## [1.1.0]\n\n- B.\n\n[1.2.0]: https://x\n'
  it('have the notes of their version from the changelog', () => {
    expect(notesOf(changelog, '1.2.0')).toBe('### Added\n\n- A.\n')
    expect(notesOf(changelog, '1.1.0')).toBe('- B.\n')
    expect(notesOf(changelog, '1.3.0-beta.1')).toBe('- Soon.\n')
    expect(() => notesOf(changelog, '1.3.0')).toThrow('nothing about 1.3.0')
  })

  it('are made by the script as by the function', () => {
    writeFileSync(join(folder, 'a.exe'), 'a')
    const { status, stdout } = run('checksums.ts', [folder, '--version', '0.9.0-beta.1'])
    expect(status).toBe(0)
    expect(parseRelease(stdout)).toMatchObject({ version: '0.9.0-beta.1', channel: 'beta' })
  })
})

describe('the signature', () => {
  it('says in so many words that there is none where there is no key', async () => {
    await writeChecksums(releaseOptions())
    const { status, stdout, stderr } = run('sign-checksums.ts', [folder])
    expect([status, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(/^NOT SIGNED: STARKDESK_RELEASE_KEY is not set\./)
    expect(run('sign-checksums.ts', [folder], { GITHUB_ACTIONS: 'true' }).stderr).toMatch(
      /^::warning::NOT SIGNED/,
    )
    expect(existsSync(join(folder, 'SHA256SUMS.sig'))).toBe(false)
  })

  it('is not made with a key that no app knows, and the key is not shown', async () => {
    await writeChecksums(releaseOptions())
    const { privatePem, entry } = makeReleaseKey(Date.now())
    const { status, stdout, stderr } = run('sign-checksums.ts', [folder], {
      STARKDESK_RELEASE_KEY: privatePem,
    })
    expect(status).not.toBe(0)
    expect(stderr).toContain(`The key ${entry.id} is not in`)
    expect(stdout + stderr).not.toContain(privatePem.split('\n')[1])
    expect(existsSync(join(folder, 'SHA256SUMS.sig'))).toBe(false)
  })

  it('does not show what was given instead of a key', async () => {
    await writeChecksums(releaseOptions())
    const given = 'c2VjcmV0IHRoYXQgaXMgbm8ga2V5'
    const { status, stdout, stderr } = run('sign-checksums.ts', [folder], { STARKDESK_RELEASE_KEY: given })
    expect(status).not.toBe(0)
    expect(stderr).toContain('STARKDESK_RELEASE_KEY is not a private key in PEM form')
    expect(stdout + stderr).not.toContain(given)
  })

  it('is one that the app takes, by one key or by both while keys change', async () => {
    await writeChecksums(releaseOptions())
    const [one, two] = [makeReleaseKey(Date.now()), makeReleaseKey(Date.now())]
    const keys = readKeys({
      STARKDESK_RELEASE_KEY: one.privatePem,
      STARKDESK_RELEASE_KEY_NEXT: two.privatePem,
    })
    const known = [one.entry, two.entry]
    expect(signRelease(folder, keys, known)).toEqual(known.map(({ id }) => id))
    const bytes = readFileSync(join(folder, 'SHA256SUMS'))
    const text = readFileSync(join(folder, 'SHA256SUMS.sig'), 'utf8')
    for (const entry of known) expect(verifyBytes(bytes, text, [entry])).toBe(entry)
  })

  it.each([
    ['retired', { isRetired: true }, 'is retired'],
    ['not in use yet', { notBefore: '2999-01-01' }, 'is not in use before'],
  ])('is not made with a key that is %s', async (_what, change, words) => {
    await writeChecksums(releaseOptions())
    const { privatePem, entry } = makeReleaseKey(Date.now())
    const known = [{ ...entry, ...change }]
    expect(() => signRelease(folder, [createPrivateKey(privatePem)], known)).toThrow(words)
    expect(readdirSync(folder)).not.toContain('SHA256SUMS.sig')
  })
})

describe('the keys in this build', () => {
  it('are what they are called, and no two are the same', () => {
    for (const { id, publicKey, notBefore } of productionKeys) {
      expect(keyIdOf(Buffer.from(publicKey, 'base64'))).toBe(id)
      expect(Buffer.from(publicKey, 'base64')).toHaveLength(32)
      expect(notBefore).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
    expect(new Set(productionKeys.map(({ id }) => id)).size).toBe(productionKeys.length)
  })
})
