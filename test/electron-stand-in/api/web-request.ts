// Owns session.webRequest: the app's filters and listeners, turned into what the request gate asks.
// It must not see requests that Node makes.
import type Electron from 'electron'
import type { Gate, GateAnswer, GateRequest, Headers } from '../core/request-gate.ts'
import { asElectron, failByNameInClass } from '../strict.ts'

type Filter = Electron.WebRequestFilter
type Emulated = Pick<
  Electron.WebRequest,
  'onBeforeRequest' | 'onBeforeSendHeaders' | 'onHeadersReceived' | 'onCompleted'
>
type Listener<D, R> = ((details: D, callback: (response: R) => void) => void) | null
type Hooks = Pick<Gate, 'beforeRequest' | 'beforeSendHeaders' | 'headersReceived' | 'completed'>
type FindContents = (request: GateRequest) => Electron.WebContents | undefined

/** Whether a URL fits one of Electron's match patterns. */
export function matchesPattern(pattern: string, url: string): boolean {
  if (pattern === '<all_urls>') return true
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')
  return new RegExp(`^${source}$`).test(url)
}

function accepts(filter: Filter | undefined, request: GateRequest): boolean {
  if (!filter) return true
  const { urls, excludeUrls = [], types } = filter
  const fits = (pattern: string): boolean => matchesPattern(pattern, request.url)
  if (excludeUrls.some(fits)) return false
  if (types && !types.some((type) => type === request.resourceType)) return false
  return urls.length === 0 || urls.some(fits)
}

function split<L>(
  first: Filter | L | null,
  second: L | null | undefined,
): { filter?: Filter; listener: L | null } {
  if (typeof first === 'function' || first === null) return { listener: first }
  return { filter: first as Filter, listener: second ?? null }
}

export class WebRequest implements Emulated {
  readonly #findContents: FindContents
  readonly #changed: () => void
  /** What the app listens for now. */
  readonly hooks: Hooks = {}

  /** @param changed - told when the app listens for more or less */
  constructor(findContents: FindContents, changed: () => void) {
    this.#findContents = findContents
    this.#changed = changed
  }

  onBeforeRequest(
    first: Filter | Listener<Electron.OnBeforeRequestListenerDetails, Electron.CallbackResponse>,
    second?: Listener<Electron.OnBeforeRequestListenerDetails, Electron.CallbackResponse>,
  ): void {
    const { filter, listener } = split(first, second)
    this.#set('beforeRequest', filter, listener, (request, answer) => ({
      details: asElectron<Electron.OnBeforeRequestListenerDetails>({
        ...this.#details(request),
        uploadData: [],
      }),
      callback: (response: Electron.CallbackResponse) => {
        answer({
          isCancelled: response.cancel ?? false,
          ...(response.redirectURL === undefined ? {} : { redirectUrl: response.redirectURL }),
        })
      },
    }))
  }

  onBeforeSendHeaders(
    first: Filter | Listener<Electron.OnBeforeSendHeadersListenerDetails, Electron.BeforeSendResponse>,
    second?: Listener<Electron.OnBeforeSendHeadersListenerDetails, Electron.BeforeSendResponse>,
  ): void {
    const { filter, listener } = split(first, second)
    this.#set('beforeSendHeaders', filter, listener, (request, answer) => ({
      details: asElectron<Electron.OnBeforeSendHeadersListenerDetails>({
        ...this.#details(request),
        requestHeaders: { ...request.requestHeaders },
      }),
      callback: (response: Electron.BeforeSendResponse) => {
        const { cancel = false, requestHeaders } = response
        answer({ isCancelled: cancel, ...(requestHeaders ? { requestHeaders } : {}) })
      },
    }))
  }

  onHeadersReceived(
    first: Filter | Listener<Electron.OnHeadersReceivedListenerDetails, Electron.HeadersReceivedResponse>,
    second?: Listener<Electron.OnHeadersReceivedListenerDetails, Electron.HeadersReceivedResponse>,
  ): void {
    const { filter, listener } = split(first, second)
    const headersReceived = (request: GateRequest, status: number, headers: Headers): Promise<GateAnswer> => {
      if (!listener || !accepts(filter, request)) return Promise.resolve({})
      const details = asElectron<Electron.OnHeadersReceivedListenerDetails>({
        ...this.#details(request),
        statusCode: status,
        statusLine: `HTTP/1.1 ${status}`,
        responseHeaders: headers,
      })
      return new Promise((resolve) => {
        listener(details, ({ cancel = false, responseHeaders }) => {
          resolve({
            isCancelled: cancel,
            ...(responseHeaders ? { responseHeaders: toLists(responseHeaders) } : {}),
          })
        })
      })
    }
    this.hooks.headersReceived = listener ? headersReceived : undefined
    this.#changed()
  }

  onCompleted(
    first: Filter | ((details: Electron.OnCompletedListenerDetails) => void) | null,
    second?: ((details: Electron.OnCompletedListenerDetails) => void) | null,
  ): void {
    const { filter, listener } = split(first, second)
    const completed = (request: GateRequest, status: number, headers: Headers): void => {
      if (!listener || !accepts(filter, request)) return
      const details = {
        ...this.#details(request),
        statusCode: status,
        responseHeaders: headers,
        fromCache: false,
      }
      listener(asElectron<Electron.OnCompletedListenerDetails>(details))
    }
    this.hooks.completed = listener ? completed : undefined
    this.#changed()
  }

  #set<D, R>(
    hook: 'beforeRequest' | 'beforeSendHeaders',
    filter: Filter | undefined,
    listener: Listener<D, R>,
    make: (
      request: GateRequest,
      answer: (answer: GateAnswer) => void,
    ) => { details: D; callback: (response: R) => void },
  ): void {
    const ask = (request: GateRequest): Promise<GateAnswer> =>
      new Promise((resolve) => {
        if (!listener || !accepts(filter, request)) {
          resolve({})
          return
        }
        const { details, callback } = make(request, resolve)
        listener(details, callback)
      })
    this.hooks[hook] = listener ? ask : undefined
    this.#changed()
  }

  #details(request: GateRequest) {
    const contents = this.#findContents(request)
    return {
      id: request.id,
      url: request.url,
      method: request.method,
      resourceType: request.resourceType,
      referrer: request.referrer,
      timestamp: Date.now(),
      ...(contents ? { webContents: contents, webContentsId: contents.id } : {}),
    }
  }
}

function toLists(headers: Record<string, string | string[]>): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]))
}

failByNameInClass('webRequest', WebRequest, '.')
