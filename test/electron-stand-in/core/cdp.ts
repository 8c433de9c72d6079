// Owns the conversation with the browser over its debugging pipe: typed commands, events, one session per page.
// It must not know what the commands are for.
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }
type Commands = Protocol.CommandParameters
type Results = Protocol.CommandReturnValues
type Events = Protocol.Events

interface Waiting {
  method: string
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

type Message =
  | { id: number; result?: unknown; error?: { message: string } }
  | { id?: undefined; method: string; params: unknown; sessionId?: string }

/** One attached target, or the browser itself. */
export class CdpSession {
  readonly #connection: CdpConnection
  readonly #id: string | undefined
  readonly #listeners = new Map<string, ((params: unknown) => void)[]>()

  constructor(connection: CdpConnection, id: string | undefined) {
    this.#connection = connection
    this.#id = id
  }

  /** Sends a command; rejects with the browser's own message, or when the pipe is closed. */
  async send<M extends keyof Commands>(method: M, params?: Commands[M]): Promise<Results[M]> {
    return (await this.#connection.send(method, params ?? {}, this.#id)) as Results[M]
  }

  /** Sends a command whose failure is expected once the page is gone, and of no interest. */
  tell<M extends keyof Commands>(method: M, params?: Commands[M]): void {
    this.send(method, params).catch((error: unknown) => this.#connection.trace('!!', error))
  }

  on<E extends keyof Events>(event: E, listener: (params: Events[E]) => void): void {
    const list = this.#listeners.get(event) ?? []
    this.#listeners.set(event, [...list, listener as (params: unknown) => void])
  }

  /** Called by the connection only. */
  dispatch(event: string, params: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(params)
  }
}

/** The pipe: JSON messages with a NUL byte after each. */
export class CdpConnection {
  readonly root: CdpSession = new CdpSession(this, undefined)
  readonly #writable: Writable
  readonly #sessions = new Map<string | undefined, CdpSession>([[undefined, this.root]])
  readonly #waiting = new Map<number, Waiting>()
  readonly #isTraced: boolean
  #lastId = 0
  #isClosed = false

  constructor(writable: Writable, readable: Readable, isTraced = false) {
    this.#writable = writable
    this.#isTraced = isTraced
    let parts: Buffer[] = []
    readable.on('data', (chunk: Buffer) => {
      let start = 0
      for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
        parts.push(chunk.subarray(start, end))
        const text = Buffer.concat(parts).toString()
        parts = []
        start = end + 1
        this.#receive(JSON.parse(text) as Message)
      }
      if (start < chunk.length) parts.push(chunk.subarray(start))
    })
    const close = (): void => this.#close()
    readable.on('end', close).on('close', close).on('error', close)
    writable.on('error', close)
  }

  session(id: string): CdpSession {
    const known = this.#sessions.get(id)
    if (known) return known
    const session = new CdpSession(this, id)
    this.#sessions.set(id, session)
    return session
  }

  send(method: string, params: object, sessionId: string | undefined): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error(`The browser is gone (${method}).`))
    this.#lastId += 1
    const id = this.#lastId
    const text = JSON.stringify({ id, method, params, sessionId })
    this.trace('>>', text)
    this.#writable.write(`${text}\0`)
    return new Promise((resolve, reject) => this.#waiting.set(id, { method, resolve, reject }))
  }

  trace(mark: string, what: unknown): void {
    if (this.#isTraced) process.stderr.write(`${mark} ${String(what).slice(0, 300)}\n`)
  }

  #receive(message: Message): void {
    if (this.#isTraced) this.trace('<<', JSON.stringify(message))
    if (message.id === undefined) {
      this.#sessions.get(message.sessionId)?.dispatch(message.method, message.params)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`))
    else waiting?.resolve(message.result)
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const { method, reject } of this.#waiting.values())
      reject(new Error(`The browser is gone (${method}).`))
    this.#waiting.clear()
  }
}
