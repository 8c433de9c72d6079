// Secrets move between a real gnome-keyring and a real vault file.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type KeyringHome, type KeyringMode, makeKeyringHome } from '../../fixtures/with-keyring.ts'
import { password } from './vault/support.ts'

const key = `0x${'7'.repeat(64)}`
const child = join(import.meta.dirname, 'places-keyring-child.ts')
let home: KeyringHome

beforeEach(() => {
  home = makeKeyringHome()
})

afterEach(() => {
  home.remove()
})

/** The steps in a fresh start of the app. */
const start = (mode: KeyringMode, steps: Parameters<KeyringHome['run']>[1]) =>
  home.run(mode, steps, { child })

describe.skipIf(process.platform !== 'linux')('with a real keyring', { timeout: 60_000 }, () => {
  test('secrets go into the vault with the password, and come back when it is removed', async () => {
    await start('unlocked', [
      ['set', 'account-1', 'ethereumPrivateKey', key],
      ['set', 'account-2', 'refreshToken', 'token'],
    ])
    expect((await start('unlocked', [['setPassword', password], ['state']])).at(-1)).toMatchObject({
      value: 'unlocked',
      kind: 'vault',
    })
    // Neither keyring nor bus is there, and nothing asks for them.
    const without = await start('noBus', [
      ['get', 'account-1', 'ethereumPrivateKey'],
      ['unlock', password],
      ['get', 'account-1', 'ethereumPrivateKey'],
      ['removePassword', password],
      ['get', 'account-2', 'refreshToken'],
      ['state'],
    ])
    expect(without.map(({ value, error }) => error?.code ?? value)).toEqual([
      'vaultLocked',
      null,
      key,
      'keychainUnavailable',
      'token',
      'unlocked',
    ])
    const back = await start('unlocked', [['unlock', password], ['removePassword', password], ['state']])
    expect(back.at(-1)).toMatchObject({ value: 'none', kind: 'keychain', error: null })
    const after = await start('unlocked', [
      ['get', 'account-1', 'ethereumPrivateKey'],
      ['get', 'account-2', 'refreshToken'],
    ])
    expect(after.map(({ value }) => value)).toEqual([key, 'token'])
  })

  test('the vault holds them alone: the keyring has nothing after the password was set', async () => {
    await start('unlocked', [
      ['set', 'account-1', 'ethereumPrivateKey', key],
      ['setPassword', password],
    ])
    // The old child knows no vault and looks into the keyring itself.
    const found = await home.run('unlocked', [['get', 'account-1', 'ethereumPrivateKey']])
    expect(found).toMatchObject([{ value: null, error: null }])
  })

  test('a locked keyring refuses both moves, and nothing has changed', async () => {
    await start('unlocked', [['set', 'account-1', 'ethereumPrivateKey', key]])
    expect(await start('locked', [['setPassword', password], ['state']])).toMatchObject([
      { error: { code: 'keychainLocked' } },
      { value: 'none' },
    ])
    await start('unlocked', [['setPassword', password]])
    expect(
      await start('locked', [['unlock', password], ['removePassword', password], ['state']]),
    ).toMatchObject([{ error: null }, { error: { code: 'keychainLocked' } }, { value: 'unlocked' }])
    expect(
      await start('unlocked', [
        ['unlock', password],
        ['get', 'account-1', 'ethereumPrivateKey'],
      ]),
    ).toMatchObject([{ error: null }, { value: key }])
  })

  test('without a keyring the vault is where secrets outlive the app', async () => {
    await start('noBus', [
      ['set', 'account-1', 'ethereumPrivateKey', key],
      ['setPassword', password],
    ])
    expect(
      await start('noBus', [['state'], ['unlock', password], ['get', 'account-1', 'ethereumPrivateKey']]),
    ).toMatchObject([{ value: 'locked' }, { error: null }, { value: key, kind: 'vault' }])
  })
})
