// Which streams one connection is to have, which the service has confirmed, and the frames that bring the one to the other.
// Pure. Source: service facts, B13: frames over 512 bytes end the connection, and each answer lists all streams of it.

/** Largest frame that is sent, in bytes. */
export const MAX_SENT_BYTES = 512
/** Most streams of one connection. */
export const MAX_STREAMS = 200
/** An answer that has not come after this long will not come. */
const ANSWER_LIMIT_MS = 10_000
/** What the service refused is asked for again after this long. */
const REFUSED_PAUSE_MS = 60_000
/** After so many unanswered frames in a row the connection is of no use. */
const MAX_UNANSWERED = 2

type SubscriptionEvent = 'subscribe' | 'unsubscribe'

interface SentFrame {
  readonly event: SubscriptionEvent
  readonly names: readonly string[]
  readonly sentAtMs: number
}

const frameOf = (event: SubscriptionEvent, streams: readonly string[]): string =>
  JSON.stringify({ event, streams })

/** Splits names into frames of at most MAX_SENT_BYTES. Names are ASCII, so that characters are bytes. */
export function splitFrames(event: SubscriptionEvent, names: readonly string[]): (readonly string[])[] {
  const frames: string[][] = []
  let current: string[] = []
  for (const name of names) {
    if (current.length > 0 && frameOf(event, [...current, name]).length > MAX_SENT_BYTES) {
      frames.push(current)
      current = []
    }
    current.push(name)
  }
  if (current.length > 0) frames.push(current)
  return frames
}

export class Subscriptions {
  #wanted: ReadonlySet<string> = new Set()
  /** Subscribed to on this connection, by us, whether confirmed or not. */
  readonly #sent = new Set<string>()
  readonly #confirmed = new Set<string>()
  readonly #refusedAtMs = new Map<string, number>()
  /** Frames without an answer, oldest first: the service answers in order. */
  #unanswered: SentFrame[] = []
  #missedAnswers = 0

  /** @param names - streams to have from now on; those beyond MAX_STREAMS are left out */
  want(names: Iterable<string>): void {
    this.#wanted = new Set([...names].slice(0, MAX_STREAMS))
  }

  get wanted(): ReadonlySet<string> {
    return this.#wanted
  }

  isConfirmed(name: string): boolean {
    return this.#confirmed.has(name)
  }

  /** True if the service does not answer subscriptions, so that a new connection is better. */
  get isIgnored(): boolean {
    return this.#missedAnswers >= MAX_UNANSWERED
  }

  /** A new connection has no streams. */
  reset(): void {
    this.#sent.clear()
    this.#confirmed.clear()
    this.#refusedAtMs.clear()
    this.#unanswered = []
    this.#missedAnswers = 0
  }

  /** Forgets that a stream was subscribed to, so that it is subscribed to anew. */
  #forget(name: string): void {
    this.#sent.delete(name)
    this.#confirmed.delete(name)
  }

  /** Frames that are to be sent now. Subscribed names are in `names`. */
  takeFrames(nowMs: number): { readonly frames: readonly string[]; readonly subscribed: readonly string[] } {
    const gone = [...this.#sent].filter((name) => !this.#wanted.has(name))
    const added = [...this.#wanted].filter((name) => !this.#sent.has(name) && !this.#isPausing(name, nowMs))
    for (const name of gone) this.#forget(name)
    for (const name of added) this.#sent.add(name)
    return {
      frames: [...this.#send('unsubscribe', gone, nowMs), ...this.#send('subscribe', added, nowMs)],
      subscribed: added,
    }
  }

  #isPausing(name: string, nowMs: number): boolean {
    const refusedAtMs = this.#refusedAtMs.get(name)
    return refusedAtMs !== undefined && nowMs - refusedAtMs < REFUSED_PAUSE_MS
  }

  #send(event: SubscriptionEvent, names: readonly string[], nowMs: number): string[] {
    return splitFrames(event, names).map((part) => {
      this.#unanswered.push({ event, names: part, sentAtMs: nowMs })
      return frameOf(event, part)
    })
  }

  /** The frames of a new subscription to one stream, which makes the service send its snapshot again. */
  renew(name: string, nowMs: number): readonly string[] {
    if (!this.#sent.has(name)) return []
    this.#confirmed.delete(name)
    return [...this.#send('unsubscribe', [name], nowMs), ...this.#send('subscribe', [name], nowMs)]
  }

  /**
   * An answer came. Returns the streams that it confirms for the first time.
   * @param streams - all streams of the connection, as the service lists them
   */
  answered(event: SubscriptionEvent, streams: readonly string[]): readonly string[] {
    const place = this.#unanswered.findIndex((frame) => frame.event === event)
    const [frame] = place < 0 ? [] : this.#unanswered.splice(place, 1)
    this.#missedAnswers = 0
    if (event === 'unsubscribe') return []
    const named = new Set([...streams, ...(frame?.names ?? [])])
    const confirmed = [...named].filter((name) => this.#sent.has(name) && !this.#confirmed.has(name))
    // While a later frame renews a stream, an earlier answer that lists it confirms the earlier subscription.
    const fresh = confirmed.filter((name) => !this.#unanswered.some(({ names }) => names.includes(name)))
    for (const name of fresh) this.#confirmed.add(name)
    return fresh
  }

  /** The service answered with an error, which says not to what: it is taken for the oldest frame without an answer. */
  refused(nowMs: number): void {
    const frame = this.#unanswered.shift()
    this.#missedAnswers = 0
    if (frame?.event !== 'subscribe') return
    for (const name of frame.names) {
      this.#forget(name)
      this.#refusedAtMs.set(name, nowMs)
    }
  }

  /** Call about once a second: what was not answered is sent again with the next frames. */
  tick(nowMs: number): void {
    const late = this.#unanswered.filter(({ sentAtMs }) => nowMs - sentAtMs >= ANSWER_LIMIT_MS)
    if (late.length === 0) return
    this.#missedAnswers += 1
    this.#unanswered = this.#unanswered.filter((frame) => !late.includes(frame))
    for (const { event, names } of late) {
      if (event === 'subscribe') for (const name of names) if (!this.#confirmed.has(name)) this.#forget(name)
    }
  }
}
