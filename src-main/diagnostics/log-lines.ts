// Reads the end of the log and keeps what may leave this computer. Unknown content is dropped.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { errorCodes } from '../../src-preload/domain/errors.ts'
import { type ErrorFacts, type LogLine, logLine, logReference } from './content.ts'
import { errorNames, filterLogWords, logAreas, logReasons } from './log-vocabulary.ts'
import { channelNames } from '../../src-preload/contract/contract.ts'
import { endpointNames } from '../../src-preload/domain/endpoints.ts'

/** Bytes read from the end of the log. */
const tailBytes = 512 * 1_024
const maxLines = 300
const maxErrors = 4
const maxPlaces = 12

type Facts = Readonly<Record<string, unknown>>

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is in the list. */
function oneOf<Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value)
}

/** Removes undefined fields, so that they are absent from the file. */
function present<Shape extends object>(
  shape: Shape,
): { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Shape]?: Exclude<Shape[Key], undefined>
  }
}

/** A stack frame in one of our files: file, line and column. Function names are dropped. */
const frame = /^\s+at .*?[/\\(]([a-z-]{1,40}\.c?js:\d{1,6}:\d{1,6})\)?$/
/** The app's bundles. Chunks, which have other names, are dropped. */
const bundles = /^(?:index|store-worker|care-worker|answer-worker|practice-worker|confirm)\.c?js:/

/** Positions of a fault. A stack begins with the message, whose lines may look like frames and are skipped. */
function placesOf(stack: unknown, message: unknown): string[] | undefined {
  if (typeof stack !== 'string') return undefined
  const messageLines = typeof message === 'string' ? message.split('\n').length : 1
  const places = stack
    .split('\n')
    .slice(messageLines)
    .flatMap((line) => frame.exec(line)?.[1] ?? [])
    .filter((place) => bundles.test(place))
  return places.length === 0 ? undefined : places.slice(0, maxPlaces)
}

function readStatus(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599
    ? value
    : undefined
}

/** An error and its causes. */
function readErrors(error: unknown): ErrorFacts[] | undefined {
  const found: ErrorFacts[] = []
  for (let next = error; isFacts(next) && found.length < maxErrors; next = next['cause']) {
    found.push(
      present({
        code: oneOf(errorCodes, next['code']),
        name: oneOf(errorNames, next['name']),
        reason: oneOf(logReasons, next['reason']),
        endpoint: oneOf(endpointNames, next['endpoint']),
        channel: oneOf(channelNames, next['channel']),
        status: readStatus(next['status']),
        places: placesOf(next['stack'], next['message']),
      }),
    )
  }
  return found.length === 0 ? undefined : found
}

const told = ['at', 'level', 'area', 'what', 'ref', 'channel', 'error']

/** The shareable part of one line; null for a line that is not from our log. */
export function readLogLine(text: string): LogLine | null {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    return null
  }
  if (!isFacts(line)) return null
  const what = typeof line['what'] === 'string' ? line['what'] : ''
  // The IPC border names its faults by channel only.
  const channel = oneOf(channelNames, line['channel']) ?? oneOf(channelNames, what)
  const ref = typeof line['ref'] === 'string' && logReference.test(line['ref']) ? line['ref'] : undefined
  const parsed = logLine.safeParse({
    at: line['at'],
    level: line['level'],
    area: oneOf(logAreas, line['area']) ?? 'other',
    what: what === channel ? '' : filterLogWords(what),
    ...present({ ref, channel, errors: readErrors(line['error']) }),
    leftOut: Object.keys(line).filter((name) => !told.includes(name)).length,
  })
  return parsed.success ? parsed.data : null
}

/** The end of a file as text, from the first whole line on; empty if the file does not exist. */
function readTail(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch {
    // A missing log is no fault: nothing was logged, or the folder is not writable, which has already been reported.
    return ''
  }
  try {
    const { size } = fstatSync(descriptor)
    const from = Math.max(0, size - tailBytes)
    const buffer = Buffer.alloc(size - from)
    const read = readSync(descriptor, buffer, 0, buffer.length, from)
    const text = buffer.toString('utf8', 0, read)
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The newest log lines, oldest first, reduced to what may be shared.
 * @param files - the log's files, oldest first
 */
export function readLog(files: readonly string[]): { lines: LogLine[]; unreadable: number } {
  const texts = files
    .flatMap((file) => readTail(file).split('\n'))
    .filter((text) => text !== '')
    .slice(-maxLines)
  const lines = texts.flatMap((text) => readLogLine(text) ?? [])
  return { lines, unreadable: texts.length - lines.length }
}
