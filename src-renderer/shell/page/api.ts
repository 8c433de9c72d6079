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

/**
 * Calls main and unwraps the response.
 * @throws ApiError with main's report, or with code `internal` when IPC itself failed
 */
export async function call<Name extends ChannelName>(
  name: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  const result = await invoke(name, input).catch((cause: unknown) => {
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
