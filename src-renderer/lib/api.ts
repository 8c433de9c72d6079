// Owns: the page's way over the border: calls that throw typed errors, events that can be stopped.
// Must not: word errors (describe-error.ts does) or keep state.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ChannelInput, ChannelOutput, EventPayload } from '../../src-preload/contract/contract.ts'
import type { ChannelName, EventName } from '../../src-preload/contract/names.ts'

/** A failed call. `report` is what main said, ready for describeError. */
export class ApiError extends Error {
  readonly report: ErrorReport

  constructor(channel: ChannelName, report: ErrorReport, cause?: unknown) {
    super(`${channel}: ${report.code}`, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.report = report
  }
}

/**
 * Asks main one question and unwraps the envelope.
 * @throws ApiError with main's report, or with code `internal` when the border itself failed.
 */
export async function call<Name extends ChannelName>(
  name: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  const result = await window.starkdesk.invoke[name](input).catch((cause: unknown) => {
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

/** The report inside anything a call can throw; a fault of the page itself becomes `internal`. */
export function toReport(error: unknown): ErrorReport {
  if (error instanceof ApiError) return error.report
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { code: 'internal', data: { what }, ref: null }
}
