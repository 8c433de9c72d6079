// Owns: reading the end of the log, and what of each line may leave this computer. Must not: pass on what it does not know.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { errorCodes } from '../../src-preload/domain/errors.ts'
import { type ErrorFacts, type LogLine, logLine, logReference } from './content.ts'
import { errorNames, keepLogWords, logAreas, logReasons } from './log-words.ts'
import { channelNames } from '../../src-preload/contract/contract.ts'
import { endpointNames } from '../../src-preload/domain/endpoints.ts'

/** So much of the end of the log is looked at. */
const tailBytes = 512 * 1_024
const mostLines = 300
const mostErrors = 4
const mostPlaces = 12

type Facts = Readonly<Record<string, unknown>>

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is one of the list. */
function oneOf<Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value)
}

/** Leaves out what is not there, so that it is not there in the file either. */
function present<Shape extends object>(
  shape: Shape,
): { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Shape]?: Exclude<Shape[Key], undefined>
  }
}

/** A frame of a stack: the file of ours, its line and column. Names of functions are left out. */
const frame = /^\s+at .*?[/\\(]([a-z-]{1,40}\.c?js:\d{1,6}:\d{1,6})\)?$/
/** The bundles that make the app. Chunks have names of their own and are left out. */
const bundles = /^(?:index|store-worker|care-worker|answer-worker|practice-worker|confirm)\.c?js:/

/** Where a fault was. The stack begins with the message, whose lines may look like frames: they are skipped. */
function placesOf(stack: unknown, message: unknown): string[] | undefined {
  if (typeof stack !== 'string') return undefined
  const messageLines = typeof message === 'string' ? message.split('\n').length : 1
  const places = stack
    .split('\n')
    .slice(messageLines)
    .flatMap((line) => frame.exec(line)?.[1] ?? [])
    .filter((place) => bundles.test(place))
  return places.length === 0 ? undefined : places.slice(0, mostPlaces)
}

function readStatus(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599
    ? value
    : undefined
}

/** A fault and what led to it. */
function readErrors(error: unknown): ErrorFacts[] | undefined {
  const found: ErrorFacts[] = []
  for (let next = error; isFacts(next) && found.length < mostErrors; next = next['cause']) {
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

/** What of one line may leave; null for one that is none of our log's. */
export function readLogLine(text: string): LogLine | null {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    return null
  }
  if (!isFacts(line)) return null
  const what = typeof line['what'] === 'string' ? line['what'] : ''
  // The border names its faults by the channel alone.
  const channel = oneOf(channelNames, line['channel']) ?? oneOf(channelNames, what)
  const ref = typeof line['ref'] === 'string' && logReference.test(line['ref']) ? line['ref'] : undefined
  const parsed = logLine.safeParse({
    at: line['at'],
    level: line['level'],
    area: oneOf(logAreas, line['area']) ?? 'other',
    what: what === channel ? '' : keepLogWords(what),
    ...present({ ref, channel, errors: readErrors(line['error']) }),
    leftOut: Object.keys(line).filter((name) => !told.includes(name)).length,
  })
  return parsed.success ? parsed.data : null
}

/** The end of a file as text, from the first whole line on. A file that is not there has none. */
function readTail(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch {
    // No log is no fault: there was nothing to say, or the folder cannot be written to, which the app has told already.
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
 * The newest lines of the log, oldest first, as far as they may leave.
 * @param files - the log's, the oldest first
 */
export function readLog(files: readonly string[]): { lines: LogLine[]; unreadable: number } {
  const texts = files
    .flatMap((file) => readTail(file).split('\n'))
    .filter((text) => text !== '')
    .slice(-mostLines)
  const lines = texts.flatMap((text) => readLogLine(text) ?? [])
  return { lines, unreadable: texts.length - lines.length }
}
