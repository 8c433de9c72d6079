// Owns `net.request`: one GET by Node, whose redirects are told and not followed. It must not send bodies, cookies or logins.
import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type Electron from 'electron'
import { failByNameInClass, lack } from '../strict.ts'

type Emulated = Pick<Electron.ClientRequest, 'abort'>

/** What `fetch` of Node has for a body, whose types are not those of its streams. */
async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  for await (const piece of response.body ?? []) yield piece
}

/** Its answer: a stream, as Electron's is. */
class IncomingMessage extends Readable {
  readonly statusCode: number
  readonly #pieces: AsyncGenerator<Uint8Array>

  constructor(response: Response) {
    super()
    this.statusCode = response.status
    this.#pieces = piecesOf(response)
  }

  override _read(): void {
    this.#pieces.next().then(
      ({ value, done }) => {
        this.push(done === true ? null : value)
      },
      (error: unknown) => {
        this.destroy(error instanceof Error ? error : new Error(String(error)))
      },
    )
  }
}

export class ClientRequest extends EventEmitter implements Emulated {
  readonly #url: string
  readonly #stop = new AbortController()

  constructor(options: Electron.ClientRequestConstructorOptions | string) {
    super()
    if (typeof options === 'string' || options.url === undefined || options.redirect !== 'manual')
      lack('net.request without an options object that has a url and `redirect: manual`')
    this.#url = options.url
  }

  end(): this {
    this.#send().catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.emit('error', error)
    })
    return this
  }

  abort(): void {
    if (this.#stop.signal.aborted) return
    this.#stop.abort()
    this.emit('abort')
  }

  async #send(): Promise<void> {
    const response = await fetch(this.#url, {
      redirect: 'manual',
      credentials: 'omit',
      signal: this.#stop.signal,
    })
    const location = response.headers.get('location')
    if (location === null || response.status < 300 || response.status >= 400) {
      this.emit('response', new IncomingMessage(response))
      return
    }
    await response.body?.cancel()
    const headers = Object.fromEntries([...response.headers].map(([name, value]) => [name, [value]]))
    // Electron gives the address whole. Source: shell/common/api/electron_api_url_loader.cc, OnRedirect.
    this.emit('redirect', response.status, 'GET', new URL(location, this.#url).href, headers)
    this.emit('error', new Error('Redirect was cancelled'))
  }
}
failByNameInClass('ClientRequest', ClientRequest)

/** `net.request`. */
export function request(options: Electron.ClientRequestConstructorOptions | string): ClientRequest {
  return new ClientRequest(options)
}
