// Owns ipcMain: handlers and listeners by channel, and the wording of their errors.
// It must not know how messages travel.
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { createCodec } from '../page/codec.ts'
import type { ToPage } from '../page/messages.ts'
import { failByNameInClass } from '../strict.ts'

type Handler = Parameters<Electron.IpcMain['handle']>[1]
type Emulated = Pick<Electron.IpcMain, 'handle' | 'handleOnce' | 'removeHandler'>

export const codec = createCodec()

export class IpcMain extends EventEmitter implements Emulated {
  readonly #handlers = new Map<string, Handler>()

  constructor() {
    super()
    this.setMaxListeners(0)
    // As in Electron, a message called 'error' is only a message.
    this.on('error', () => undefined)
  }

  handle(channel: string, listener: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof listener !== 'function') {
      throw new TypeError(`Expected handler to be a function, but found type '${typeof listener}'`)
    }
    this.#handlers.set(channel, listener)
  }

  handleOnce(channel: string, listener: Handler): void {
    this.handle(channel, (event, ...args: unknown[]): unknown => {
      this.removeHandler(channel)
      return listener(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  handlerOf(channel: string): Handler | undefined {
    return this.#handlers.get(channel)
  }
}

failByNameInClass('ipcMain', IpcMain, '.')

export const ipcMain = new IpcMain()

export function decodeArgs(text: string): unknown[] {
  const args = codec.decode(text)
  return Array.isArray(args) ? (args as unknown[]) : []
}

/** Calls the handler of `ipcRenderer.invoke` and makes the reply, an error worded as Electron words it. */
export async function answerInvoke(
  own: IpcMain,
  event: Electron.IpcMainInvokeEvent,
  message: { id: number; channel: string; args: string },
): Promise<ToPage> {
  const { id, channel } = message
  try {
    const handler = own.handlerOf(channel) ?? ipcMain.handlerOf(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    const value: unknown = await handler(event, ...decodeArgs(message.args))
    return { type: 'resolve', id, value: codec.encode(value) }
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error)
    return { type: 'reject', id, message: `Error invoking remote method '${channel}': ${String(error)}` }
  }
}
