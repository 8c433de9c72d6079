// Persists what a restart of the practice exchange must keep: genesis, seed, transfers. Never overwrites an unreadable file.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../src-preload/domain/errors.ts'

const microUsdc = z.string().regex(/^[1-9]\d{0,20}$/)

const transfer = z.strictObject({
  /** At most 255 characters, which can be two UTF-16 units each. */
  reference: z.string().min(1).max(510),
  sender: z.string(),
  receiver: z.string(),
  /** 10^-6 USDC, as text because JSON has no bigint. */
  microUsdc,
  msgHash: z.string(),
  nonce: z.int().min(1),
  createdMs: z.int(),
  createdMicroseconds: z.int().min(0).max(999),
  /** The nonce is invalid from this time on. */
  expiresMs: z.int(),
  /** null while pending. */
  processedMs: z.int().nullable(),
})
export type StoredTransfer = z.infer<typeof transfer>

const stateSchema = z.strictObject({
  format: z.literal('starkdesk practice exchange'),
  version: z.literal(1),
  seed: z.int(),
  orders: z.int().min(0),
  genesisMs: z.int(),
  transfers: z.array(transfer),
})

/** The state that does not follow from seed, genesis and time. */
export interface PracticeState {
  readonly seed: number
  /** Orders per user at genesis. */
  readonly orders: number
  readonly genesisMs: number
  /** Oldest first; pending and processed. */
  readonly transfers: readonly StoredTransfer[]
}

/**
 * Renames an unreadable file to a free name beside it, and returns that name.
 * @param sideSuffixes - of files that belong to it and go along
 */
export function setAside(file: string, sideSuffixes: readonly string[] = []): string {
  for (let attempt = 1; ; attempt += 1) {
    const name = `${file}.damaged-${attempt}`
    if (existsSync(name)) continue
    renameSync(file, name)
    for (const suffix of sideSuffixes) {
      if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix)
    }
    return name
  }
}

/**
 * Reads a state file; null if it does not exist. A damaged file is renamed, never overwritten.
 * Errors: databaseCorrupt { file, reason, setAside }; databaseTooNew; databaseUnavailable { file, reason }.
 */
export function loadState(file: string): PracticeState | null {
  let text: string
  try {
    if (!existsSync(file)) return null
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new AppError('databaseUnavailable', { file, reason: reasonOf(error) }, error)
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new AppError('databaseCorrupt', { file, reason: 'not JSON', setAside: setAside(file) }, error)
  }
  const version = z.object({ version: z.int().min(2) }).safeParse(json)
  if (version.success) {
    throw new AppError('databaseTooNew', { file, found: version.data.version, supported: 1 })
  }
  const state = stateSchema.safeParse(json)
  if (!state.success) {
    const where = state.error.issues[0]?.path.join('.') ?? ''
    throw new AppError('databaseCorrupt', { file, reason: `bad value at ${where}`, setAside: setAside(file) })
  }
  return state.data
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unreadable'
}

function syncFolder(folder: string): void {
  // Windows cannot open folders and does not need it: there a rename is durable by itself.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Writes a state file atomically: a temporary file, flushed to disk, renamed, the folder flushed. Returns when it is durable.
 * Errors: databaseUnavailable { file, reason }.
 */
export function saveState(file: string, state: PracticeState): void {
  const temporary = `${file}.new`
  const content = { format: 'starkdesk practice exchange', version: 1, ...state } as const
  try {
    const handle = openSync(temporary, 'w', 0o600)
    try {
      writeSync(handle, `${JSON.stringify(content, null, 1)}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, file)
    syncFolder(dirname(file))
  } catch (error) {
    throw new AppError('databaseUnavailable', { file, reason: reasonOf(error) }, error)
  }
}
