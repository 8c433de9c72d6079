// An export which is killed, or finds the disk full, leaves the file before it or none: never a half.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { historyEntry } from '../../../src-preload/contract/transfers.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { everything, makeFolder, openFiles } from './files-world.ts'
import { foundSamples } from './files-samples.ts'
import { randomFrom } from '../../../scripts/random.ts'

const child = fileURLToPath(new URL('files-child.ts', import.meta.url))
const seed = Number(process.env['EXPORT_KILL_SEED'] ?? Date.now() % 1_000_000)

/** How many entries a file has; throws where one of them is cut off. */
function countWhole(file: string): number {
  const text = readFileSync(file, 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => historyEntry.parse(JSON.parse(line))).length
}

test('a process killed while it exports leaves the export before, or the new one', async () => {
  console.log(`export kills: EXPORT_KILL_SEED=${seed}`)
  const random = randomFrom(seed)
  const file = join(makeFolder(), 'history.jsonl')
  for (let kill = 0; kill < soakRounds(3); kill += 1) {
    const running = spawn(process.execPath, [child, file, '3000', '4000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => {
      running.kill('SIGKILL')
    })
    const exited = once(running, 'exit')
    await once(createInterface({ input: running.stdout }), 'line')
    await sleep(random() * 60)
    running.kill('SIGKILL')
    expect(await exited).toEqual([null, 'SIGKILL'])
    expect([3000, 4000]).toContain(countWhole(file))
  }
})

test.skipIf(process.platform === 'win32')(
  'a file that may not become so large is not begun, and the one before stays',
  () => {
    const file = join(makeFolder(), 'history.jsonl')
    // POSIX counts this limit in blocks of 512 bytes: 128 KiB in sh, 256 KiB where sh is bash.
    const limited = ['-c', 'ulimit -f 256 && exec "$0" "$@"', process.execPath, child, file]
    const run = (...counts: string[]) => spawnSync('sh', [...limited, ...counts], { encoding: 'utf8' }).stdout
    expect(run('9000')).toBe('fileUnavailable EFBIG\n')
    expect(existsSync(file)).toBe(false)
    expect(run('10', '9000')).toBe('done\nfileUnavailable EFBIG\n')
    expect(countWhole(file)).toBe(10)
    expect(readdirSync(join(file, '..'))).toEqual(['history.jsonl'])
  },
)

/** A file system of this many bytes, or null where this user may not mount one. */
function mountSmall(bytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-full-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  onTestFinished(() => {
    execFileSync('umount', [folder])
  })
  return folder
}

test('a full disk is told as such, with nothing of the file on it', async ({ skip }) => {
  const full = mountSmall(64 * 1024)
  if (full === null) return skip('mounting takes root')
  const { files } = await openFiles({
    chooseFile: (name) => Promise.resolve(join(full, name)),
    readHistory: () => Promise.resolve(foundSamples(9000)),
  })
  const failed = await failureOf(files.export({ filter: everything, format: 'csv' }))
  expect(failed).toMatchObject({ code: 'fileUnavailable', data: { reason: 'ENOSPC' } })
  expect(readdirSync(full)).toEqual([])
})
