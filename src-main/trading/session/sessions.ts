// The trading session that runs, if any: how long it lasts, what it has used up, and what ends it. Decides nothing about an order.
import { EventEmitter } from 'node:events'
import type { NetworkKind } from '../../../src-preload/contract/accounts/accounts.ts'
import type { SessionState, TradingSession } from '../../../src-preload/contract/trading/trading-session.ts'
import {
  sessionIdleMs,
  type SessionEndReason,
  type SessionLimits,
} from '../../../src-preload/domain/accounts/session-limits.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { createSessionLedger, type SessionLedger } from './session-ledger.ts'
import { type SessionUse, sumLeft } from './session-rules.ts'
import type { Tools } from '../../tools.ts'

const MINUTE_MS = 60_000
/** How often the clocks and the system's input are looked at. */
const LOOK_EVERY_MS = 1_000
/** The computer slept without saying so when so much time went by between two looks. */
const SLEPT_MS = 30_000

/** What a person granted in the secure window. */
export interface SessionGrant {
  readonly accountId: string
  readonly network: NetworkKind
  readonly host: string
  readonly limits: SessionLimits
  readonly largestLoss: string
}

export interface SessionsEvents {
  started: [session: TradingSession]
  /** Also before a session is replaced. */
  ended: [reason: SessionEndReason, session: TradingSession]
  /** The session, or what is left of it, is another. */
  changed: []
}

/** One that runs. It is over for good once `isOver`. */
export interface RunningSession {
  readonly id: string
  readonly accountId: string
  readonly limits: SessionLimits
  readonly ledger: Pick<SessionLedger, 'reserve'>
  use(): SessionUse
  /** Aborted when it ends: what it has not signed and sent by then never is. */
  readonly signal: AbortSignal
  isOver(): boolean
}

interface Running extends SessionGrant {
  readonly id: string
  readonly startedAtMs: number
  readonly endsAtMs: number
  readonly endsAtMonotonicMs: number
  readonly ledger: SessionLedger
  readonly stopper: AbortController
}

export interface SessionsOptions extends Pick<Tools, 'clock' | 'monotonicMs' | 'every' | 'log'> {
  /** Seconds since the last input anywhere on this computer, as the system tells it; infinite while its screen is locked. */
  readonly idleSeconds: () => number
  readonly createId: () => string
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(options: SessionsOptions) {
  const { clock, monotonicMs, log } = options
  const events = new EventEmitter<SessionsEvents>()
  let running: Running | null = null
  let lastEnd: SessionState['lastEnd'] = null
  let stopLooking: (() => void) | null = null
  let lastLookMs = 0

  function describe({ ledger, ...grant }: Running): TradingSession {
    const { id, accountId, network, host, largestLoss, startedAtMs, endsAtMs } = grant
    const use = ledger.use()
    const limits = { ...grant.limits, markets: [...grant.limits.markets] }
    const left = {
      sum: sumLeft(limits, use),
      signatures: Math.max(0, limits.signatures - use.signatures),
    }
    return { id, accountId, network, host, limits, largestLoss, startedAtMs, endsAtMs, left }
  }

  function end(reason: SessionEndReason): void {
    if (running === null) return
    const ended = describe(running)
    const { stopper } = running
    running = null
    stopper.abort(new AppError('cancelled', { reason: 'sessionOver' }))
    stopLooking?.()
    stopLooking = null
    lastEnd = { reason, atMs: clock.now() }
    log.info('trading', 'session ended', { why: reason })
    events.emit('ended', reason, ended)
    events.emit('changed')
  }

  /** Ends what must have ended by now. */
  function look(): void {
    if (running === null) return
    const nowMs = clock.now()
    const idleSeconds = options.idleSeconds()
    // By both clocks: the wall clock can be set back, and the other one may stand still while the computer sleeps.
    if (nowMs >= running.endsAtMs || monotonicMs() >= running.endsAtMonotonicMs) end('timeOver')
    else if (idleSeconds === Infinity) end('screenLocked')
    else if (idleSeconds * 1_000 >= sessionIdleMs) end('idle')
  }

  /** Looks by the timer, whose absence tells of sleep. */
  function lookRegularly(): void {
    const gapMs = clock.now() - lastLookMs
    lastLookMs = clock.now()
    look()
    if (gapMs >= SLEPT_MS) end('suspended')
  }

  return {
    events: events as Pick<typeof events, 'on' | 'off'>,

    /** Begins a session that a person has granted, in the place of one that runs. */
    start(grant: SessionGrant): TradingSession {
      end('replaced')
      const startedAtMs = clock.now()
      const lastsMs = grant.limits.minutes * MINUTE_MS
      lastLookMs = startedAtMs
      running = {
        ...grant,
        id: options.createId(),
        startedAtMs,
        endsAtMs: startedAtMs + lastsMs,
        endsAtMonotonicMs: monotonicMs() + lastsMs,
        ledger: createSessionLedger(grant.limits, monotonicMs),
        stopper: new AbortController(),
      }
      stopLooking = options.every(LOOK_EVERY_MS, lookRegularly)
      log.info('trading', 'session started', { minutes: grant.limits.minutes })
      const session = describe(running)
      events.emit('started', session)
      events.emit('changed')
      return session
    },

    /** No effect without a session. */
    end,

    /** The account's session, if it runs. */
    of(accountId: string): RunningSession | null {
      look()
      const own = running
      if (own?.accountId !== accountId) return null
      const { id, limits, ledger } = own
      return {
        id,
        accountId,
        limits,
        use: ledger.use,
        signal: own.stopper.signal,
        ledger: {
          reserve(asked) {
            const broken = ledger.reserve(asked)
            if (broken === null) events.emit('changed')
            return broken
          },
        },
        isOver() {
          look()
          return running !== own
        },
      }
    },

    /** An order of a session was signed. */
    noteSigned(ticketId: string): void {
      running?.ledger.noteSigned(ticketId)
    },

    /** An order of a session has ended, or was never signed. */
    noteEnded(ticketId: string): void {
      if (running === null) return
      running.ledger.noteEnded(ticketId)
      events.emit('changed')
    },

    current(): TradingSession | null {
      look()
      return running === null ? null : describe(running)
    },
    lastEnd: (): SessionState['lastEnd'] => lastEnd,
  }
}
