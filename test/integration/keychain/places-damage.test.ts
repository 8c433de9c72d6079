// A vault that cannot be used is told apart from a locked one, stays whole, and has a way out.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { headerLength } from '../../../src-main/keychain/vault/vault-format.ts'
import { all, Computer, keepAll, readAll } from './places-support.ts'
import { faultOf, password } from './vault/support.ts'

async function makeProtected(): Promise<{ computer: Computer; whole: Buffer }> {
  const computer = new Computer()
  const places = await computer.start()
  await keepAll(places)
  await places.setPassword(password)
  return { computer, whole: readFileSync(computer.file) }
}

/** The same vault as a newer app would have written it. */
function raiseVersion(whole: Buffer): Buffer {
  const bytes = Buffer.from(whole)
  bytes.writeUInt16BE(2, 8)
  const header = bytes.subarray(0, headerLength)
  createHash('sha256')
    .update(header.subarray(0, -32))
    .digest()
    .copy(header, headerLength - 32)
  return bytes
}

const kinds: readonly (readonly [string, string, (file: string, whole: Buffer) => void])[] = [
  ['cut off', 'vaultDamaged', (file, whole) => writeFileSync(file, whole.subarray(0, 100))],
  ['something else', 'vaultDamaged', (file) => writeFileSync(file, 'not a vault at all')],
  ['of a newer version', 'databaseTooNew', (file, whole) => writeFileSync(file, raiseVersion(whole))],
  [
    'a folder',
    'databaseUnavailable',
    (file) => {
      rmSync(file)
      mkdirSync(file)
    },
  ],
]

describe.each(kinds)('a vault that is %s', (_what, code, spoil) => {
  test(`starts the app with ${code}, gives nothing and takes nothing`, async () => {
    const { computer, whole } = await makeProtected()
    spoil(computer.file, whole)
    const places = await computer.start()
    expect([places.kind, places.passwordState(), places.fault()?.code]).toEqual(['vault', 'damaged', code])
    for (const work of [
      places.get('a', 'ethereumPrivateKey'),
      places.set('a', 'apiKey', '1'),
      places.delete('a', 'apiKey'),
      places.deleteAll('a'),
      places.setPassword('another password'),
      places.removePassword(password),
    ]) {
      expect(await faultOf(work)).toMatchObject({ code: 'vaultDamaged' })
    }
    expect(await faultOf(places.unlock(password))).toMatchObject({ code })
    expect([places.passwordState(), computer.inKeychain()]).toEqual(['damaged', {}])
  })

  test('can be set aside, and then everything is as without a password', async () => {
    const { computer, whole } = await makeProtected()
    spoil(computer.file, whole)
    const places = await computer.start()
    const { fileName } = await places.setVaultAside()
    expect(fileName).toBe(`${basename(computer.file)}.set-aside-20270115T080000Z`)
    expect([places.passwordState(), places.fault(), places.kind]).toEqual(['none', null, 'untouched'])
    expect(readdirSync(dirname(computer.file))).toEqual([fileName])
    await places.set('a', 'ethereumPrivateKey', 'entered again')
    expect(computer.inKeychain()).toEqual({ 'a/ethereumPrivateKey': 'entered again' })
  })
})

test('damage that only the password brings to light is told then, and a file put right opens', async () => {
  const { computer, whole } = await makeProtected()
  const flipped = Buffer.from(whole)
  flipped.writeUInt8((whole.at(-1) ?? 0) ^ 1, whole.length - 1)
  writeFileSync(computer.file, flipped)
  const places = await computer.start()
  expect(places.passwordState()).toBe('locked')
  expect(await faultOf(places.unlock(password))).toMatchObject({
    code: 'vaultDamaged',
    data: { reason: 'content' },
  })
  expect([places.passwordState(), places.fault()?.data['reason']]).toEqual(['damaged', 'content'])
  writeFileSync(computer.file, whole)
  await places.unlock(password)
  expect([places.passwordState(), places.fault()]).toEqual(['unlocked', null])
  expect(await readAll(places)).toEqual(all)
})

describe('setting a vault aside whose password is forgotten', () => {
  test('leaves the file whole: under its old name again it opens with its password', async () => {
    const { computer, whole } = await makeProtected()
    const places = await computer.start()
    await faultOf(places.unlock('not the password'))
    const { fileName } = await places.setVaultAside()
    const aside = join(dirname(computer.file), fileName)
    expect(readFileSync(aside).equals(whole)).toBe(true)
    renameSync(aside, computer.file)
    const later = await computer.start()
    await later.unlock(password)
    expect(await readAll(later)).toEqual(all)
  })

  test('never replaces one that was set aside before', async () => {
    const { computer, whole } = await makeProtected()
    const places = await computer.start()
    const first = await places.setVaultAside()
    await places.setPassword('another password')
    const second = await places.setVaultAside()
    expect(second.fileName).toBe(`${first.fileName}-2`)
    expect(readFileSync(join(dirname(computer.file), first.fileName)).equals(whole)).toBe(true)
  })

  test('takes the keys out of memory, and leaves alone what the ledger names', async () => {
    const { computer } = await makeProtected()
    computer.keychain.entries.set('Starkdesk|b/apiKey', 'left there')
    computer.notes.add('b')
    const places = await computer.start()
    computer.keychain.fault = 'Cannot autolaunch D-Bus without X11 $DISPLAY'
    await places.unlock(password)
    computer.keychain.fault = null
    await places.setVaultAside()
    expect([...computer.notes]).toEqual(['b'])
    expect(await readAll(places)).toEqual({
      'a/ethereumPrivateKey': null,
      'a/refreshToken': null,
      'b/starkPrivateKey': null,
    })
    expect(await places.get('b', 'apiKey')).toBe('left there')
  })
})
