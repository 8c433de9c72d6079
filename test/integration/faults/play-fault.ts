// Making a fault happen over a real connection.
import type { ServerResponse } from 'node:http'
import type { AnswerFault, Mutation, OwnFault } from './fault.ts'

/** An answer of the exchange, whole. */
export interface WholeAnswer {
  readonly status: number
  /** Names and values in turn, as they came; without those that belong to one connection. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** What a fault may tell of the request that meets it. */
export interface Met {
  readonly path: string
  readonly search: string
  /** Everything of the request that an answer could echo. */
  readonly echo: string
}

/** Waits; ends early, for good, when the proxy closes. */
export type Pause = (durationMs: number) => Promise<void>

const otherSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)

const tokenRefusal = {
  status: 'error',
  message: 'Given token not valid for any token type',
  payload: {
    token_class: 'AccessToken',
    token_type: 'access',
    message: 'Token is invalid or expired',
    code: 'token_not_valid',
  },
}

function send(
  response: ServerResponse,
  status: number,
  body: string | object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const type = typeof body === 'string' && body.trimStart().startsWith('<') ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers }).end(bytes)
}

function sendEcho(response: ServerResponse, fault: OwnFault & { kind: 'echo' }, echo: string): void {
  if (fault.as === 'page') send(response, fault.status, `<html><pre>${echo}</pre></html>`)
  else if (fault.as === 'field')
    send(response, fault.status, { status: 'success', message: echo, payload: echo, [echo]: echo })
  else send(response, fault.status, { status: 'error', message: `refused: ${echo}`, payload: {} })
}

/** Plays a fault that takes the answer's place. */
export function playOwnFault(fault: OwnFault, response: ServerResponse, met: Met): void {
  switch (fault.kind) {
    case 'cutBeforeHead':
      response.destroy()
      return
    case 'neverAnswer':
      return
    case 'raw':
      response.socket?.end(fault.bytes)
      return
    case 'status':
      send(response, fault.status, fault.body ?? '', fault.headers)
      return
    case 'redirect': {
      const location = fault.to === 'otherSlash' ? otherSlash(met.path) + met.search : fault.to
      send(response, fault.status, '', { location })
      return
    }
    case 'echo':
      sendEcho(response, fault, met.echo)
      return
    case 'refuseToken':
      send(response, 401, tokenRefusal)
      return
  }
}

function mutate(body: Buffer, at: readonly (string | number)[], to: Mutation): Buffer {
  const root = { root: JSON.parse(body.toString('utf8')) as unknown }
  const steps = ['root', ...at]
  const last = steps.pop() ?? ''
  const holder = steps.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    root,
  )
  if (typeof holder !== 'object' || holder === null || !Reflect.has(holder, last))
    throw new Error(`the answer has no ${at.join('.')} to change`)
  if ('set' in to) Reflect.set(holder, last, to.set)
  else {
    const value: unknown = Reflect.get(holder, last)
    Reflect.deleteProperty(holder, last)
    if ('rename' in to) Reflect.set(holder, to.rename, value)
  }
  return Buffer.from(JSON.stringify(root.root))
}

function writeHead(response: ServerResponse, { status, headers }: WholeAnswer, length: number | null): void {
  response.writeHead(status, [...headers, ...(length === null ? [] : ['content-length', String(length)])])
}

/** Sends an answer as it is. */
export function sendWhole(answer: WholeAnswer, response: ServerResponse): void {
  writeHead(response, answer, answer.body.length)
  response.end(answer.body)
}

const without = (headers: readonly string[], name: string): string[] =>
  headers.filter((_text, at) => headers[at - (at % 2)]?.toLowerCase() !== name)

/** Plays a fault on the exchange's own answer. Errors: where a mutation names what the answer does not have. */
export async function playAnswerFault(
  fault: AnswerFault,
  answer: WholeAnswer,
  response: ServerResponse,
  pause: Pause,
): Promise<void> {
  const { body, headers } = answer
  switch (fault.kind) {
    case 'delayHead':
      await pause(fault.ms)
      break
    case 'holdAnswer':
      await fault.until
      break
    case 'delayBody':
      writeHead(response, answer, body.length)
      response.flushHeaders()
      await pause(fault.ms)
      response.end(body)
      return
    case 'closeAfterForward':
      response.destroy()
      return
    case 'neverAnswerAfterForward':
      return
    case 'cutInBody':
      writeHead(response, answer, body.length)
      response.write(body.subarray(0, fault.afterBytes))
      // What was written has to leave before the connection ends.
      await pause(20)
      response.destroy()
      return
    case 'truncate':
      sendWhole({ ...answer, body: body.subarray(0, fault.bytes) }, response)
      return
    case 'wrongLength':
      writeHead(response, answer, body.length + fault.by)
      response.write(body)
      if (!fault.thenCloses) return
      await pause(20)
      response.destroy()
      return
    case 'drip':
      writeHead(response, answer, body.length)
      for (let at = 0; at < body.length && !response.destroyed; at += fault.bytes) {
        response.write(body.subarray(at, at + fault.bytes))
        await pause(fault.pauseMs)
      }
      response.end()
      return
    case 'replaceBody': {
      const typed =
        fault.contentType === undefined
          ? headers
          : [...without(headers, 'content-type'), 'content-type', fault.contentType]
      const encoded =
        fault.contentEncoding === undefined ? typed : [...typed, 'content-encoding', fault.contentEncoding]
      sendWhole({ ...answer, headers: encoded, body: Buffer.from(fault.body) }, response)
      return
    }
    case 'flood': {
      writeHead(response, answer, null)
      const chunk = Buffer.alloc(64 * 1024, ' ')
      for (let sent = 0; sent < fault.bytes && !response.destroyed; sent += chunk.length) {
        if (!response.write(chunk)) await pause(1)
      }
      return
    }
    case 'mutate':
      sendWhole({ ...answer, body: mutate(body, fault.at, fault.to) }, response)
      return
    case 'addHeaders':
      sendWhole({ ...answer, headers: [...headers, ...fault.headers] }, response)
      return
    case 'extraAnswer': {
      writeHead(response, answer, body.length)
      response.write(body)
      const length = Buffer.byteLength(fault.body)
      response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${String(length)}\r\n\r\n${fault.body}`)
      response.end()
      return
    }
  }
  sendWhole(answer, response)
}
