// Runs exports of lists and reports one at a time in the background, with progress and cancellation.
// Never leaves a partial file, and writes only where the user chose.
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { ExportStatus, ExportRequest } from '../../src-preload/contract/app/exports.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { openZone } from '../../src-preload/domain/locale/zone.ts'
import { untilAborted } from '../exchange/rate-limit/until-aborted.ts'
import { reportError } from '../ipc/register.ts'
import type { Durability } from '../keychain/vault/vault-file.ts'
import type { Store } from '../store/api/store-api.ts'
import { writeChosenFile } from './chosen-file.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { PrintPage } from '../transfers/files.ts'
import { isoDay } from '../../src-preload/domain/iso-time.ts'
import { type ExportSources, type PagePlan, planExport, type TextPlan } from './plan.ts'
import { renderReport } from './report-page.ts'
import { createUnfinished } from './unfinished.ts'
import type { Tools } from '../tools.ts'

/** Minimum interval between progress events. */
const REPORT_EVERY_MS = 250

export interface ExportsOptions
  extends Omit<ExportSources, 'store'>, Pick<Tools, 'clock' | 'log' | 'emit' | 'chooseFile'> {
  readonly store: ExportSources['store'] & Pick<Store, 'getSetting' | 'setSetting'>
  readonly current: {
    /** Errors: notFound without an account. */
    require(): Pick<AccountSession, 'account'>
    /**
     * Aborted when the user switches accounts or the cache is about to be cleared, because later rows would belong to another
     * list.
     */
    cacheSignal(): AbortSignal
  }
  /** Shows a file in the system's file manager. */
  readonly print: PrintPage
  readonly getTimeZone: () => string
  /** Time source for progress events; default performance.now. */
  readonly monotonicMs?: (() => number) | undefined
}

/** Parts of the default file names; `pnlHistory` is an internal name. */
const fileNameParts: Readonly<Record<ExportRequest['what'], string>> = {
  orders: 'orders',
  fills: 'fills',
  pnl: 'pnl',
  pnlHistory: 'pnl-history',
  report: 'report',
  disposals: 'disposals',
  transactions: 'transactions',
}

/** `disposals-fifo`, `transactions-koinly`: which of several files of one kind it is. */
function namePart(request: ExportRequest): string {
  const part = fileNameParts[request.what]
  if (request.what === 'disposals') return `${part}-${request.method}`
  return request.what === 'transactions' ? `${part}-${request.layout.toLowerCase()}` : part
}

interface Run {
  readonly id: string
  readonly abort: AbortController
  readonly ended: Promise<void>
}

interface Job {
  readonly id: string
  readonly file: string
  readonly plan: TextPlan | PagePlan
  readonly accountLabel: string
  readonly signal: AbortSignal
}

/** Canceled by the user, as opposed to by a change of account. */
const cancelled = (): AppError => new AppError('cancelled', { reason: 'user' })
const left = (): AppError => new AppError('cancelled', { reason: 'accountLeft' })

export function createExports(options: ExportsOptions) {
  const { store, clock, log, current, chooseFile, print, monotonicMs = () => performance.now() } = options
  const unfinished = createUnfinished(store, log)
  const cleaned = unfinished.clean()
  const durability: Durability = {
    onUnsynced: (error) => log.fault('exports', 'make a file durable', error),
  }
  /** True while the save dialog is open. */
  let isAsking = false
  let isClosed = false
  let running: Run | null = null
  let last: ExportStatus | null = null

  function tell(status: ExportStatus): void {
    last = status
    options.emit('exports:changed', status)
  }

  /** Encodes the file's text, and counts and reports its bytes. */
  async function* toBytes(
    { id, signal }: Job,
    plan: TextPlan,
    count: (rows: number) => void,
  ): AsyncGenerator<Buffer> {
    let rows = 0
    let of: number | null = null
    let toldAtMs = monotonicMs()
    const pieces = plan.pieces()
    for (;;) {
      const { value: piece, done } = await untilAborted(pieces.next(), signal)
      if (done === true) return
      rows += piece.rows
      count(rows)
      yield Buffer.from(piece.text)
      signal.throwIfAborted()
      of ??= plan.count === null ? null : await untilAborted(plan.count(), signal)
      if (monotonicMs() - toldAtMs < REPORT_EVERY_MS) continue
      toldAtMs = monotonicMs()
      // Orders that arrive meanwhile can exceed the count.
      tell({ status: 'running', id, rows, of: of === null ? null : Math.max(of, rows) })
    }
  }

  /** Returns the number of rows. */
  async function write(job: Job): Promise<number> {
    const { file, plan, signal } = job
    signal.throwIfAborted()
    await unfinished.note(file)
    try {
      if (plan.kind === 'page') {
        const report = await untilAborted(plan.getReport(), signal)
        const page = renderReport(report, { accountLabel: job.accountLabel, nowMs: clock.now() })
        const pdf = await untilAborted(print(page), signal)
        await writeChosenFile(file, pdf, durability, signal)
        return 0
      }
      let rows = 0
      const bytes = toBytes(job, plan, (count) => {
        rows = count
      })
      await writeChosenFile(file, bytes, durability, signal)
      return rows
    } finally {
      await unfinished
        .forget(file)
        .catch((error: unknown) => log.fault('exports', 'forget a file that has ended', error))
    }
  }

  /** Never rejects. */
  async function run(job: Job, request: ExportRequest): Promise<void> {
    const { id, file } = job
    tell({ status: 'running', id, rows: 0, of: null })
    try {
      const rows = await write(job)
      log.info('exports', 'wrote a file', { what: request.what, format: request.format, rows })
      tell({ status: 'done', id, file: basename(file), rows })
    } catch (error) {
      const isOwn = isAppError(error, 'cancelled') && error.data['reason'] === 'user'
      tell(
        isOwn
          ? { status: 'cancelled', id }
          : { status: 'failed', id, error: reportError(error, log, 'exports') },
      )
    }
  }

  /** Runs in the background. */
  function begin(job: Omit<Job, 'id' | 'signal'>, request: ExportRequest, cacheSignal: AbortSignal): string {
    const id = randomUUID()
    const abort = new AbortController()
    const onLeft = (): void => abort.abort(left())
    if (cacheSignal.aborted) onLeft()
    else cacheSignal.addEventListener('abort', onLeft, { once: true })
    const ended = run({ ...job, id, signal: abort.signal }, request).finally(() => {
      cacheSignal.removeEventListener('abort', onLeft)
      running = null
    })
    running = { id, abort, ended }
    return id
  }

  async function cancelRun({ abort, ended }: Run): Promise<void> {
    abort.abort(cancelled())
    await ended
  }

  return {
    /**
     * The export belongs to the account in use when it was requested, even if another one is in use when the user has chosen
     * a file. Errors: notFound without an account; validation with field `export` (another runs), `columns` or `toMs`.
     */
    async start(request: ChannelInput<'exports:start'>): Promise<ChannelOutput<'exports:start'>> {
      if (isAsking || running !== null)
        throw new AppError('validation', { field: 'export', reason: 'running' })
      const { account } = current.require()
      if ('toMs' in request && request.toMs <= request.fromMs)
        throw new AppError('validation', { field: 'toMs' })
      const cacheSignal = current.cacheSignal()
      const zone = openZone(options.getTimeZone())
      const plan = planExport(request, account.id, options, zone)
      isAsking = true
      try {
        const day = isoDay(zone, clock.now())
        const file = await chooseFile(`starkdesk-${namePart(request)}-${day}.${request.format}`)
        await cleaned
        if (file === null || isClosed) return { id: null }
        return { id: begin({ file, plan, accountLabel: account.label }, request, cacheSignal) }
      } finally {
        isAsking = false
      }
    },

    /** Resolves once the file is removed, or when the export had already ended. */
    async cancel({ id }: ChannelInput<'exports:cancel'>): Promise<void> {
      if (running?.id === id) await cancelRun(running)
    },

    /** Whether a file is being written or the save dialog is open. */
    isRunning: (): boolean => isAsking || running !== null,

    /** Re-sends the last event after a time without events. */
    tellAgain(): void {
      if (last !== null) options.emit('exports:changed', last)
    },

    /** Cancels the running export and removes its file. */
    async close(): Promise<void> {
      isClosed = true
      if (running !== null) await cancelRun(running)
    },
  }
}
export type Exports = ReturnType<typeof createExports>
