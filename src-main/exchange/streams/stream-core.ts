// The state machine of one connection: messages in, events out; when to connect, what to send, when the line is dead. Pure:
// the socket and the clock are outside, and time only goes forward.
import type { StreamFault } from '../../../src-preload/domain/stream-faults.ts'
import { readFrame, type StreamMessage } from './stream-messages.ts'
import { Subscriptions } from './subscriptions.ts'

export type StreamState =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting' }
  | { readonly status: 'open' }
  /** Connects again at `retryAtMs`, or on retry. */
  | { readonly status: 'waiting'; readonly fault: StreamFault; readonly retryAtMs: number }

/** What the core wants of its owner. */
export interface StreamCorePorts {
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly connect: () => void
  /** Sends a text frame. */
  readonly send: (text: string) => void
  /** Sends a ping of the protocol. */
  readonly ping: () => void
  /** Ends the socket, which reports no more. */
  readonly cut: () => void
  readonly onMessage: (message: StreamMessage, nowMs: number) => void
  /** Streams whose subscription was sent. */
  readonly onSubscribed: (names: readonly string[], nowMs: number) => void
  /** Streams that the service has confirmed. */
  readonly onConfirmed: (names: readonly string[], nowMs: number) => void
  /** The connection is gone: what was sent meanwhile is lost. */
  readonly onLost: (nowMs: number) => void
}

/** Pauses between attempts, each drawn from its upper half so that clients spread out; the last one repeats. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const
/** A connection that was open so long begins the pauses anew. */
const STEADY_MS = 30_000
/** After so long without any frame a ping asks whether the line is alive. */
const PING_AFTER_MS = 12_000
/** An answer to it must come within this time. */
const PONG_LIMIT_MS = 8_000
/** After sleep the line is probably dead, which shows sooner. */
const WAKE_PONG_LIMIT_MS = 3_000

export class StreamCore {
  readonly subscriptions = new Subscriptions()
  readonly #ports: StreamCorePorts
  #state: StreamState = { status: 'idle' }
  #failures = 0
  #openedAtMs = 0
  #aliveAtMs = 0
  #pongDueMs: number | null = null

  constructor(ports: StreamCorePorts) {
    this.#ports = ports
  }

  get state(): StreamState {
    return this.#state
  }

  /** When the last frame of any kind came, on the clock that is handed in; 0 for never. */
  get aliveAtMs(): number {
    return this.#aliveAtMs
  }

  /** Changes what is subscribed to. The first wish connects, and without any the connection ends. */
  want(names: Iterable<string>, nowMs: number): void {
    this.subscriptions.want(names)
    if (this.subscriptions.wanted.size === 0) this.stop(nowMs)
    else if (this.#state.status === 'idle') this.#connect()
    else if (this.#state.status === 'open') this.#subscribe(nowMs)
  }

  #connect(): void {
    this.#state = { status: 'connecting' }
    this.#ports.connect()
  }

  #subscribe(nowMs: number): void {
    const { frames, subscribed } = this.subscriptions.takeFrames(nowMs)
    for (const frame of frames) this.#ports.send(frame)
    if (subscribed.length > 0) this.#ports.onSubscribed(subscribed, nowMs)
  }

  /** Subscribes to one stream anew, for a snapshot. No effect while it is not open. */
  renew(name: string, nowMs: number): void {
    if (this.#state.status !== 'open') return
    const frames = this.subscriptions.renew(name, nowMs)
    for (const frame of frames) this.#ports.send(frame)
    if (frames.length > 0) this.#ports.onSubscribed([name], nowMs)
  }

  opened(nowMs: number): void {
    if (this.#state.status !== 'connecting') return
    this.#state = { status: 'open' }
    this.#openedAtMs = nowMs
    this.#aliveAtMs = nowMs
    this.#pongDueMs = null
    this.subscriptions.reset()
    this.#subscribe(nowMs)
  }

  /** A frame of any kind came. */
  alive(nowMs: number): void {
    this.#aliveAtMs = nowMs
    this.#pongDueMs = null
  }

  /** A text frame came. */
  text(text: string, nowMs: number): void {
    if (this.#state.status !== 'open') return
    this.alive(nowMs)
    for (const message of readFrame(text)) this.#take(message, nowMs)
  }

  #take(message: StreamMessage, nowMs: number): void {
    if (message.kind === 'ping') this.#ports.send('pong')
    else if (message.kind === 'error') this.subscriptions.refused(nowMs)
    else if (message.kind === 'unsubscribed') this.subscriptions.answered('unsubscribe', message.streams)
    else if (message.kind === 'subscribed') {
      const names = this.subscriptions.answered('subscribe', message.streams)
      if (names.length > 0) this.#ports.onConfirmed(names, nowMs)
    }
    this.#ports.onMessage(message, nowMs)
  }

  /**
   * The socket has ended, or could not be opened.
   * @param waitMs - the shortest pause, where the service asked for one
   */
  closed(fault: StreamFault, nowMs: number, waitMs = 0): void {
    if (this.#state.status === 'open') this.#noteEnd(nowMs)
    else if (this.#state.status !== 'connecting') return
    const stepMs = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)] ?? 0
    this.#failures += 1
    const pauseMs = Math.max(stepMs * (0.5 + this.#ports.random() / 2), waitMs)
    this.#state = { status: 'waiting', fault, retryAtMs: nowMs + pauseMs }
  }

  #noteEnd(nowMs: number): void {
    if (nowMs - this.#openedAtMs >= STEADY_MS) this.#failures = 0
    this.#ports.onLost(nowMs)
  }

  /** Ends the connection here; it is made again after a pause. */
  cut(fault: StreamFault, nowMs: number): void {
    if (this.#state.status !== 'open' && this.#state.status !== 'connecting') return
    this.#ports.cut()
    this.closed(fault, nowMs)
  }

  /** Ends the connection until it is wanted again. */
  stop(nowMs: number): void {
    if (this.#state.status === 'open') this.#noteEnd(nowMs)
    if (this.#state.status === 'open' || this.#state.status === 'connecting') this.#ports.cut()
    this.#state = { status: 'idle' }
    this.#failures = 0
  }

  /** Connects now instead of at the next attempt; asks an open line whether it is alive, as after sleep. */
  retry(nowMs: number): void {
    if (this.#state.status === 'waiting') {
      this.#failures = 0
      this.#connect()
    } else if (this.#state.status === 'open') this.#askForPong(nowMs, WAKE_PONG_LIMIT_MS)
  }

  #askForPong(nowMs: number, limitMs: number): void {
    this.#pongDueMs = Math.min(this.#pongDueMs ?? Infinity, nowMs + limitMs)
    this.#ports.ping()
  }

  /** Call about twice a second. */
  tick(nowMs: number): void {
    if (this.#state.status === 'waiting' && nowMs >= this.#state.retryAtMs) this.#connect()
    if (this.#state.status !== 'open') return
    if (this.#pongDueMs !== null && nowMs >= this.#pongDueMs) {
      this.cut('silent', nowMs)
      return
    }
    if (this.#pongDueMs === null && nowMs - this.#aliveAtMs >= PING_AFTER_MS) {
      this.#askForPong(nowMs, PONG_LIMIT_MS)
    }
    this.subscriptions.tick(nowMs)
    if (this.subscriptions.isIgnored) this.cut('ignored', nowMs)
    else this.#subscribe(nowMs)
  }
}
