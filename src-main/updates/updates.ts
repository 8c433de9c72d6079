// The updates service for the page: check, report, download, install, and settings.
// Downloads and installs only on request, and not while that would interrupt a transfer or an export.
import { z } from 'zod'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import {
  type Release,
  updateChannels,
  type UpdateStep,
  type UpdatesOffReason,
  type UpdatesState,
} from '../../src-preload/contract/app/updates.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { reportError } from '../ipc/register.ts'
import type { Store } from '../store/api/store-api.ts'
import { createThrottle } from '../async/throttle.ts'
import type { FindRelease, FoundRelease } from './find-release.ts'
import { next, releaseOf, type UpdateEvent } from './machine.ts'
import type { PackageUpdater } from './package-updater.ts'
import type { Tools } from '../tools.ts'

/** Setting: channel, daily check and time of the last check, as one JSON object. */
const UPDATES = 'updates'
const DAY_MS = 86_400_000
/** How often to test whether a day has passed. */
const CHECK_EVERY_MS = 3_600_000
/** After the first screen is shown. */
const FIRST_CHECK_AFTER_MS = 20_000
const REPORT_EVERY_MS = 250

/** How this build can be updated. */
export type UpdateSupport =
  | { readonly kind: 'off'; readonly reason: UpdatesOffReason }
  | {
      readonly kind: 'on'
      readonly find: FindRelease
      /** Null when a package manager or the user installs updates. */
      readonly updater: PackageUpdater | null
      /** Opens the page of a release in the browser. */
      readonly openPage: (address: string) => Promise<void>
    }

export interface UpdatesOptions extends Pick<Tools, 'clock' | 'emit' | 'log' | 'every'> {
  readonly support: UpdateSupport
  /** The running version. */
  readonly current: string
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  /** What an installation would interrupt now; null for nothing. */
  readonly whyWait: () => Promise<'transfer' | 'order' | 'session' | 'export' | null>
}

const kept = z.object({
  channel: z.enum(updateChannels).catch('stable'),
  checksDaily: z.boolean().catch(true),
  checkedAtMs: z.int().nullable().catch(null),
})
type Kept = z.infer<typeof kept>

function readKept(text: string | null): Kept {
  try {
    return kept.parse(JSON.parse(text ?? '{}'))
  } catch {
    // Invalid settings fall back to the defaults.
    return kept.parse({})
  }
}

function toRelease({ version, channel, dateMs, notes, file }: FoundRelease, isInPlace: boolean): Release {
  return { version, channel, dateMs, notes, bytes: file?.bytes ?? null, isInPlace }
}

const notNow = (): AppError => new AppError('validation', { field: 'update', reason: 'notInState' })

export async function createUpdates(options: UpdatesOptions) {
  const { support, store, clock, log } = options
  let choices = readKept(await store.getSetting(UPDATES))
  let step: UpdateStep =
    support.kind === 'off' ? { status: 'off', reason: support.reason } : { status: 'idle' }
  let found: FoundRelease | null = null
  /** The operation in flight; aborted on cancel. */
  let work: AbortController | null = null
  const telling = createThrottle(REPORT_EVERY_MS, () => options.emit('updates:changed', getState()))

  function getState(): UpdatesState {
    return { current: options.current, ...choices, step }
  }

  /** False when the event is not valid in the current step. */
  function move(event: UpdateEvent): boolean {
    const to = next(step, event)
    if (to === null) return false
    step = to
    if (event.kind === 'progress') telling.ask()
    else options.emit('updates:changed', getState())
    return true
  }

  async function keep(change: Partial<Kept>): Promise<void> {
    choices = { ...choices, ...change }
    await store.setSetting(UPDATES, JSON.stringify(choices))
  }

  function fail(error: unknown, keepsRelease: boolean): void {
    if (isAppError(error)) log.info('updates', error.message)
    move({ kind: 'failed', error: reportError(error, log, 'updates'), keepsRelease })
  }

  /** Runs in the background; the result is reported through the state unless the operation was canceled. */
  function begin(
    run: (signal: AbortSignal) => Promise<void>,
    keepsRelease: (error: unknown) => boolean,
  ): void {
    const own = new AbortController()
    work = own
    run(own.signal)
      .catch((error: unknown) => {
        if (!own.signal.aborted) fail(error, keepsRelease(error))
      })
      .finally(() => {
        if (work === own) work = null
      })
  }

  const neverKeeps = (): boolean => false
  /** A refused release is not offered again before the next check. */
  const keepsUnlessRefused = (error: unknown): boolean => !isAppError(error, 'updateRefused')

  function check(): void {
    if (support.kind === 'off' || !move({ kind: 'check' })) throw notNow()
    found = null
    begin(async (signal) => {
      const isGivenUp = (): boolean => signal.aborted
      const release = await support.find(choices.channel, signal)
      if (isGivenUp()) return
      found = release
      await keep({ checkedAtMs: clock.now() })
      // The channel may have changed meanwhile; then this release is outdated.
      if (isGivenUp()) return
      move({ kind: 'found', release: release && toRelease(release, support.updater !== null) })
    }, neverKeeps)
  }

  /** A failed automatic check is silent and retried in an hour. */
  function checkDaily(): void {
    if (support.kind === 'off' || !choices.checksDaily) return
    if (step.status !== 'idle' && step.status !== 'upToDate' && step.status !== 'failed') return
    const sinceMs = clock.now() - (choices.checkedAtMs ?? 0)
    // Also checks after the clock was set back.
    if (sinceMs >= 0 && sinceMs < DAY_MS) return
    check()
  }

  let stops: (() => void)[] = []

  return {
    getState: (): UpdatesState => getState(),

    check(): ChannelOutput<'updates:check'> {
      check()
      return {}
    },

    download(): ChannelOutput<'updates:download'> {
      const release = found
      const updater = support.kind === 'on' ? support.updater : null
      if (release === null || updater === null || !move({ kind: 'download' })) throw notNow()
      begin(async (signal) => {
        await updater.download(release, (doneBytes) => move({ kind: 'progress', doneBytes }), signal)
        if (!signal.aborted) move({ kind: 'downloaded' })
      }, keepsUnlessRefused)
      return {}
    },

    cancelDownload(): ChannelOutput<'updates:cancelDownload'> {
      if (step.status === 'downloading') {
        work?.abort()
        move({ kind: 'cancel' })
      }
      return {}
    },

    async install(): Promise<void> {
      const updater = support.kind === 'on' ? support.updater : null
      const release = found
      if (release === null || updater === null || step.status !== 'ready') throw notNow()
      const reason = await options.whyWait()
      if (reason !== null) throw new AppError('updateWaits', { reason })
      if (!move({ kind: 'install' })) throw notNow()
      log.info('updates', 'install', { version: release.version })
      begin(() => updater.install(release), keepsUnlessRefused)
    },

    async openPage(): Promise<void> {
      if (support.kind === 'off' || found === null || releaseOf(step) === null) throw notNow()
      await support.openPage(found.page)
    },

    async setOptions(
      change: ChannelInput<'updates:setOptions'>,
    ): Promise<ChannelOutput<'updates:setOptions'>> {
      const { channel = choices.channel, checksDaily = choices.checksDaily } = change
      if (channel !== choices.channel) {
        if (step.status === 'installing') throw notNow()
        work?.abort()
        found = null
        // The time of the last check does not apply to another channel.
        await keep({ channel, checksDaily, checkedAtMs: null })
        if (!move({ kind: 'forget' })) options.emit('updates:changed', getState())
        return {}
      }
      await keep({ checksDaily })
      options.emit('updates:changed', getState())
      return {}
    },

    /** Starts the daily check. */
    start(): void {
      if (support.kind === 'off') return
      const first = setTimeout(checkDaily, FIRST_CHECK_AFTER_MS)
      stops = [() => clearTimeout(first), options.every(CHECK_EVERY_MS, checkDaily)]
    },

    /** Stops everything in flight except an installation, which ends the app. */
    close(): void {
      stops.forEach((stop) => stop())
      telling.stop()
      if (step.status !== 'installing') work?.abort()
    },
  }
}
export type Updates = Awaited<ReturnType<typeof createUpdates>>
