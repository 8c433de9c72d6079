// An app that makes one transfer and stops at every gate on its way, until it is killed. Run by kill.test.ts.
import { once } from 'node:events'
import type { SentTransfer, TransferState } from '../../../src-preload/contract/transfers.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import { askFor, startLife } from './kill-life.ts'
import { askedGate, type ChildMessage, writeGate } from './kill-messages.ts'

const [file, exchangeUrl, amount] = process.argv.slice(2)
if (file === undefined || exchangeUrl === undefined || amount === undefined) {
  throw new Error('usage: kill-child.ts FILE EXCHANGE AMOUNT')
}

function say(message: ChildMessage): void {
  process.send?.(message)
}

async function passGate(name: string): Promise<void> {
  const answer = once(process, 'message')
  say({ kind: 'gate', name })
  await answer
}

/** The real journal, which stops before and after each write that is a step of a transfer. */
function withGates(journal: Journal): Journal {
  const counts = new Map<TransferState, number>()
  async function atGates<Result>(state: TransferState, write: () => Promise<Result>): Promise<Result> {
    const nth = (counts.get(state) ?? 0) + 1
    counts.set(state, nth)
    await passGate(writeGate('before', state, nth))
    const result = await write()
    await passGate(writeGate('after', state, nth))
    return result
  }
  return {
    ...journal,
    createTransfer: (...args) => atGates('intended', () => journal.createTransfer(...args)),
    moveTransfer: async (...args) => {
      const moved = await atGates(args[2], () => journal.moveTransfer(...args))
      // The page is told of every change.
      if (moved !== null) show(moved)
      return moved
    },
  }
}

function show({
  id,
  reference,
  nonce,
  state,
}: Pick<SentTransfer, 'id' | 'reference' | 'nonce' | 'state'>): void {
  say({ kind: 'told', id, reference, nonce, state })
}

const { services } = await startLife({
  file,
  exchangeUrl,
  wrap: withGates,
  askPerson: () => passGate(askedGate),
})
const { transfers } = services
const { id } = await transfers.create(askFor(amount)).then((created) => {
  show(created)
  return created
})
show(await transfers.proceed({ id }))
say({ kind: 'done' })
