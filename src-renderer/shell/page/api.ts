// The page's IPC: calls that throw typed errors, and event subscriptions.
import type { ErrorReport, Result } from '../../../src-preload/contract/channel.ts'
import type {
  ChannelInput,
  ChannelName,
  ChannelOutput,
  EventName,
  EventPayload,
} from '../../../src-preload/contract/contract.ts'

/** A failed call. `report` is main's report, ready for describeError. */
export class ApiError extends Error {
  readonly report: ErrorReport

  constructor(channel: ChannelName, report: ErrorReport, cause?: unknown) {
    super(`${channel}: ${report.code}`, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.report = report
  }
}

/** Channels without an input. */
type PlainName = {
  [Name in ChannelName]: Record<string, never> extends ChannelInput<Name> ? Name : never
}[ChannelName]

/** Prefetched responses that no caller has used yet. */
const ahead = new Map<ChannelName, Promise<Result<unknown>>>()
/** A prefetched response older than this is discarded. */
const prefetchMaxAgeMs = 1_000

let underWay = 0

async function invoke<Name extends ChannelName>(
  name: Name,
  input: ChannelInput<Name>,
): Promise<Result<ChannelOutput<Name>>> {
  underWay += 1
  try {
    return await window.starkdesk.invoke[name](input)
  } finally {
    underWay -= 1
  }
}

/** True while a call is pending. */
export const isWaiting = (): boolean => underWay > 0

/** Prefetches a response. It is used once; an error response is requested again. */
export function prefetch<Name extends PlainName>(name: Name): Promise<Result<ChannelOutput<Name>>> {
  const asked = invoke(name, {} as ChannelInput<Name>)
  const forget = (): void => {
    if (ahead.get(name) === asked) ahead.delete(name)
  }
  ahead.set(name, asked)
  const forgetLater = (): void => void setTimeout(forget, prefetchMaxAgeMs)
  asked.then(forgetLater, forgetLater)
  return asked
}

async function takePrefetched<Name extends ChannelName>(
  name: Name,
  asked: Promise<Result<unknown>>,
): Promise<Result<ChannelOutput<Name>> | null> {
  ahead.delete(name)
  // Stored by channel name, so the type matches.
  const result = (await asked.catch(() => null)) as Result<ChannelOutput<Name>> | null
  return result?.ok === true ? result : null
}

/**
 * Calls main and unwraps the response.
 * @throws ApiError with main's report, or with code `internal` when IPC itself failed
 */
export async function call<Name extends ChannelName>(
  name: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  const asked = ahead.get(name)
  const known = asked === undefined ? null : await takePrefetched(name, asked)
  const answering = known === null ? invoke(name, input) : Promise.resolve(known)
  const result = await answering.catch((cause: unknown) => {
    throw new ApiError(name, { code: 'internal', data: { channel: name }, ref: null }, cause)
  })
  if (!result.ok) throw new ApiError(name, result.error)
  return result.value
}

/** Calls `listener` on each event until the returned function is called. */
export function on<Name extends EventName>(
  name: Name,
  listener: (payload: EventPayload<Name>) => void,
): () => void {
  return window.starkdesk.on[name](listener)
}

/** Returns the report of anything a call can throw; errors of the page itself become `internal`. */
export function toReport(error: unknown): ErrorReport {
  if (error instanceof ApiError) return error.report
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { code: 'internal', data: { what }, ref: null }
}
