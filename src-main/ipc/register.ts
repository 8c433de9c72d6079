// Owns: the only place that calls ipcMain.handle: sender check, gate, parse, call, parse, envelope.
// Must not: know what a channel does, or let anything throw across the border.
import { randomBytes } from 'node:crypto'
import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { z } from 'zod'
import type { ChannelDefinition, ErrorReport, Result } from '../../src-preload/contract/channel.ts'
import { channels as mainChannels } from '../../src-preload/contract/contract.ts'
import type { ChannelName } from '../../src-preload/contract/names.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Log } from '../diagnostics/log.ts'
import { isWithinLimits } from './input-size.ts'
import type { Transcript } from './transcript.ts'

/** The channels of one window's border, by name. */
export type ChannelSet = Readonly<Record<string, ChannelDefinition>>

/** One function per channel of a set; a missing one does not compile. */
export type HandlersOf<Channels extends ChannelSet> = {
  readonly [Name in keyof Channels]: (
    input: z.output<Channels[Name]['input']>,
  ) => z.output<Channels[Name]['output']> | Promise<z.output<Channels[Name]['output']>>
}

/** The handlers of the main window's border. */
export type Handlers = HandlersOf<typeof mainChannels>

/** The handlers of one domain, for the files under handlers/. */
export type DomainHandlers<Domain extends string> = Pick<
  Handlers,
  Extract<ChannelName, `${Domain}:${string}`>
>

/** Asked before each call, by the channel's name; an AppError that it throws is the call's answer. */
export type Gate = (name: string) => void | Promise<void>

export interface IpcOptions<Channels extends ChannelSet> {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly channels: Channels
  /** True only for the main frame of the window whose border this is, showing its own page. */
  readonly isOwnPage: (event: IpcMainInvokeEvent) => boolean
  readonly handlers: HandlersOf<Channels>
  readonly log: Log
  readonly gate?: Gate
  /** Where calls and answers are written down too; null for nowhere. */
  readonly transcript?: Pick<Transcript, 'call' | 'answer'> | null
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

/** A schema is compiled into code for a channel that is asked at least so often; before, that costs more than it saves. */
const COMPILED_FROM = 8
const timesAsked = new Map<string, number>()

function howToParse(name: string): { readonly jitless: boolean } {
  const times = (timesAsked.get(name) ?? 0) + 1
  timesAsked.set(name, times)
  return { jitless: times < COMPILED_FROM }
}

export interface AnswerOptions {
  /** Those of the main window where none are given. */
  readonly channels?: ChannelSet
  readonly gate?: Gate | undefined
}

/**
 * Answers one call: gate, measure, parse, call, parse. Exported for the tests of the border, which need no Electron.
 * @param name - a channel of the set; anything else is a fault of the caller's
 */
export async function answer(
  name: string,
  input: unknown,
  handlers: Readonly<Record<string, (input: never) => unknown>>,
  log: Log,
  { channels = mainChannels, gate }: AnswerOptions = {},
): Promise<Result<unknown>> {
  try {
    await gate?.(name)
    const definition = channels[name]
    // HandlersOf ties each handler to its channel; TypeScript cannot follow that through a variable name.
    const handler = handlers[name] as ((input: unknown) => unknown) | undefined
    if (!definition || !handler) throw new AppError('internal', { channel: name, what: 'no such channel' })
    if (!isWithinLimits(input, definition.mostInput))
      throw new AppError('validation', { field: '', reason: 'tooLarge' })
    const how = howToParse(name)
    const parsed = definition.input.safeParse(input, how)
    if (!parsed.success) throw new AppError('validation', describeIssue(parsed.error))
    const value = definition.output.safeParse(await handler(parsed.data), how)
    if (!value.success) {
      throw new AppError('internal', { channel: name, ...describeIssue(value.error) })
    }
    return { ok: true, value: value.data }
  } catch (error) {
    return { ok: false, error: reportError(error, log, name) }
  }
}

/** Registers every channel of one window's border. */
export function registerIpc<Channels extends ChannelSet>(options: IpcOptions<Channels>): void {
  const { ipcMain, channels, isOwnPage, handlers, log, gate, transcript } = options
  for (const name of Object.keys(channels)) {
    ipcMain.handle(name, async (event, input: unknown): Promise<Result<unknown>> => {
      if (!isOwnPage(event)) {
        log.info('ipc', 'refused a call from a foreign page', { channel: name })
        return { ok: false, error: { code: 'forbidden', data: { channel: name }, ref: null } }
      }
      transcript?.call(name, input)
      const result = await answer(name, input, handlers, log, { channels, gate })
      transcript?.answer(name, result)
      return result
    })
  }
}
