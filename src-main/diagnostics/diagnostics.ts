// Creates the diagnostics file: shown first, then saved exactly as shown. Never sent anywhere.
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { Versions } from '../../src-preload/contract/app/diagnostics.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Durability } from '../keychain/vault/vault-file.ts'
import type { StoredAccount } from '../store/api/store-api.ts'
import { writeChosenFile } from '../exports/chosen-file.ts'
import { type DiagnosticsContent, diagnosticsContent } from './content.ts'
import { createGate, type Gate } from './gate.ts'
import { type DiagnosedServices, gatherServices } from './gather.ts'
import type { Licenses } from './licenses.ts'
import { readLog } from './log-lines.ts'
import type { Tools } from '../tools.ts'

/** The app's services, available once the data file is open. */
export interface DiagnosticsServices extends DiagnosedServices {
  /** Accounts whose names, addresses and IDs must not appear in the file. */
  readonly listAccounts: () => Promise<readonly StoredAccount[]>
  /** Milliseconds from the start of the process until the services were ready. */
  readonly readyMs: number
}

export interface DiagnosticsOptions extends Pick<Tools, 'clock' | 'log' | 'chooseFile'> {
  /** Rejects with the reason when the data file could not be opened. */
  readonly rooms: Promise<DiagnosticsServices>
  /** The data file reports SQLite's version. */
  readonly versions: Omit<Versions, 'sqlite'>
  readonly licenses: Licenses
  /** The log's files, oldest first. */
  readonly logFiles: readonly string[]
  readonly home: string
  readonly userName: string
  /** Milliseconds since the start of the process. */
  readonly runningMs: () => number
  readonly memoryBytes: () => number
}

/** Identifying texts of all accounts. */
function privateTextsOf(accounts: readonly StoredAccount[]): string[] {
  return accounts.flatMap(({ id, label, ethereumAddress, baseUrl, profile }) => [
    id,
    label,
    ethereumAddress,
    baseUrl ?? '',
    (baseUrl === null ? null : URL.parse(baseUrl)?.host) ?? '',
    ...(profile === null ? [] : [profile.name, profile.username, profile.customerId ?? '', profile.starkKey]),
  ])
}

/** The value with each of its texts cleaned. */
function cleanTexts(value: unknown, gate: Gate): unknown {
  if (typeof value === 'string') return gate.clean(value)
  if (Array.isArray(value)) return value.map((entry) => cleanTexts(entry, gate))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cleanTexts(entry, gate)]))
}

/**
 * The text of the file. Validated against the schema of allowed content, then cleaned of secrets and the user's known data,
 * and refused if any of that remains.
 * Errors: internal { what: 'diagnostics' }.
 */
export function writeDiagnostics(content: DiagnosticsContent, gate: Gate): string {
  const allowed = diagnosticsContent.safeParse(content)
  if (!allowed.success) {
    const [issue] = allowed.error.issues
    throw new AppError('internal', {
      what: 'diagnostics',
      field: issue?.path.join('.') ?? '',
      reason: 'schema',
    })
  }
  const text = `${JSON.stringify(cleanTexts(allowed.data, gate), null, 2)}\n`
  if (gate.isLeaky(text)) throw new AppError('internal', { what: 'diagnostics', reason: 'notAllowed' })
  return text
}

export function createDiagnostics(options: DiagnosticsOptions) {
  const { rooms, versions, licenses, clock, log, chooseFile } = options
  const durability: Durability = {
    onUnsynced: (error) => log.fault('diagnostics', 'make a file durable', error),
  }
  let gathered: { readonly id: string; readonly text: string } | null = null

  /** The app's current state, or the reason why it did not open. */
  async function look(): Promise<
    Pick<DiagnosticsContent, 'settings' | 'store' | 'connection' | 'trading' | 'startFault'> & {
      readonly sqlite: string | null
      readonly readyMs: number | null
      readonly texts: readonly string[]
    }
  > {
    const none = { settings: null, store: null, connection: null, trading: null }
    const nothing = { ...none, sqlite: null, readyMs: null, texts: [] }
    let open: DiagnosticsServices
    try {
      open = await rooms
    } catch (error) {
      return { ...nothing, startFault: isAppError(error) ? error.code : 'internal' }
    }
    const texts = privateTextsOf(await open.listAccounts())
    return { ...(await gatherServices(open)), startFault: null, readyMs: open.readyMs, texts }
  }

  return {
    async getVersions(): Promise<Versions> {
      const sqlite = await rooms.then(
        async ({ maintenance }) => (await maintenance.readVersions()).sqlite,
        () => null,
      )
      return { ...versions, sqlite }
    },
    listLicenses: async (): Promise<ChannelOutput<'diagnostics:listLicenses'>> => ({
      licenses: await licenses.list(),
    }),
    /** Errors: notFound. */
    getLicense: async ({ index }: ChannelInput<'diagnostics:getLicense'>): Promise<{ text: string }> => ({
      text: await licenses.text(index),
    }),

    /** Errors: internal if the file would contain something private; nothing is stored then. */
    async gather(): Promise<ChannelOutput<'diagnostics:gather'>> {
      const { sqlite, readyMs, texts, ...found } = await look()
      const content: DiagnosticsContent = {
        kind: 'Starkdesk diagnostics',
        format: 1,
        written: new Date(clock.now()).toISOString(),
        versions: { ...versions, sqlite },
        timings: {
          servicesReadyMs: readyMs === null ? null : Math.round(readyMs),
          runningMs: Math.round(options.runningMs()),
          memoryBytes: options.memoryBytes(),
        },
        ...found,
        log: readLog(options.logFiles),
      }
      const gate = createGate({ home: options.home, texts: [...texts, options.userName] })
      const text = writeDiagnostics(content, gate)
      gathered = { id: randomUUID(), text }
      return { ...gathered, bytes: Buffer.byteLength(text) }
    },

    /** Errors: notFound; fileUnavailable { file, reason }. */
    async save({ id }: ChannelInput<'diagnostics:save'>): Promise<ChannelOutput<'diagnostics:save'>> {
      // Writes exactly what was shown, regardless of later changes.
      if (gathered?.id !== id) throw new AppError('notFound', { what: 'diagnostics' })
      const { text } = gathered
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const file = await chooseFile(`Starkdesk diagnostics ${day}.json`)
      if (file === null) return { fileName: null }
      await writeChosenFile(file, text, durability)
      log.info('diagnostics', 'saved a file', { bytes: Buffer.byteLength(text) })
      return { fileName: basename(file) }
    },
  }
}

export type Diagnostics = ReturnType<typeof createDiagnostics>
