// Owns: the only place that calls ipcMain.handle: sender check, parse, call, parse, envelope.
// Must not: know what a channel does, or let anything throw across the border.
import { randomBytes } from 'node:crypto'
import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { z } from 'zod'
import type { ChannelDefinition, ErrorReport, Result } from '../../src-preload/contract/channel.ts'
import { channels, type ChannelInput, type ChannelOutput } from '../../src-preload/contract/contract.ts'
import { channelNames, type ChannelName } from '../../src-preload/contract/names.ts'
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { Log } from '../log.ts'
import { isWithinLimits } from './input-size.ts'

/** One function per channel of the contract; a missing one does not compile. */
export type Handlers = {
  readonly [Name in ChannelName]: (
    input: ChannelInput<Name>,
  ) => ChannelOutput<Name> | Promise<ChannelOutput<Name>>
}

/** The handlers of one domain, for the files under handlers/. */
export type DomainHandlers<Domain extends string> = Pick<
  Handlers,
  Extract<ChannelName, `${Domain}:${string}`>
>

export interface IpcOptions {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  /** True only for the main frame of our own window, showing our own page. */
  readonly isOwnPage: (event: IpcMainInvokeEvent) => boolean
  readonly handlers: Handlers
  readonly log: Log
}

/**
 * Turns whatever was thrown into what may cross the border. Our own errors keep code and data; anything else
 * becomes `internal` with a reference that the log can be searched for.
 */
export function reportError(error: unknown, log: Log, where: string): ErrorReport {
  if (isAppError(error) && error.code !== 'internal') {
    return { code: error.code, data: { ...error.data }, ref: null }
  }
  const ref = randomBytes(4).toString('hex')
  log.fault('ipc', where, error, { ref })
  return { code: 'internal', data: {}, ref }
}

/** The first thing wrong with an input, without its value: the value may be a secret. */
function describeIssue(error: z.ZodError): { field: string; reason: string } {
  const issue = error.issues[0]
  return { field: issue?.path.join('.') ?? '', reason: issue?.code ?? 'invalid' }
}

/** Answers one call: measure, parse, call, parse. Exported for the tests of the border, which need no Electron. */
export async function answer(
  name: ChannelName,
  input: unknown,
  handlers: Handlers,
  log: Log,
): Promise<Result<unknown>> {
  const definition: ChannelDefinition = channels[name]
  try {
    if (!isWithinLimits(input)) throw new AppError('validation', { field: '', reason: 'tooLarge' })
    const parsed = definition.input.safeParse(input)
    if (!parsed.success) throw new AppError('validation', describeIssue(parsed.error))
    // The map's type ties each handler to its channel; TypeScript cannot follow that through a variable name.
    const handler = handlers[name] as (input: unknown) => unknown
    const value = definition.output.safeParse(await handler(parsed.data))
    if (!value.success) {
      throw new AppError('internal', { channel: name, ...describeIssue(value.error) })
    }
    return { ok: true, value: value.data }
  } catch (error) {
    return { ok: false, error: reportError(error, log, name) }
  }
}

/** Registers every channel of the contract. */
export function registerIpc({ ipcMain, isOwnPage, handlers, log }: IpcOptions): void {
  for (const name of channelNames) {
    ipcMain.handle(name, async (event, input: unknown): Promise<Result<unknown>> => {
      if (!isOwnPage(event)) {
        log.info('ipc', 'refused a call from a foreign page', { channel: name })
        return { ok: false, error: { code: 'forbidden', data: { channel: name }, ref: null } }
      }
      return await answer(name, input, handlers, log)
    })
  }
}
