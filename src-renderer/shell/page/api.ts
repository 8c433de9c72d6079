// Owns: the page's way over the border: calls that throw typed errors, events that can be stopped.
// Must not: word errors (describe-error.ts does) or keep state.
import type { ErrorReport, Result } from '../../../src-preload/contract/channel.ts'
import type {
  ChannelInput,
  ChannelName,
  ChannelOutput,
  EventName,
  EventPayload,
} from '../../../src-preload/contract/contract.ts'

/** A failed call. `report` is what main said, ready for describeError. */
export class ApiError extends Error {
  readonly report: ErrorReport

  constructor(channel: ChannelName, report: ErrorReport, cause?: unknown) {
    super(`${channel}: ${report.code}`, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.report = report
  }
}

/** Questions without an input. */
type PlainName = {
  [Name in ChannelName]: Record<string, never> extends ChannelInput<Name> ? Name : never
}[ChannelName]

/** What was asked ahead and nobody has taken up yet. */
const ahead = new Map<ChannelName, Promise<Result<unknown>>>()
/** An answer that nobody takes up this soon is as of too long ago. */
const aheadForMs = 1_000

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

/** Main owes the page an answer. */
export const isWaiting = (): boolean => underWay > 0

/** Asks before anybody wants to know. The answer is given once; where it is a refusal, main is asked again. */
export function askAhead<Name extends PlainName>(name: Name): Promise<Result<ChannelOutput<Name>>> {
  const asked = invoke(name, {} as ChannelInput<Name>)
  const forget = (): void => {
    if (ahead.get(name) === asked) ahead.delete(name)
  }
  ahead.set(name, asked)
  const forgetLater = (): void => void setTimeout(forget, aheadForMs)
  asked.then(forgetLater, forgetLater)
  return asked
}

async function takeAhead<Name extends ChannelName>(
  name: Name,
  asked: Promise<Result<unknown>>,
): Promise<Result<ChannelOutput<Name>> | null> {
  ahead.delete(name)
  // Kept by its name, and main's answer to this very channel.
  const result = (await asked.catch(() => null)) as Result<ChannelOutput<Name>> | null
  return result?.ok === true ? result : null
}

/**
 * Asks main one question and unwraps the envelope.
 * @throws ApiError with main's report, or with code `internal` when the border itself failed.
 */
export async function call<Name extends ChannelName>(
  name: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  const asked = ahead.get(name)
  const known = asked === undefined ? null : await takeAhead(name, asked)
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

/** The report inside anything a call can throw; a fault of the page itself becomes `internal`. */
export function toReport(error: unknown): ErrorReport {
  if (error instanceof ApiError) return error.report
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { code: 'internal', data: { what }, ref: null }
}
