// The practice exchange without sockets, for the model of transfers: its own application and ledger, and a line to it that fails
// as it is told.
import type { Clock } from '../../../src-main/async/clock.ts'
import type { Fetch } from '../../../src-main/exchange/http.ts'
import { systemEntropy } from '../../../src-main/practice/entropy.ts'
import { Faults, noFaults } from '../../../src-main/practice/faults.ts'
import { createApp } from '../../../src-main/practice/http/app.ts'
import { createService } from '../../../src-main/practice/create-service.ts'
import type { StoredTransfer as LedgerEntry } from '../../../src-main/practice/state-file.ts'
import { openTradingFile } from '../../../src-main/practice/trading/trading-file.ts'
import { openingFunds } from '../../../src-main/practice/transfers.ts'
import { derivePracticeUsers, type PracticeUser } from '../../../src-main/practice/users.ts'

export const callKinds = ['initiate', 'process', 'lookUp'] as const
export type CallKind = (typeof callKinds)[number]

/** What happens to one call on its way. `leave…` is for the caller: it goes while the call is under way. */
export const lineFaults = [
  'refuseConnection',
  'loseRequest',
  'arriveLate',
  'loseAnswer',
  'refuseToken',
  'slowDown',
  'fail',
  'forbiddenPage',
  'pageAfterwards',
  'otherTransfer',
  'arriveTwice',
  'leaveBefore',
  'leaveAfter',
] as const
export type LineFault = (typeof lineFaults)[number]

/** What the exchange was asked, as it was sent. */
export interface SentCall {
  readonly kind: CallKind
  readonly body: Readonly<Record<string, unknown>>
}

export interface Line {
  /** Called before anything of the call is done. */
  readonly onCall: (call: SentCall) => void
  readonly faultOf: (kind: CallKind) => LineFault | null
  readonly leave: () => void
}

export const practiceSeed = 7
export const baseUrl = 'http://127.0.0.1:9'
const transfersPath = '/sapi/v1/internal_transfers/v2/'
const html = '<html><title>gateway</title></html>'

const kindOf = (path: string): CallKind | null => {
  if (!path.startsWith(transfersPath)) return null
  const word = path.slice(transfersPath.length)
  if (word === 'initiate/') return 'initiate'
  if (word === 'process/') return 'process'
  return word === 'check_user_exists/' ? null : 'lookUp'
}

function brokenLine(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
}

const page = (status: number): Response =>
  new Response(html, { status, headers: { 'content-type': 'text/html' } })

const refusal = (status: number, message: string, payload: unknown): Response =>
  Response.json({ status: 'error', message, payload }, { status })

export type ModelExchange = ReturnType<typeof openModelExchange>

export function openModelExchange(clock: Clock) {
  const users = derivePracticeUsers(practiceSeed)
  /** Everything that was ever started, also what the exchange has thrown away since; by hash. */
  const ledger = new Map<string, LedgerEntry>()
  const faults: unknown[] = []
  const world = { seed: practiceSeed, genesisMs: Math.floor(clock.now() / 60_000) * 60_000 }
  const service = createService({
    clock,
    entropy: systemEntropy,
    state: { ...world, orders: 0, transfers: [] },
    saveTransfers: (transfers) => {
      for (const transfer of transfers) ledger.set(transfer.msgHash, transfer)
    },
    file: openTradingFile(':memory:', world),
    origin: () => baseUrl,
    nonceMs: 300_000,
    accessSeconds: 300,
    refreshSeconds: 86_400,
    latencyMs: 0,
    balanceIncludesLocked: false,
    waitingStop: 'pending',
    faults: new Faults(noFaults, practiceSeed),
    onFault: (error) => faults.push(error),
  })
  const { transfers: desk } = service
  const app = createApp(service, { onFault: (error) => faults.push(error) })
  const late: (() => Promise<Response>)[] = []
  let isDown = false
  let inFlight = 0

  async function deliver(url: string, { method, headers, body }: RequestInit): Promise<Response> {
    return app.fetch(new Request(url, { method, headers, body } as RequestInit))
  }

  /** An answer about something else than was asked. What is to be signed is then that of the transfer before. */
  async function tellOther(answer: Response, before: unknown): Promise<Response> {
    const told = (await answer.json()) as { payload: Record<string, unknown> }
    if (answer.status !== 200) return Response.json(told, { status: answer.status })
    const { payload } = told
    const other = 'amount' in payload ? { ...payload, amount: '7.7700000000000000' } : (before ?? payload)
    return Response.json({ ...told, payload: other })
  }

  /** A fetch whose calls about transfers meet the faults of the line. */
  function fetchOver(line: Line): Fetch {
    let lastToSign: unknown = null

    async function send(url: string, init: RequestInit): Promise<Response> {
      const kind = kindOf(new URL(url).pathname)
      if (kind === null) {
        if (isDown) throw brokenLine('ECONNREFUSED')
        return deliver(url, init)
      }
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as SentCall['body']) : {}
      line.onCall({ kind, body })
      if (isDown) throw brokenLine('ECONNREFUSED')
      const fault = line.faultOf(kind)
      switch (fault) {
        case 'refuseConnection':
          throw brokenLine('ECONNREFUSED')
        case 'loseRequest':
          throw brokenLine('ECONNRESET')
        case 'arriveLate':
          late.push(() => deliver(url, init))
          throw brokenLine('ECONNRESET')
        case 'refuseToken':
          return refusal(401, 'Given token not valid for any token type', {
            token_class: 'AccessToken',
            token_type: 'access',
            message: 'Token is invalid or expired',
            code: 'token_not_valid',
          })
        case 'slowDown':
          return refusal(429, 'Request was throttled.', {})
        case 'fail':
          return refusal(500, 'Internal Server Error', {})
        case 'forbiddenPage':
          return page(403)
        case 'leaveBefore':
          line.leave()
          break
        case 'arriveTwice':
          await deliver(url, init)
          break
        default:
      }
      const answer = await deliver(url, init)
      if (fault === 'loseAnswer') throw brokenLine('ECONNRESET')
      if (fault === 'pageAfterwards') return page(502)
      if (fault === 'leaveAfter') line.leave()
      if (fault === 'otherTransfer') return tellOther(answer, lastToSign)
      if (fault === null && kind === 'initiate' && answer.status === 200) {
        lastToSign = ((await answer.clone().json()) as { payload: unknown }).payload
      }
      return answer
    }

    return async (url, init) => {
      inFlight += 1
      try {
        return await send(url, init)
      } finally {
        inFlight -= 1
      }
    }
  }

  return {
    users,
    desk,
    ledger: ledger as ReadonlyMap<string, LedgerEntry>,
    /** Faults of the exchange's own. */
    faults: faults as readonly unknown[],
    fetchOver,
    isBusy: () => inFlight > 0,
    setDown(down: boolean): void {
      isDown = down
    },
    async deliverLate(): Promise<void> {
      for (const one of late.splice(0)) await one()
    },
    user(index: number): PracticeUser {
      const found = users[index]
      if (found === undefined) throw new Error('no practice user')
      return found
    },
    /** What is left to each, in 10^-6 USDC, by the exchange's own count; and what there was in all. */
    balances: () => users.map((user) => desk.totals(user)).map(({ received, sent }) => received - sent),
    openingFunds,
  }
}
