// An app that does what the test asks of it through the border's own calls, after a kill. Run by next-life.ts.
import type { TransferOffer } from '../../../src-preload/contract/transfers.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { askFor, startLife } from './kill-life.ts'
import type { Asked, Answered } from './kill-messages.ts'

const [file, exchangeUrl] = process.argv.slice(2)
if (file === undefined || exchangeUrl === undefined) {
  throw new Error('usage: kill-next-child.ts FILE EXCHANGE')
}
const life = await startLife({ file, exchangeUrl })
const { transfers, accounts } = life.services

function take(step: Exclude<TransferOffer, 'again'> | 'get', id: string): Promise<unknown> {
  return transfers[step]({ id })
}

async function answer(asked: Asked): Promise<unknown> {
  switch (asked.kind) {
    case 'step':
      return take(asked.step, asked.id)
    case 'create':
      return transfers.create(askFor(asked.amount))
    case 'list':
      return life.list()
    case 'isReady': {
      const [account] = (await accounts.getState()).accounts
      return account?.l2Key.status === 'matched'
    }
    case 'close':
      return life.close()
  }
}

function reply(answered: Answered): void {
  process.send?.(answered)
}

process.on('message', (raw) => {
  // Only next-life.ts writes to this channel.
  const { number, asked } = raw as { number: number; asked: Asked }
  answer(asked).then(
    (value) => {
      reply({ number, value: value ?? null, code: null })
      if (asked.kind === 'close') process.disconnect()
    },
    (error: unknown) => {
      reply({ number, value: null, code: isAppError(error) ? error.code : String(error) })
    },
  )
})
reply({ number: 0, value: 'started', code: null })
