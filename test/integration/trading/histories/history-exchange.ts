// The practice exchange without sockets, for histories of orders: its own application, every fault of its calls, and a line to it
// that fails as it is told.
import type { Clock } from '../../../../src-main/async/clock.ts'
import type { Fetch } from '../../../../src-main/exchange/http.ts'
import { systemEntropy } from '../../../../src-main/practice/entropy.ts'
import { type CallFault, Faults, type FaultOptions, noFaults } from '../../../../src-main/practice/faults.ts'
import { createApp } from '../../../../src-main/practice/http/app.ts'
import { createService, startService } from '../../../../src-main/practice/create-service.ts'
import type { OrderNonce } from '../../../../src-main/practice/trading/trading-file.ts'
import { openTradingFile } from '../../../../src-main/practice/trading/trading-file.ts'
import { isOpen } from '../../../../src-main/practice/trading/user-order.ts'
import { derivePracticeUsers } from '../../../../src-main/practice/users.ts'

export const baseUrl = 'http://127.0.0.1:9'
const practiceSeed = 7
const yearSeconds = 31_536_000
/** Accepted so much later. */
export const lateSeconds = 60

/** What happens to a call on its way. */
export const lineFaults = [
  'refuseConnection',
  'loseRequest',
  'loseAnswer',
  'arriveTwice',
  'forbiddenPage',
  'pageAfterwards',
] as const
export type LineFault = (typeof lineFaults)[number]

/** What goes wrong now; everything else goes well. */
export interface Trouble {
  readonly calls: readonly CallFault[]
  readonly line: LineFault | null
  /** Listings tell rows only once they are so old. */
  readonly lagSeconds: number
  readonly dateOffSeconds: number
}
export const noTrouble: Trouble = { calls: [], line: null, lagSeconds: 0, dateOffSeconds: 0 }

export interface SentCall {
  readonly kind: 'nonce' | 'create'
  readonly body: Readonly<Record<string, unknown>>
}

const page = (status: number): Response =>
  new Response('<html></html>', { status, headers: { 'content-type': 'text/html' } })

function brokenLine(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
}

const kindOf = (path: string): SentCall['kind'] | null =>
  path.endsWith('/orders/create/') ? 'create' : path.endsWith('/orders/nonce/') ? 'nonce' : null

export type HistoryExchange = Awaited<ReturnType<typeof openHistoryExchange>>

export async function openHistoryExchange(clock: Clock, faultSeed: number) {
  const [user, other] = derivePracticeUsers(practiceSeed)
  if (user === undefined || other === undefined) throw new Error('no practice users')
  const shares: Partial<Record<CallFault, number>> = {}
  const options: { -readonly [Key in keyof FaultOptions]: FaultOptions[Key] } = {
    ...noFaults,
    shares,
    lateSeconds,
  }
  const world = { seed: practiceSeed, genesisMs: Math.floor(clock.now() / 60_000) * 60_000 }
  const own: unknown[] = []
  const service = createService({
    clock,
    entropy: systemEntropy,
    state: { ...world, orders: 0, transfers: [] },
    saveTransfers: () => undefined,
    file: openTradingFile(':memory:', world),
    origin: () => baseUrl,
    nonceMs: yearSeconds * 1000,
    accessSeconds: yearSeconds,
    refreshSeconds: yearSeconds,
    latencyMs: 0,
    balanceIncludesLocked: false,
    waitingStop: 'pending',
    faults: new Faults(options, faultSeed),
    onFault: (error) => own.push(error),
  })
  await startService(service)
  // A transfer that waits for its signature, whose hash may be given for an order.
  service.transfers.initiate(user, {
    reference: null,
    currency: 'usdc',
    microUsdc: 1_000_000n,
    destination: other.ethereumAddress,
  })
  const app = createApp(service, { onFault: (error) => own.push(error) })
  const met = new Set<string>()
  let line: LineFault | null = null
  let inFlight = 0

  async function deliver(url: string, { method, headers, body }: RequestInit): Promise<Response> {
    const connection = { isCut: false }
    const outgoing = { destroy: () => (connection.isCut = true) }
    const answer = await app.fetch(new Request(url, { method, headers, body } as RequestInit), { outgoing })
    if (connection.isCut) throw brokenLine('ECONNRESET')
    return answer
  }

  async function send(url: string, init: RequestInit, onCall: (call: SentCall) => void): Promise<Response> {
    const kind = kindOf(new URL(url).pathname)
    if (kind === null) return deliver(url, init)
    const fault = kind === 'create' ? line : null
    if (fault !== null) met.add(fault)
    if (fault === 'refuseConnection') throw brokenLine('ECONNREFUSED')
    onCall({ kind, body: JSON.parse(typeof init.body === 'string' ? init.body : '{}') as SentCall['body'] })
    if (fault === 'loseRequest') throw brokenLine('ECONNRESET')
    if (fault === 'forbiddenPage') return page(403)
    if (fault === 'arriveTwice') await deliver(url, init)
    const answer = await deliver(url, init)
    if (fault === 'loseAnswer') throw brokenLine('ECONNRESET')
    return fault === 'pageAfterwards' ? page(502) : answer
  }

  return {
    user,
    met,
    /** Faults of the exchange's own. */
    faults: own,
    isBusy: () => inFlight > 0,
    setTrouble({ calls, line: next, lagSeconds, dateOffSeconds }: Trouble): void {
      for (const fault of Object.keys(shares) as CallFault[]) shares[fault] = 0
      for (const fault of calls) {
        shares[fault] = 1
        met.add(fault)
      }
      line = next
      options.listLagSeconds = lagSeconds
      options.dateOffSeconds = dateOffSeconds
    },
    /** A fetch that reports the calls that place orders, before anything of them is done. */
    fetchOver:
      (onCall: (call: SentCall) => void): Fetch =>
      async (url, init) => {
        inFlight += 1
        try {
          return await send(url, init, onCall)
        } finally {
          inFlight -= 1
        }
      },
    /** All nonces that the user was given, each with the order that came of it. */
    nonces: (): OrderNonce[] => service.desk.nonces.of(user.index),
    order: (id: number) => service.desk.ledger.orders.get(id),
    isOpen: (id: number): boolean => {
      const order = service.desk.ledger.orders.get(id)
      return order !== undefined && isOpen(order)
    },
    close: () => service.desk.floor.close(),
  }
}
