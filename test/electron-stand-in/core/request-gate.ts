// Owns the one interception of the whole browser: navigations to judge, web requests to filter, custom schemes to serve.
// It must not decide anything itself: the app's handlers do.
import { browserSession } from './chromium.ts'
import type { Protocol } from './cdp.ts'
import { pages, type Frame, type Page } from './page.ts'
import { whenAttached } from './targets.ts'
import { aliasSuffix, toAppUrl, toBrowserPolicy, toBrowserUrl } from './scheme-alias.ts'

type Paused = Protocol.Fetch.requestPausedPayload
export type Headers = Record<string, string[]>

/** One request as the hooks see it. */
export interface GateRequest {
  id: number
  url: string
  method: string
  resourceType: string
  requestHeaders: Record<string, string>
  referrer: string
  page: Page | undefined
  frame: Frame | undefined
  body: Buffer | undefined
}

export interface GateAnswer {
  isCancelled?: boolean
  redirectUrl?: string
  requestHeaders?: Record<string, string | string[]>
  responseHeaders?: Headers
  statusLine?: string
}

/** Who is asked. `webRequest` hooks are set while the app listens; each one costs a round trip per request. */
export interface Gate {
  /** Whether the renderer may navigate the frame; `isRedirect` when a server sent it there. */
  mayNavigate: (request: GateRequest, isRedirect: boolean) => boolean
  /** Answers a custom scheme; undefined if nobody handles it. */
  serve: (request: GateRequest) => Promise<Response> | undefined
  beforeRequest?: ((request: GateRequest) => Promise<GateAnswer>) | undefined
  beforeSendHeaders?: ((request: GateRequest) => Promise<GateAnswer>) | undefined
  headersReceived?:
    ((request: GateRequest, status: number, headers: Headers) => Promise<GateAnswer>) | undefined
  completed?: ((request: GateRequest, status: number, headers: Headers) => void) | undefined
}

/** Pages of the stand-in's own (dialogs), by host name. */
export const ownHosts = new Map<string, (request: GateRequest) => Promise<Response>>()

let gate: Gate = { mayNavigate: () => true, serve: () => undefined }
let lastRequestId = 0

/** Starts the interception. */
export async function openGate(): Promise<void> {
  browserSession().on('Fetch.requestPaused', (event) => {
    handle(event).catch((error: unknown) => {
      console.error(`The request for ${toAppUrl(event.request.url)} could not be answered:`, error)
      refuse(event, 'Failed')
    })
  })
  await updatePatterns()
}

/** Replaces who is asked, and asks the browser to pause what that needs. */
export function setGate(next: Partial<Gate>): void {
  gate = { ...gate, ...next }
  updatePatterns().catch((error: unknown) => console.error(error))
}

async function updatePatterns(): Promise<void> {
  const asksAll = gate.beforeRequest !== undefined || gate.beforeSendHeaders !== undefined
  const seesAll = gate.headersReceived !== undefined || gate.completed !== undefined
  const patterns: Protocol.Fetch.RequestPattern[] = [
    { urlPattern: `https://*${aliasSuffix}/*` },
    { urlPattern: '*', resourceType: 'Document' },
    { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
  ]
  if (asksAll) patterns.push({ urlPattern: '*' })
  if (seesAll) patterns.push({ urlPattern: '*', requestStage: 'Response' })
  await browserSession().send('Fetch.enable', { patterns })
}

function refuse({ requestId }: Paused, errorReason: Protocol.Network.ErrorReason): void {
  browserSession().tell('Fetch.failRequest', { requestId, errorReason })
}

function toList(headers: Record<string, string | string[]>): Protocol.Fetch.HeaderEntry[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => ({ name, value: item })),
  )
}

function toMap(list: readonly Protocol.Fetch.HeaderEntry[]): Headers {
  const headers: Headers = {}
  for (const { name, value } of list) headers[name] = [...(headers[name] ?? []), value]
  return headers
}

/** The app must not see alias hosts in what the browser sends. */
function toAppHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (/^referer$/i.test(name)) return [name, toAppUrl(value)]
      return /^origin$/i.test(name) ? [name, toAppUrl(value).replace(/\/$/, '')] : [name, value]
    }),
  )
}

/** ... and the browser must not see custom schemes in what the app answers. */
function toBrowserHeaders(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => {
      if (/^location$/i.test(name)) return [name, values.map(toBrowserUrl)]
      return /^content-security-policy/i.test(name) ? [name, values.map(toBrowserPolicy)] : [name, values]
    }),
  )
}

function resourceTypeOf(type: Protocol.Network.ResourceType, isMainFrame: boolean): string {
  if (type === 'Document') return isMainFrame ? 'mainFrame' : 'subFrame'
  if (type === 'XHR' || type === 'Fetch') return 'xhr'
  return type === 'WebSocket' ? 'webSocket' : type.toLowerCase()
}

function describe(event: Paused): GateRequest {
  const page = findPage(event.frameId)
  const parts = event.request.postDataEntries?.map((entry) => Buffer.from(entry.bytes ?? '', 'base64'))
  const requestHeaders = toAppHeaders(event.request.headers)
  lastRequestId += 1
  return {
    id: lastRequestId,
    url: toAppUrl(event.request.url),
    method: event.request.method,
    resourceType: resourceTypeOf(event.resourceType, page !== undefined && pages.get(event.frameId) === page),
    requestHeaders,
    referrer: requestHeaders['Referer'] ?? '',
    page,
    frame: page?.frames.get(event.frameId),
    body: parts && parts.length > 0 ? Buffer.concat(parts) : undefined,
  }
}

function findPage(frameId: string): Page | undefined {
  return [...pages.values()].find((page) => page.frames.has(frameId))
}

async function handle(event: Paused): Promise<void> {
  if (event.resourceType === 'Document' && !findPage(event.frameId)) await whenAttached(event.frameId)
  await pages.get(event.frameId)?.whenResumed
  const request = describe(event)
  if (event.responseStatusCode !== undefined || event.responseErrorReason !== undefined) {
    await handleResponse(event, request)
    return
  }
  const { hostname, pathname } = URL.parse(event.request.url) ?? { hostname: '', pathname: '' }
  const own = ownHosts.get(hostname)
  if (own) {
    await fulfill(event, request, await own(request), false)
    return
  }
  const isCustom = request.url !== event.request.url
  if (isCustom && event.resourceType === 'Other' && pathname === '/favicon.ico') {
    // Electron never asks for one.
    browserSession().tell('Fetch.fulfillRequest', { requestId: event.requestId, responseCode: 204 })
    return
  }
  if (event.resourceType === 'Document' && !isNavigationAllowed(event, request)) {
    refuse(event, 'Aborted')
    return
  }
  await handleRequest(event, request, isCustom)
}

function isNavigationAllowed(event: Paused, request: GateRequest): boolean {
  const { page } = request
  if (event.request.url === 'about:blank') return true
  // A window that is none of the app's: a popup that is about to be closed.
  if (!page) return false
  if (event.redirectedRequestId !== undefined) return gate.mayNavigate(request, true)
  if (request.resourceType === 'mainFrame') {
    // A reload from outside (Playwright, the developer's F5) cannot be told from location.reload(): both pass.
    if (page.takeAnnounced(event.request.url) || page.isCurrent(event.request.url)) return true
  }
  return gate.mayNavigate(request, false)
}

async function handleRequest(event: Paused, request: GateRequest, isCustom: boolean): Promise<void> {
  const root = browserSession()
  const { requestId } = event
  const before = await gate.beforeRequest?.(request)
  if (before?.isCancelled) {
    refuse(event, 'BlockedByClient')
    return
  }
  if (before?.redirectUrl !== undefined) {
    const responseHeaders = [{ name: 'Location', value: toBrowserUrl(before.redirectUrl) }]
    root.tell('Fetch.fulfillRequest', { requestId, responseCode: 307, responseHeaders })
    return
  }
  const sending = await gate.beforeSendHeaders?.(request)
  if (sending?.isCancelled) {
    refuse(event, 'BlockedByClient')
    return
  }
  if (!isCustom) {
    const headers = sending?.requestHeaders && toList(sending.requestHeaders)
    root.tell('Fetch.continueRequest', headers ? { requestId, headers } : { requestId })
    return
  }
  const response = await gate.serve(request)
  if (response) await fulfill(event, request, response, true)
  else refuse(event, 'AddressUnreachable')
}

async function fulfill(
  event: Paused,
  request: GateRequest,
  response: Response,
  isHooked: boolean,
): Promise<void> {
  if (response.type === 'error') {
    refuse(event, 'Failed')
    return
  }
  let headers: Headers = {}
  response.headers.forEach((value, name) => {
    headers[name] = [...(headers[name] ?? []), value]
  })
  if (isHooked) {
    const answer = await gate.headersReceived?.(request, response.status, headers)
    if (answer?.isCancelled) {
      refuse(event, 'BlockedByClient')
      return
    }
    headers = answer?.responseHeaders ?? headers
    gate.completed?.(request, response.status, headers)
  }
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  browserSession().tell('Fetch.fulfillRequest', {
    requestId: event.requestId,
    responseCode: response.status,
    responseHeaders: toList(toBrowserHeaders(headers)),
    body,
    ...(response.statusText === '' ? {} : { responsePhrase: response.statusText }),
  })
}

async function handleResponse(event: Paused, request: GateRequest): Promise<void> {
  const root = browserSession()
  const { requestId, responseStatusCode = 0, responseErrorReason } = event
  if (responseErrorReason !== undefined) {
    if (request.resourceType === 'mainFrame') request.page?.noteNetworkError(toErrorName(responseErrorReason))
    root.tell('Fetch.continueRequest', { requestId })
    return
  }
  if (request.url !== event.request.url) {
    // Served by the app: the hooks have been asked while answering.
    root.tell('Fetch.continueRequest', { requestId })
    return
  }
  const headers = toMap(event.responseHeaders ?? [])
  const answer = await gate.headersReceived?.(request, responseStatusCode, headers)
  if (answer?.isCancelled) {
    refuse(event, 'BlockedByClient')
    return
  }
  gate.completed?.(request, responseStatusCode, answer?.responseHeaders ?? headers)
  if (!answer?.responseHeaders) {
    root.tell('Fetch.continueRequest', { requestId })
    return
  }
  root.tell('Fetch.continueResponse', {
    requestId,
    responseCode: responseStatusCode,
    responsePhrase: event.responseStatusText ?? 'OK',
    responseHeaders: toList(toBrowserHeaders(answer.responseHeaders)),
  })
}

/** `ConnectionRefused` -> `ERR_CONNECTION_REFUSED`. */
function toErrorName(reason: string): string {
  return `ERR_${reason.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`
}
