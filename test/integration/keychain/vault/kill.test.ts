// SIGKILL at any moment of a write leaves the old or the new vault, and at most one of the two.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { soakRounds } from '../../../fixtures/soak.ts'
import { bulkOf, passwordOf } from './killed-content.ts'
import { faultOf, makeVaultFile, restart } from './support.ts'
import { randomFrom } from '../../../../scripts/random.ts'

const seed = Number(process.env['VAULT_KILL_SEED'] ?? Date.now() % 1_000_000)

interface Progress {
  /** Last number whose write was begun, and last whose write was reported as done. */
  begun: number
  done: number
}

/** Kills the writer some milliseconds after its first word; returns how far it said that it was. */
async function writeAndKill(file: string, mode: string, start: number, afterMs: number): Promise<Progress> {
  const script = fileURLToPath(new URL('write-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file, mode, String(start)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit')
  const progress: Progress = { begun: start, done: start }
  const lines = createInterface({ input: child.stdout })
  const read = once(lines, 'close')
  lines.on('line', (line) => {
    const [word, number] = line.split(' ')
    if (number === undefined) return
    if (word === 'begin') progress.begun = Number(number)
    else progress.done = Number(number)
  })
  await once(lines, 'line')
  await sleep(afterMs)
  child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  await read
  return progress
}

const leftoversOf = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name.endsWith('.new'))

test('a process killed while it writes a secret leaves the old one or the new one', async () => {
  console.log(`vault kills: VAULT_KILL_SEED=${seed}`)
  const random = randomFrom(seed)
  const file = makeVaultFile()
  await restart(file).create(passwordOf(0))
  let current = 0
  let halfWrites = 0
  for (let kill = 0; kill < soakRounds(3); kill += 1) {
    const progress = await writeAndKill(file, 'secrets', current, random() * 40)
    halfWrites += leftoversOf(file).length
    const vault = restart(file)
    await vault.unlock(passwordOf(0))
    const found = await vault.store.get('a', 'refreshToken')
    current = found === null ? 0 : Number.parseInt(found, 10)
    expect(found).toBe(current === 0 ? null : bulkOf(current))
    // What was said to be done is there; beyond that at most the one that was begun.
    expect(current).toBeGreaterThanOrEqual(progress.done)
    expect(current).toBeLessThanOrEqual(progress.begun)
    expect(leftoversOf(file)).toEqual([])
  }
  console.log(`vault kills: ${current} secrets written, ${halfWrites} of 20 kills in the middle of a file`)
}, 120_000)

test('a process killed while it changes the password leaves a vault of the old one or the new one', async () => {
  const random = randomFrom(seed + 1)
  const file = makeVaultFile()
  const vault = restart(file)
  await vault.create(passwordOf(0))
  await vault.store.set('a', 'apiKey', bulkOf(7))
  let current = 0
  for (let kill = 0; kill < soakRounds(2); kill += 1) {
    const progress = await writeAndKill(file, 'passwords', current, random() * 60)
    const openers: number[] = []
    for (const number of new Set([progress.done, progress.begun])) {
      const later = restart(file)
      try {
        await later.unlock(passwordOf(number))
      } catch (error) {
        expect(error).toMatchObject({ code: 'wrongPassword' })
        continue
      }
      expect(await later.store.get('a', 'apiKey')).toBe(bulkOf(7))
      openers.push(number)
    }
    expect(openers).toHaveLength(1)
    current = openers[0] ?? current
  }
}, 120_000)

test('a process killed while it makes a vault leaves a whole one or none', async () => {
  const random = randomFrom(seed + 2)
  for (let kill = 0; kill < soakRounds(2); kill += 1) {
    const file = makeVaultFile()
    const progress = await writeAndKill(file, 'create', 0, random() * 12)
    const vault = restart(file)
    if (await vault.exists()) {
      await vault.unlock(passwordOf(0))
      expect([null, bulkOf(progress.begun), bulkOf(progress.done)]).toContain(
        await vault.store.get('a', 'refreshToken'),
      )
    } else {
      expect(await faultOf(vault.unlock(passwordOf(0)))).toMatchObject({ code: 'notFound' })
      await vault.create(passwordOf(1))
    }
    expect(leftoversOf(file)).toEqual([])
  }
}, 120_000)
