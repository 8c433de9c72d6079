// Starts and stops the practice exchange: the whole API on 127.0.0.1, seeded and deterministic. Runs without Electron.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../../src-preload/domain/errors.ts'
import { systemClock, type Clock } from '../async/clock.ts'
import { systemEntropy, type Entropy } from './entropy.ts'
import { createApp, type RequestReport } from './http/app.ts'
import { allListedMs, practiceMarkets } from './markets/markets.ts'
import { loadState, saveState, type PracticeState } from './state-file.ts'
import { noStreamFaults } from './streams/stream-faults.ts'
import { openStreamServer, type StreamServerOptions } from './streams/stream-server.ts'
import type { OrderLedger } from './trading/order-ledger.ts'
import { openTradingFile, type TradingContent } from './trading/trading-file.ts'
import { createService, startService } from './create-service.ts'
import { practiceDefaults } from './defaults.ts'
import { type FaultOptions, Faults, noFaults } from './faults.ts'
import type { PracticeUser } from './users.ts'

/**
 * Of an idle connection. With Node's 5 s, a process that runs both ends and is busy or asleep for longer would close a connection
 * in the very turn in which it writes a request to it, and the outcome of an order would be unknown.
 */
const KEEP_ALIVE_MS = 300_000

export interface PracticeExchangeOptions {
  /** Default 0: any free port. */
  readonly port?: number | undefined
  readonly host: '127.0.0.1'
  /** Determines keys, markets and orders; default 1. */
  readonly seed?: number | undefined
  /** Orders per user at genesis, 0 to 1,000,000; default 2,500. */
  readonly orders?: number | undefined
  /** Lifetime of an access token; default 300. */
  readonly accessTokenSeconds?: number | undefined
  /** Lifetime of a refresh token; default one day (SimpleJWT's default; facts, A6). */
  readonly refreshTokenSeconds?: number | undefined
  /** Lifetime of login texts and of transfer nonces; default 300. */
  readonly nonceSeconds?: number | undefined
  /** Persists genesis and transfers across restarts. */
  readonly stateFile?: string | undefined
  readonly clock?: Clock | undefined
  /** Default: the clock's current time. Rounded down to a whole minute. */
  readonly genesisMs?: number | undefined
  readonly entropy?: Entropy | undefined
  /** Between an answer and what it announced; default 100. */
  readonly latencyMs?: number | undefined
  /** Whether `balance` tells what is locked too; default false, as upstream. */
  readonly balanceIncludesLocked?: boolean | undefined
  /** The state of a stop limit that waits for its trigger, which the facts leave open; default pending. */
  readonly waitingStop?: 'pending' | 'wait' | undefined
  readonly faults?: Partial<FaultOptions> | undefined
  /** Decides which calls and messages faults meet; default: the seed. */
  readonly faultSeed?: number | undefined
  /** How much faster than the clock the exchange's time goes; default 1. */
  readonly speed?: number | undefined
  /** How streams behave; by default as upstream's, without faults. */
  readonly streams?: Partial<StreamServerOptions> | undefined
  readonly onRequest?: ((report: RequestReport) => void) | undefined
  readonly onFault?: ((error: unknown) => void) | undefined
}

export interface PracticeExchange {
  readonly baseUrl: string
  readonly markets: string[]
  readonly users: PracticeUser[]
  /** What trades moved to the house and the fee account and away from the users, in 10^-20 of a currency. */
  readonly movedOf: OrderLedger['movedOf']
  /** Stops listening and drops open connections. */
  close(): Promise<void>
}

const maxOrders = 1_000_000
/** Genesis must leave room for an order history after all markets were listed. */
const earliestGenesisMs = allListedMs + 60 * 86_400_000
const latestGenesisMs = Date.UTC(2100, 0, 1)

function requireWhole(field: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new AppError('validation', { field, reason: 'out of range', value, least, most })
}

/** The state of the file, or a new one. An option that contradicts the file is an error. */
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
    orders: requireWhole('orders', options.orders ?? practiceDefaults.orders, 0, maxOrders),
    genesisMs: requireWhole('genesisMs', genesisMs, earliestGenesisMs, latestGenesisMs),
    transfers: [],
  }
  if (stateFile !== undefined) saveState(stateFile, state)
  return state
}

/** A clock that goes faster from now on, and that never shows a time before `leastMs`: an earlier run may have gone fast. */
function speedUp(clock: Clock, leastMs: number, speed: number): Clock {
  const baseMs = clock.now()
  const startMs = Math.max(baseMs, leastMs)
  if (speed === 1 && startMs === baseMs) return clock
  return { now: () => startMs + (clock.now() - baseMs) * speed }
}

/** The newest time in the orders' file; 0 without any. */
function newestOf({ orders, trades }: TradingContent): number {
  const times = [
    ...orders.map(({ updated_ms: timeMs }) => timeMs),
    ...trades.map(({ time_ms: timeMs }) => timeMs),
  ]
  return times.reduce((newest, timeMs) => Math.max(newest, timeMs), 0)
}

/** Users' orders lie beside the state file. */
function ordersFileOf(stateFile: string | undefined): string {
  return stateFile === undefined ? ':memory:' : `${stateFile.replace(/\.json$/, '')}-orders.sqlite`
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

/** Answers invalid HTTP with the error envelope while the connection is writable. */
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
 * Starts the practice exchange and resolves once it accepts requests.
 * Errors: validation { field: 'port', reason: 'in use' | 'not available', port }; validation for other options out of range;
 * databaseCorrupt, databaseTooNew, databaseUnavailable for the state file.
 */
export async function startPracticeExchange(options: PracticeExchangeOptions): Promise<PracticeExchange> {
  const realClock = options.clock ?? systemClock
  const entropy = options.entropy ?? systemEntropy
  const port = requireWhole('port', options.port ?? 0, 0, 65_535)
  const seconds = (field: 'accessTokenSeconds' | 'refreshTokenSeconds' | 'nonceSeconds'): number =>
    requireWhole(field, options[field] ?? practiceDefaults[field], 1, 31_536_000)
  const nonceMs = seconds('nonceSeconds') * 1000
  const accessSeconds = seconds('accessTokenSeconds')
  const refreshSeconds = seconds('refreshTokenSeconds')

  const speed = requireWhole('speed', options.speed ?? 1, 1, 1_000)
  const state = openState(options, realClock)
  const { stateFile } = options
  const file = openTradingFile(ordersFileOf(stateFile), state)
  const clock = speedUp(realClock, newestOf(file.content), speed)
  let baseUrl = ''
  const onFault = options.onFault ?? (() => undefined)
  const service = createService({
    clock,
    entropy,
    state,
    saveTransfers: (transfers) => {
      if (stateFile !== undefined) saveState(stateFile, { ...state, transfers })
    },
    file,
    origin: () => baseUrl,
    nonceMs,
    accessSeconds,
    refreshSeconds,
    latencyMs: requireWhole('latencyMs', options.latencyMs ?? practiceDefaults.latencyMs, 0, 60_000),
    balanceIncludesLocked: options.balanceIncludesLocked ?? false,
    waitingStop: options.waitingStop ?? 'pending',
    faults: new Faults({ ...noFaults, ...options.faults }, options.faultSeed ?? state.seed),
    onFault,
  })

  const app = createApp(service, { onRequest: options.onRequest, onFault: options.onFault })
  const answer = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Node discards unread bodies by itself and, unlike the adapter's cleanup, keeps the connection alive.
    autoCleanupIncoming: false,
    // Reached by requests that cannot become a Request, such as one with a bad Host header.
    errorHandler: () =>
      Response.json({ status: 'error', message: 'Bad request.', payload: {} }, { status: 400 }),
  })
  // Other protocols than WebSocket are asked for by clients that go on without (h2c).
  const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket'
  const serverOptions = { requireHostHeader: false, shouldUpgradeCallback, keepAliveTimeout: KEEP_ALIVE_MS }
  const server = createServer(serverOptions, (incoming, outgoing) => {
    // HTTP/1.0 has no Host header, but the adapter needs one.
    if (incoming.httpVersion === '1.0') incoming.headers.host ??= new URL(baseUrl).host
    void answer(incoming, outgoing)
  })
  server.on('clientError', answerNonsense)
  const streams = openStreamServer(server, service, {
    snapshots: true,
    globalTickers: false,
    faults: noStreamFaults,
    faultSeed: options.faultSeed ?? state.seed,
    privateSeconds: null,
    onFault,
    ...options.streams,
  })
  try {
    await startService(service)
    baseUrl = `http://127.0.0.1:${await listen(server, port)}`
  } catch (error) {
    streams.close()
    service.desk.floor.close()
    server.close()
    throw error
  }
  return {
    baseUrl,
    markets: practiceMarkets.map(({ symbol }) => symbol),
    users: [...service.users],
    movedOf: (account, currency) => service.desk.ledger.movedOf(account, currency),
    close: () =>
      new Promise((resolve) => {
        streams.close()
        service.desk.floor.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
