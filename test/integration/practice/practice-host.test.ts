import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPracticeHost } from '../../../src-main/practice/practice-host.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { makeLog } from '../world.ts'
import { eventually } from '../../fixtures/eventually.ts'

/** A worker that counts its starts in a file's name by adding a byte each time, and then does as told. */
function makeHost(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-practice-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'worker.mjs')
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${script}`)
  const clock = movableClock(1_000_000)
  const { log, faults } = makeLog()
  const host = createPracticeHost(pathToFileURL(file), { port: 0 }, clock, log)
  onTestFinished(() => host.stop())
  return { host, clock, faults }
}

const failing =
  "parentPort.postMessage({ type: 'failed', error: { code: 'databaseTooNew', data: { found: 9 } } })"
const crashing = `parentPort.postMessage({ type: 'ready', baseUrl: 'http://127.0.0.1:1', markets: [] })
setTimeout(() => process.exit(1), 20)`

describe('the practice exchange', () => {
  it('that cannot start says why each time, and is started less and less often', async () => {
    const { host, clock, faults } = makeHost(failing)
    const start = () => expect(host.start()).rejects.toMatchObject({ code: 'databaseTooNew' })
    await start()
    await start()
    expect(faults).toHaveLength(2)
    // Two failures: two seconds of rest, then four.
    await start()
    clock.moveTo(clock.now() + 1_999)
    await start()
    expect(faults).toHaveLength(2)
    clock.moveTo(clock.now() + 1)
    await start()
    expect(faults).toHaveLength(3)
    clock.moveTo(clock.now() + 3_999)
    await start()
    expect(faults).toHaveLength(3)
    clock.moveTo(clock.now() + 1)
    await start()
    expect(faults).toHaveLength(4)
  })

  it('that ends after each start is left alone as well, and started anew when it ran for long', async () => {
    const { host, clock, faults } = makeHost(crashing)
    await host.start()
    await eventually(() => expect(faults).toHaveLength(1))
    await host.start()
    await eventually(() => expect(faults).toHaveLength(2))
    await expect(host.start()).rejects.toMatchObject({ code: 'internal' })
    clock.moveTo(clock.now() + 2_000)
    await host.start()
    clock.moveTo(clock.now() + 3_600_000)
    await eventually(() => expect(faults).toHaveLength(3))
    expect(await host.start()).toBe('http://127.0.0.1:1')
  })
})
