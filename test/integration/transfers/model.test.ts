// By random histories that transfers never send twice, never sign unasked, and never claim more than is known.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { journalFile } from '../../../src-main/store/files/journal-file.ts'
import { transferStates, type TransferState } from '../../../src-preload/contract/transfers.ts'
import { isSoak, soakRounds } from '../../fixtures/soak.ts'
import { seed } from '../store/support.ts'
import { checkClaims, isDoneAsMeant, isDoneByItself } from './model-claims.ts'
import { anyCommand, type Model } from './model-commands.ts'
import { callKinds, type LineFault, lineFaults } from './model-exchange.ts'
import { noTrouble, openWorld, type World } from './model-world.ts'

const histories = soakRounds(15)
/** It is the app that crashes here, not the computer: what a file in memory holds outlives that, and is there sooner. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Once nothing fails any more, what was done is known as done: by itself where it was open, else by asking. */
async function checkHealed(world: World): Promise<void> {
  await world.heal()
  for (const computer of world.computers) {
    for (const account of [0, 1]) {
      await world.during(noTrouble, async () => {
        computer.use(account)
        await Promise.resolve()
      })
      for (const transfer of computer.journal()) {
        if (transfer.state === 'processing') expect(isDoneByItself(world, transfer)).toBe(false)
        const { offers } = await computer.services.get({ id: transfer.id })
        if (!offers.includes('lookUp')) continue
        const { state } = await world.during(noTrouble, () => computer.services.lookUp({ id: transfer.id }))
        expect(state === 'succeeded', `${transfer.reference}: ${state}`).toBe(isDoneAsMeant(world, transfer))
      }
    }
  }
  checkClaims(world)
}

test(
  `holds in ${String(histories)} random histories with crashes, a faulty line and two computers (seed ${String(seed)})`,
  { timeout: soakRounds(180_000) },
  async () => {
    const folder = mkdtempSync(join(place, 'starkdesk-model-'))
    const empty = join(folder, 'empty.sqlite')
    openDatabase(empty, journalFile, 0).close()
    const seen = new Set<TransferState>()
    const met = new Set<string>()
    let count = 0

    async function live(commands: Iterable<fc.AsyncCommand<Model, World>>): Promise<void> {
      count += 1
      const files = ['a', 'b'].map((name) => join(folder, `${String(count)}-${name}.sqlite`))
      for (const file of files) copyFileSync(empty, file)
      const world = openWorld(files)
      try {
        const model: Model = { intents: files.map(() => [0, 0]), active: files.map(() => 0) }
        await fc.asyncModelRun(() => ({ model, real: world }), commands)
        await checkHealed(world)
        for (const fault of world.met) met.add(fault)
        for (const computer of world.computers) {
          for (const { id } of [...computer.journal(0), ...computer.journal(1)])
            for (const { state } of computer.stepsOf(id)) seen.add(state)
        }
      } finally {
        world.close()
        for (const file of files) for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
      }
    }

    try {
      await fc.assert(fc.asyncProperty(fc.commands(anyCommand, { maxCommands: 30, size: 'max' }), live), {
        seed,
        numRuns: histories,
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
    if (!isSoak) return
    // What never came up was not tested.
    expect([...transferStates].filter((state) => !seen.has(state))).toEqual([])
    const isMet = (fault: LineFault): boolean => callKinds.some((kind) => met.has(`${kind} ${fault}`))
    expect(lineFaults.filter((fault) => !isMet(fault))).toEqual([])
    expect(met).toContain('crash')
    expect(met).toContain('switch')
  },
)
