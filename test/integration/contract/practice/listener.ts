// A client of the streams written from the facts alone, which keeps all that it was sent.
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../../fixtures/eventually.ts'
import { asObject } from './strange-client.ts'

export type Message = Record<string, unknown>

export async function listen(baseUrl: string, path: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}${path}`, { headers })
  const messages: Message[] = []
  const texts: string[] = []
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    texts.push(text)
    if (text.startsWith('{')) messages.push(asObject(JSON.parse(text)))
  })
  onTestFinished(() => {
    socket.terminate()
  })
  await once(socket, 'open')
  return {
    socket,
    messages,
    texts,
    say: (message: unknown) => {
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    },
    subscribe: (...streams: string[]) => {
      socket.send(JSON.stringify({ event: 'subscribe', streams }))
    },
    /** The contents of all messages of a stream. */
    of: (stream: string): unknown[] =>
      messages.filter((message) => stream in message).map((message) => message[stream]),
    waitFor: (stream: string, count = 1): Promise<unknown[]> =>
      eventually(() => {
        const found = messages.filter((message) => stream in message)
        if (found.length < count) throw new Error(`${found.length} of ${stream}`)
        return found.map((message) => message[stream])
      }),
  }
}
