// SIGKILL at any moment of setting or removing the password costs no secret, and leaves none twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { soakRounds } from '../../fixtures/soak.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { openKeychainFile } from './keychain-file.ts'
import { all, keepAll, readAll } from './places-support.ts'
import { cheap } from './vault/cheap-scrypt.ts'
import { makeVaultFile, MovableClock, password } from './vault/support.ts'
import { randomFrom } from '../../../scripts/random.ts'

const seed = Number(process.env['PLACES_KILL_SEED'] ?? Date.now() % 1_000_000)

async function runAndKill(vaultFile: string, keychainFile: string, afterMs: number): Promise<void> {
  const script = fileURLToPath(new URL('places-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, vaultFile, keychainFile, password], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit')
  await once(createInterface({ input: child.stdout }), 'line')
  await sleep(afterMs)
  child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
}

test('an app killed while its password comes and goes has every secret, once, after the next unlocking', async () => {
  console.log(`places kills: PLACES_KILL_SEED=${seed}`)
  const random = randomFrom(seed)
  const vaultFile = makeVaultFile()
  const keychainFile = `${vaultFile}.keychain`
  const { keychain, ledger, read } = openKeychainFile(keychainFile)
  const start = () =>
    openSecretBackends({
      ledger,
      vaultFile,
      clock: new MovableClock(),
      onFault: () => undefined,
      listAccounts: () => Promise.resolve(['a', 'b']),
      load: () => Promise.resolve(keychain),
      scrypt: cheap,
    })
  await keepAll(await start())
  const ends = { vault: 0, keychain: 0, inBetween: 0 }
  for (let kill = 0; kill < soakRounds(4); kill += 1) {
    await runAndKill(vaultFile, keychainFile, random() * 150)
    if (existsSync(vaultFile) && read().notes.length > 0) ends.inBetween += 1
    const places = await start()
    if (places.passwordState() === 'locked') await places.unlock(password)
    const { notes, entries } = read()
    const inKeychain = Object.fromEntries(
      Object.entries(entries)
        .map(([key, secret]) => [key.replace('Starkdesk|', ''), secret] as const)
        .filter(([key]) => key !== 'probe'),
    )
    expect(await readAll(places)).toEqual(all)
    if (places.passwordState() === 'none') {
      ends.keychain += 1
      expect([inKeychain, [...notes].sort()]).toEqual([all, ['a', 'b']])
    } else {
      ends.vault += 1
      expect([inKeychain, notes]).toEqual([{}, []])
    }
  }
  console.log(`places kills: ${JSON.stringify(ends)}`)
}, 120_000)
