// Owns: starting and stopping the practice exchange: the whole service of the interface on loopback, seeded and
// deterministic. Must not: listen anywhere but on 127.0.0.1, or import electron.
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../../src-preload/domain/errors.ts'
import { systemClock, type Clock } from '../async/clock.ts'
import { CandleBook } from './candles.ts'
import { systemEntropy, type Entropy } from './entropy.ts'
import { createApp, type RequestReport } from './http/app.ts'
import { LoginNonces } from './login-nonces.ts'
import { allListedMs, practiceMarkets } from './markets.ts'
import { OrderHistory } from './order-history.ts'
import type { OrderWorld } from './order-times.ts'
import { PnlBook } from './pnl.ts'
import type { Service } from './service.ts'
import { loadState, saveState, type PracticeState } from './state-file.ts'
import { Tokens } from './tokens.ts'
import { TransferDesk } from './transfers.ts'
import { practiceDefaults } from './defaults.ts'
import { derivePracticeUsers, type PracticeUser } from './users.ts'

export interface PracticeExchangeOptions {
  /** 0 or missing: any free port. */
  readonly port?: number | undefined
  readonly host: '127.0.0.1'
  /** Decides keys, markets and orders; 1 where missing. */
  readonly seed?: number | undefined
  /** Orders of each user at genesis, 0 to 1,000,000; 2,500 where missing. */
  readonly orders?: number | undefined
  /** Life of an access token; 300 where missing. */
  readonly accessTokenSeconds?: number | undefined
  /** Life of a refresh token; one day where missing (SimpleJWT's default; facts, A6). */
  readonly refreshTokenSeconds?: number | undefined
  /** Life of login texts and of transfer nonces; 300 where missing. */
  readonly nonceSeconds?: number | undefined
  /** Keeps genesis and transfers across restarts. */
  readonly stateFile?: string | undefined
  readonly clock?: Clock | undefined
  /** Missing: the clock's now. Rounded down to a whole minute. */
  readonly genesisMs?: number | undefined
  readonly entropy?: Entropy | undefined
  readonly onRequest?: ((report: RequestReport) => void) | undefined
  readonly onFault?: ((error: unknown) => void) | undefined
}

export interface PracticeExchange {
  readonly baseUrl: string
  readonly markets: string[]
  readonly users: PracticeUser[]
  /** Stops listening and drops open connections. */
  close(): Promise<void>
}

const mostOrders = 1_000_000
/** Genesis must leave room for a history after every market was listed. */
const earliestGenesisMs = allListedMs + 60 * 86_400_000
const latestGenesisMs = Date.UTC(2100, 0, 1)

function requireWhole(field: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new AppError('validation', { field, reason: 'out of range', value, least, most })
}

/** The state to go on with: the file's, or a new one. An option that contradicts the file is an error. */
function openState(options: PracticeExchangeOptions, clock: Clock): PracticeState {
  const { stateFile } = options
  const stored = stateFile === undefined ? null : loadState(stateFile)
  if (stored !== null) {
    const asked = { seed: options.seed, orders: options.orders }
    for (const field of ['seed', 'orders'] as const) {
      const value = asked[field]
      if (value !== undefined && value !== stored[field]) {
        throw new AppError('validation', {
          field,
          reason: 'differs from state file',
          value,
          stored: stored[field],
          file: stateFile ?? '',
        })
      }
    }
    return stored
  }
  const genesisMs = Math.floor((options.genesisMs ?? clock.now()) / 60_000) * 60_000
  const state: PracticeState = {
    seed: requireWhole('seed', options.seed ?? practiceDefaults.seed, 0, 0xffff_ffff),
    orders: requireWhole('orders', options.orders ?? practiceDefaults.orders, 0, mostOrders),
    genesisMs: requireWhole('genesisMs', genesisMs, earliestGenesisMs, latestGenesisMs),
    transfers: [],
  }
  if (stateFile !== undefined) saveState(stateFile, state)
  return state
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'in use' : 'not available'
      reject(new AppError('validation', { field: 'port', reason, port }, error))
    })
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') {
        reject(new AppError('internal', { what: 'address of the practice exchange' }))
      } else resolve(address.port)
    })
  })
}

/** Even what is not HTTP gets the envelope, as far as the connection still takes it. */
function answerNonsense(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const line =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const body = JSON.stringify({ status: 'error', message: 'Bad request.', payload: {} })
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  socket.end(`HTTP/1.1 ${line}\r\n${headers}\r\n\r\n${body}`)
}

/**
 * Starts the practice exchange and resolves when it answers.
 * Errors: validation { field: 'port', reason: 'in use' | 'not available', port }; validation for other options out of
 * range; databaseCorrupt, databaseTooNew, databaseUnavailable for the state file.
 */
export async function startPracticeExchange(options: PracticeExchangeOptions): Promise<PracticeExchange> {
  const clock = options.clock ?? systemClock
  const entropy = options.entropy ?? systemEntropy
  const port = requireWhole('port', options.port ?? 0, 0, 65_535)
  const seconds = (field: 'accessTokenSeconds' | 'refreshTokenSeconds' | 'nonceSeconds'): number =>
    requireWhole(field, options[field] ?? practiceDefaults[field], 1, 31_536_000)
  const nonceMs = seconds('nonceSeconds') * 1000
  const accessSeconds = seconds('accessTokenSeconds')
  const refreshSeconds = seconds('refreshTokenSeconds')

  const state = openState(options, clock)
  const users = derivePracticeUsers(state.seed)
  const book = new CandleBook(state.seed)
  const world: OrderWorld = { book, genesisMs: state.genesisMs, historyCount: state.orders }
  const { stateFile } = options
  let baseUrl = ''
  const service: Service = {
    clock,
    book,
    nonces: new LoginNonces(clock, entropy, nonceMs, () => baseUrl),
    tokens: new Tokens(users, clock, entropy, accessSeconds, refreshSeconds),
    desk: new TransferDesk(users, clock, entropy, nonceMs, state.transfers, (transfers) => {
      if (stateFile !== undefined) saveState(stateFile, { ...state, transfers })
    }),
    books: users.map((user) => {
      const orders = new OrderHistory(world, user.index)
      return { orders, pnl: new PnlBook(orders) }
    }),
  }
  for (const { orders } of service.books) await orders.prepare(clock.now())

  const app = createApp(service, { onRequest: options.onRequest, onFault: options.onFault })
  const answer = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Node empties unread bodies by itself, and unlike the adapter's own clean-up keeps the connection for the next call.
    autoCleanupIncoming: false,
    // Reached for requests that are no valid Request at all, such as a bad Host header.
    errorHandler: () =>
      Response.json({ status: 'error', message: 'Bad request.', payload: {} }, { status: 400 }),
  })
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    // HTTP/1.0 knows no Host header, and the adapter needs one.
    if (incoming.httpVersion === '1.0') incoming.headers.host ??= new URL(baseUrl).host
    void answer(incoming, outgoing)
  })
  server.on('clientError', answerNonsense)
  baseUrl = `http://127.0.0.1:${await listen(server, port)}`
  return {
    baseUrl,
    markets: practiceMarkets.map(({ symbol }) => symbol),
    users,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
