// An app that places one order after the other until it is killed. Run by order-kills.test.ts, and kills itself at a write of
// the journal where it is told so.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import { startLife } from '../transfers/kill-life.ts'
import { signInPatiently } from './sign-in.ts'

const [file, exchangeUrl, firstCents, when = 'never', nthText = '0'] = process.argv.slice(2)
if (file === undefined || exchangeUrl === undefined || firstCents === undefined) {
  throw new Error(
    'usage: order-kill-child.ts FILE EXCHANGE FIRST-PRICE-IN-CENTS [before|after|never] [WRITE]',
  )
}

let writes = 0
async function atWrite<Result>(write: () => Promise<Result>): Promise<Result> {
  writes += 1
  const isMeant = writes === Number(nthText)
  if (isMeant && when === 'before') process.kill(process.pid, 'SIGKILL')
  const result = await write()
  if (isMeant && when === 'after') process.kill(process.pid, 'SIGKILL')
  return result
}

/** The real journal, which may be the last that the process sees. */
const withEnd = (journal: Journal): Journal => ({
  ...journal,
  createPlacedOrder: (...args) => atWrite(() => journal.createPlacedOrder(...args)),
  movePlacedOrder: (...args) => atWrite(() => journal.movePlacedOrder(...args)),
})

const { services } = await startLife({ file, exchangeUrl, wrap: withEnd })
while (services.connection.getState().status !== 'online') await sleep(10)
await signInPatiently(services)
process.stdout.write('ready\n')
for (let cents = Number(firstCents); ; cents += 1) {
  const { ticketId } = services.trading.openTicket()
  // Far below the market, and no other order has this price.
  const order = {
    type: 'limit',
    market: 'ethusdc',
    side: 'buy',
    amount: '0.01',
    price: String(cents / 100),
  } as const
  await services.trading.place({ ticketId, order })
}
