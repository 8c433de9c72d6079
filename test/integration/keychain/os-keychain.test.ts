// Proof of where secrets go beside a real gnome-keyring: unlocked, locked, frozen, missing.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type KeyringHome, makeKeyringHome } from '../../fixtures/with-keyring.ts'

const secret = `0x${'7'.repeat(64)}`
const fine = { error: null }
let home: KeyringHome

beforeEach(() => {
  home = makeKeyringHome()
})

afterEach(() => {
  home.remove()
})

describe.skipIf(process.platform !== 'linux')('with a real keyring', { timeout: 60_000 }, () => {
  test('secrets outlive the app in an unlocked keyring', async () => {
    const first = await home.run('unlocked', [
      ['set', 'account-1', 'ethereumPrivateKey', secret],
      ['set', 'account-1', 'refreshToken', 'token'],
      ['set', 'account-2', 'ethereumPrivateKey', 'other'],
      ['get', 'account-1', 'ethereumPrivateKey'],
    ])
    expect(first).toMatchObject([fine, fine, fine, { value: secret, kind: 'keychain', reason: null }])
    const second = await home.run('unlocked', [
      ['get', 'account-1', 'ethereumPrivateKey'],
      ['deleteAll', 'account-1'],
      ['get', 'account-1', 'ethereumPrivateKey'],
      ['get', 'account-1', 'refreshToken'],
      ['get', 'account-2', 'ethereumPrivateKey'],
      ['delete', 'account-2', 'ethereumPrivateKey'],
      ['get', 'account-2', 'ethereumPrivateKey'],
    ])
    expect(second.map(({ value }) => value)).toEqual([secret, null, null, null, 'other', null, null])
    expect(second.every(({ error, kind }) => error === null && kind === 'keychain')).toBe(true)
  })

  test('a secret of any characters comes back as it was', async () => {
    const odd = 'ключ “quoted”\n\t{"a":1} \\ 🗝'
    const results = await home.run('unlocked', [
      ['set', 'a/b', 'apiKey', odd],
      ['get', 'a/b', 'apiKey'],
    ])
    expect(results[1]?.value).toBe(odd)
  })

  test('a locked keyring says locked when a secret is looked for, not that there is none', async () => {
    await home.run('unlocked', [['set', 'account-1', 'ethereumPrivateKey', secret]])
    const locked = await home.run('locked', [
      ['get', 'account-1', 'ethereumPrivateKey'],
      ['deleteAll', 'account-1'],
    ])
    expect(locked).toMatchObject([
      { error: { code: 'keychainLocked', reason: 'locked' }, kind: 'untouched' },
      { error: { code: 'keychainLocked', reason: 'locked' }, kind: 'untouched' },
    ])
    const unlocked = await home.run('unlocked', [['get', 'account-1', 'ethereumPrivateKey']])
    expect(unlocked[0]?.value).toBe(secret)
  })

  test('a keyring that stays locked leaves new secrets in memory, and says so', async () => {
    await home.run('unlocked', [['set', 'account-1', 'apiKey', 'old']])
    const results = await home.run('locked', [
      ['set', 'account-2', 'ethereumPrivateKey', secret],
      ['get', 'account-2', 'ethereumPrivateKey'],
      ['get', 'account-1', 'apiKey'],
    ])
    expect(results).toMatchObject([
      { error: null, kind: 'memory', reason: 'locked' },
      { value: secret, kind: 'memory', reason: 'locked' },
      { error: { code: 'keychainLocked', reason: 'locked' } },
    ])
    expect(await home.run('unlocked', [['get', 'account-2', 'ethereumPrivateKey']])).toMatchObject([
      { value: null, error: null },
    ])
  })

  test('a keyring that does not answer cannot hold up the app, and is used again when it does', async () => {
    const results = await home.run(
      'unlocked',
      [
        ['set', 'account-1', 'apiKey', 'kept'],
        ['freezeKeyring'],
        ['get', 'account-1', 'apiKey'],
        ['set', 'account-1', 'refreshToken', 'token'],
        ['thawKeyring'],
        ['get', 'account-1', 'apiKey'],
      ],
      { limitMs: 1_000 },
    )
    const noAnswer = { code: 'keychainLocked', reason: 'noAnswer' }
    expect(results.map(({ error }) => error)).toEqual([null, null, noAnswer, noAnswer, null, null])
    expect(results.at(-1)).toMatchObject({ value: 'kept', kind: 'keychain' })
  })

  test('a keyring frozen from the start leaves secrets in memory', async () => {
    const results = await home.run(
      'unlocked',
      [
        ['freezeKeyring'],
        ['set', 'account-1', 'apiKey', 'kept'],
        ['thawKeyring'],
        ['get', 'account-1', 'apiKey'],
      ],
      { limitMs: 500 },
    )
    expect(results.at(-1)).toMatchObject({ value: 'kept', kind: 'memory', reason: 'noAnswer' })
  })

  test('a keyring service without any keyring leaves secrets in memory', async () => {
    const results = await home.run('noKeyring', [
      ['set', 'account-1', 'apiKey', 'kept'],
      ['get', 'account-1', 'apiKey'],
    ])
    expect(results[1]).toMatchObject({ value: 'kept', kind: 'memory', reason: 'noCollection' })
  })

  test('no keyring service leaves secrets in memory, and those of old as not there', async () => {
    const results = await home.run('noBus', [
      ['get', 'account-1', 'ethereumPrivateKey'],
      ['set', 'account-1', 'ethereumPrivateKey', secret],
      ['get', 'account-1', 'ethereumPrivateKey'],
      ['deleteAll', 'account-1'],
      ['get', 'account-1', 'ethereumPrivateKey'],
    ])
    expect(results.map(({ value }) => value)).toEqual([null, null, secret, null, null])
    expect(results.every(({ error, reason }) => error === null && reason === 'noService')).toBe(true)
  })
})

describe.skipIf(process.platform !== 'linux')('removing an account', { timeout: 60_000 }, () => {
  test('whose key an earlier session kept fails where there is no keychain now, and the key is still there', async () => {
    await home.run('unlocked', [['set', 'account-1', 'ethereumPrivateKey', secret]])
    const gone = await home.run('noBus', [
      // As at every start: the session looks for its tokens first, and the store settles for memory.
      ['get', 'account-1', 'refreshToken'],
      ['deleteAll', 'account-1'],
    ])
    expect(gone).toMatchObject([
      { error: null, kind: 'memory', reason: 'noService' },
      { error: { code: 'keychainUnavailable', reason: 'noService' } },
    ])
    const back = await home.run('unlocked', [
      ['get', 'account-1', 'ethereumPrivateKey'],
      ['deleteAll', 'account-1'],
      ['get', 'account-1', 'ethereumPrivateKey'],
    ])
    expect(back.map(({ value, error }) => [value, error])).toEqual([
      [secret, null],
      [null, null],
      [null, null],
    ])
    // Once it is removed there is nothing that a missing keychain could hold back.
    expect(await home.run('noBus', [['deleteAll', 'account-1']])).toMatchObject([{ error: null }])
  })

  test('whose key was entered again in memory still does not forget the one in the keychain', async () => {
    await home.run('unlocked', [['set', 'account-1', 'ethereumPrivateKey', secret]])
    const gone = await home.run('noBus', [
      ['set', 'account-1', 'ethereumPrivateKey', secret],
      ['deleteAll', 'account-1'],
    ])
    expect(gone[1]).toMatchObject({ error: { code: 'keychainUnavailable' } })
  })

  test('whose key never left memory works after a restart, without a keychain and with a locked one', async () => {
    await home.run('noBus', [['set', 'account-1', 'ethereumPrivateKey', secret]])
    expect(await home.run('noBus', [['deleteAll', 'account-1']])).toMatchObject([{ error: null }])
    await home.run('unlocked', [['set', 'account-2', 'ethereumPrivateKey', secret]])
    expect(await home.run('locked', [['deleteAll', 'account-1']])).toMatchObject([{ error: null }])
  })
})

describe('without the keychain module', () => {
  test('secrets stay in memory, and the reason is that it is not installed', async () => {
    // The same code at a place from which there is no keytar to be found.
    const elsewhere = mkdtempSync(join(tmpdir(), 'starkdesk-no-keytar-'))
    const root = resolve(import.meta.dirname, '../../..')
    const parts = [
      'src-main/async',
      'src-main/keychain',
      'src-preload/domain/errors.ts',
      'test/fixtures/keyring-child.ts',
      'package.json',
    ]
    for (const part of parts) {
      mkdirSync(dirname(join(elsewhere, part)), { recursive: true })
      cpSync(join(root, part), join(elsewhere, part), { recursive: true })
    }
    const results = await home.run(
      'noBus',
      [
        ['set', 'account-1', 'apiKey', 'kept'],
        ['get', 'account-1', 'apiKey'],
      ],
      { child: join(elsewhere, 'test/fixtures/keyring-child.ts') },
    )
    rmSync(elsewhere, { recursive: true })
    expect(results[1]).toMatchObject({ value: 'kept', kind: 'memory', reason: 'notInstalled' })
  })
})
