// Registers all IPC handlers: sender check, gate, input schema, call, output schema, result envelope.
// The only caller of ipcMain.handle; no exception crosses the border.
import { randomBytes } from 'node:crypto'
import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { z } from 'zod'
import type { ErrorReport, Nothing, Result } from '../../src-preload/contract/channel.ts'
import {
  type ChannelInput,
  type ChannelName,
  type ChannelOutput,
  type ConfirmChannelName,
  definitionOf,
} from '../../src-preload/contract/contract.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Log } from '../diagnostics/log.ts'
import { isWithinLimits } from './input-size.ts'
import type { Transcript } from './transcript.ts'

/** What a handler returns; one whose output is `nothing` may return without a value. */
type Answer<Output> = Output | Promise<Output> | (Output extends Nothing ? undefined | Promise<void> : never)

/** One function per channel; a missing one does not compile. */
export type HandlersOf<Name extends ChannelName | ConfirmChannelName> = {
  readonly [Each in Name]: (input: ChannelInput<Each>) => Answer<ChannelOutput<Each>>
}

/** The handlers of the main window. */
export type Handlers = HandlersOf<ChannelName>

/** Called before each call with the channel's name; an AppError that it throws is returned to the caller. */
export type Gate = (name: string) => void | Promise<void>

export interface IpcOptions<Name extends ChannelName | ConfirmChannelName> {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  /** All channels of one window. */
  readonly names: readonly Name[]
  /** True only for the main frame of this border's window, showing its own page. */
  readonly isOwnPage: (event: IpcMainInvokeEvent) => boolean
  readonly handlers: HandlersOf<Name>
  readonly log: Log
  readonly gate?: Gate
  /** Also records calls and answers; null for none. */
  readonly transcript?: Pick<Transcript, 'call' | 'answer'> | null
}

/**
 * Converts any thrown value into an error that may cross the border. An AppError keeps its code and data; anything else
 * becomes `internal` with a reference that can be found in the log.
 */
export function reportError(error: unknown, log: Log, where: string): ErrorReport {
  if (isAppError(error) && error.code !== 'internal') {
    return { code: error.code, data: { ...error.data }, ref: null }
  }
  const ref = randomBytes(4).toString('hex')
  log.fault('ipc', where, error, { ref })
  return { code: 'internal', data: {}, ref }
}

/** The first validation issue of an input, without its value, which may be secret. */
function describeIssue(error: z.ZodError): { field: string; reason: string } {
  const issue = error.issues[0]
  return { field: issue?.path.join('.') ?? '', reason: issue?.code ?? 'invalid' }
}

/** A channel's schema is compiled to code from this many calls on; before that, compiling costs more than it saves. */
const COMPILE_AFTER_CALLS = 8
const callCounts = new Map<string, number>()

function howToParse(name: string): { readonly jitless: boolean } {
  const times = (callCounts.get(name) ?? 0) + 1
  callCounts.set(name, times)
  return { jitless: times < COMPILE_AFTER_CALLS }
}

/**
 * Answers one call: gate, size limit, input schema, call, output schema. Exported for border tests without Electron.
 * @param name - a channel with a handler; anything else is a caller's fault
 */
export async function answer(
  name: string,
  input: unknown,
  handlers: Readonly<Record<string, (input: never) => unknown>>,
  log: Log,
  gate?: Gate,
): Promise<Result<unknown>> {
  try {
    await gate?.(name)
    const definition = definitionOf(name)
    // HandlersOf ties each handler to its channel; TypeScript loses that with a variable name.
    const handler = handlers[name] as ((input: unknown) => unknown) | undefined
    if (!definition || !handler) throw new AppError('internal', { channel: name, what: 'no such channel' })
    if (!isWithinLimits(input, definition.maxInput))
      throw new AppError('validation', { field: '', reason: 'tooLarge' })
    const how = howToParse(name)
    const parsed = definition.input.safeParse(input, how)
    if (!parsed.success) throw new AppError('validation', describeIssue(parsed.error))
    const value = definition.output.safeParse((await handler(parsed.data)) ?? {}, how)
    if (!value.success) {
      throw new AppError('internal', { channel: name, ...describeIssue(value.error) })
    }
    return { ok: true, value: value.data }
  } catch (error) {
    return { ok: false, error: reportError(error, log, name) }
  }
}

/** Registers every channel of one window. */
export function registerIpc<Name extends ChannelName | ConfirmChannelName>(options: IpcOptions<Name>): void {
  const { ipcMain, names, isOwnPage, handlers, log, gate, transcript } = options
  for (const name of names) {
    ipcMain.handle(name, async (event, input: unknown): Promise<Result<unknown>> => {
      if (!isOwnPage(event)) {
        log.info('ipc', 'refused a call from a foreign page', { channel: name })
        return { ok: false, error: { code: 'forbidden', data: { channel: name }, ref: null } }
      }
      transcript?.call(name, input)
      const result = await answer(name, input, handlers, log, gate)
      transcript?.answer(name, result)
      return result
    })
  }
}
