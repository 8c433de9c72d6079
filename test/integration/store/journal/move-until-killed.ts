// A process that moves transfers through all their states until it is killed. Run by transfers-kill.test.ts.
import { systemClock } from '../../../../src-main/async/clock.ts'
import { openJournal } from '../../../../src-main/store/client/open-store.ts'
import {
  afterWrites,
  network,
  sampleIntent,
  sender,
  timeOf,
  wayOf,
} from '../../../unit/store/sample-transfers.ts'
import { workerUrl } from '../../../fixtures/thread-scripts.ts'

const lanes = 4
/** More than one lane can begin while another is on its longest way. */
const longestLag = 50

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: move-until-killed.ts FILE')
const journal = await openJournal({
  file,
  clock: systemClock,
  workerUrl,
})

async function walk(number: number): Promise<void> {
  const { id } = sampleIntent(number)
  const found = await journal.getStoredTransfer(id)
  const way = wayOf(number)
  if (found === null) {
    await journal.createTransfer(sampleIntent(number), `note ${number}`)
    process.stdout.write(`${number} 0\n`)
  }
  // The time of the last write says which it was.
  const done = found === null ? 0 : found.updatedAtMs - timeOf(number, 0)
  for (let write = done; write < way.length; write += 1) {
    const step = way[write]
    if (step === undefined) throw new Error('no such write')
    const from = afterWrites(number, write).transfer.state
    const moved = await journal.moveTransfer(id, [from], step.to, step.change, timeOf(number, write + 1))
    if (moved === null) throw new Error(`transfer ${number} was not in state ${from}`)
    process.stdout.write(`${number} ${write + 1}\n`)
  }
}

// What a kill left unfinished is carried on from where the journal says that it is.
const known = await journal.listTransfers(network, sender)
let next = 0
async function lane(): Promise<void> {
  for (;;) {
    next += 1
    await walk(next)
  }
}
process.stdout.write('ready\n')
next = Math.max(0, known.length - longestLag)
await Promise.all(Array.from({ length: lanes }, lane))
