// SIGKILL at any moment leaves every transfer in a state that has all it demands, with its legal history.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { transferStates } from '../../../../src-preload/contract/transfers.ts'
import { enteredFrom } from '../../../../src-main/transfers/transfer-machine.ts'
import type { StoredTransfer, TransferStep } from '../../../../src-main/store/api/transfer-rows.ts'
import { soakRounds } from '../../../fixtures/soak.ts'
import { afterWrites, network, sampleIntent, sender, wayOf } from '../../../unit/store/sample-transfers.ts'
import { makeFile, openTestJournal, seed } from '../support.ts'
import { randomFrom } from '../../../../scripts/random.ts'

/** Kills the mover some writes and milliseconds after it began; adds the writes that it said were done, by transfer. */
async function moveAndKill(
  file: string,
  after: { readonly writes: number; readonly ms: number },
  done: Map<number, number>,
): Promise<void> {
  const script = fileURLToPath(new URL('move-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const read = once(lines, 'close')
  const isTime = Promise.withResolvers<undefined>()
  let seen = -1
  lines.on('line', (line) => {
    const [number, write] = line.split(' ').map(Number)
    if (number !== undefined && write !== undefined) done.set(number, write)
    seen += 1
    if (seen === after.writes) isTime.resolve(undefined)
  })
  await isTime.promise
  await sleep(after.ms)
  child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  await read
}

function expectSound(transfer: StoredTransfer, steps: readonly TransferStep[]): void {
  expect(steps[0]?.state).toBe('intended')
  for (const [at, { state }] of steps.entries()) {
    const before = steps[at - 1]
    if (state === 'intended') expect(before).toBeUndefined()
    else expect(enteredFrom[state]).toContain(before?.state)
  }
  expect(steps.at(-1)?.state).toBe(transfer.state)

  const { state } = transfer
  const has = {
    toSign: transfer.msgHash !== null && transfer.nonce !== null,
    signature: transfer.signature !== null,
  }
  if (state === 'signed' || state === 'processing') expect(has).toEqual({ toSign: true, signature: true })
  if (state === 'initiated') expect(has).toEqual({ toSign: true, signature: false })
  if (state === 'abandoned') expect(transfer.signature).toBeNull()
  if (state === 'refused') expect(transfer.failure?.isRefusal).toBe(true)
  if (state === 'succeeded') expect(transfer.told?.status).toBe('success')
  expect(transfer.differences.length > 0).toBe(state === 'differs')
}

test(
  `a process killed while it moves transfers leaves each in a whole state with its history (SEED=${seed})`,
  async () => {
    const random = randomFrom(seed)
    const file = makeFile()
    const done = new Map<number, number>()
    const met = new Set<string>()
    for (let kill = 0; kill < soakRounds(5); kill += 1) {
      await moveAndKill(file, { writes: Math.floor(random() * 20), ms: random() * 10 }, done)
      const db = new Database(file, { readonly: true })
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(db.pragma('foreign_key_check')).toEqual([])
      db.close()

      const journal = await openTestJournal(file)
      const transfers = (await journal.listTransfers(network, sender)).reverse()
      const numbers = new Map(transfers.map((transfer) => [transfer.createdAtMs / 1000, transfer]))
      // What was said to be done is there.
      for (const number of done.keys()) expect(numbers.has(number)).toBe(true)
      const watchedIds: string[] = []
      for (const [number, transfer] of numbers) {
        const steps = await journal.getTransferSteps(transfer.id)
        expectSound(transfer, steps)
        const writes = transfer.updatedAtMs - sampleIntent(number).createdAtMs
        expect({ transfer, steps }).toEqual(afterWrites(number, writes))
        expect(writes).toBeGreaterThanOrEqual(done.get(number) ?? 0)
        const isRefused = transfer.state === 'refused' && transfer.failure?.step === 'process'
        if (transfer.state === 'processing' || isRefused) watchedIds.push(transfer.id)
        for (const { state } of steps) met.add(state)
      }
      expect((await journal.listWatchedTransfers()).map(({ id }) => id)).toEqual(watchedIds)
      await journal.close()
    }
    const finished = [...done].filter(([number, writes]) => writes === wayOf(number).length).length
    expect([...met].sort()).toEqual([...transferStates].sort())
    console.log(`journal kills: ${done.size} transfers begun, ${finished} at their end`)
  },
  soakRounds(120_000),
)
