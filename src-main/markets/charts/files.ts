// Saves charts as files: a PNG picture, or candles as CSV. Writes only whole files, and only where the user chose.
import { basename } from 'node:path'
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { ChartInterval } from '../../../src-preload/domain/markets/intervals.ts'
import type { Durability } from '../../keychain/vault/vault-file.ts'
import type { Store } from '../../store/api/store-api.ts'
import { writeChosenFile } from '../../exports/chosen-file.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import { readCandleFile } from './candle-file.ts'
import { findPictureFault } from './picture.ts'
import type { Tools } from '../../tools.ts'

/** Puts a PNG on the system's clipboard. Errors: those of the system. */
export type CopyPicture = (png: Uint8Array) => Promise<void>

export interface ChartFilesOptions extends Pick<Tools, 'clock' | 'log' | 'chooseFile'> {
  readonly store: Pick<Store, 'getCandleRange'>
  readonly current: Pick<CurrentAccount, 'require'>
  readonly copyPicture: CopyPicture
}

/**
 * Period names as traders write them; lower case only, because some file systems do not distinguish 1m (a minute) from 1M (a
 * month).
 */
const periodNames: Readonly<Record<ChartInterval, string>> = {
  1: '1m',
  5: '5m',
  15: '15m',
  30: '30m',
  60: '1h',
  120: '2h',
  240: '4h',
  360: '6h',
  720: '12h',
  1440: '1d',
  4320: '3d',
  10080: '1w',
  month: '1mo',
}

/** A valid name on every file system: `ETHUSDC 1h 2026-11-22.csv`. The day is in UTC. */
export function chartFileName(market: string, period: ChartInterval, nowMs: number, ending: string): string {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  return `${market.toUpperCase()} ${periodNames[period]} ${day}.${ending}`
}

function checkPicture(png: Uint8Array): void {
  const reason = findPictureFault(png)
  if (reason !== null) throw new AppError('validation', { field: 'png', reason })
}

export function createChartFiles(options: ChartFilesOptions) {
  const { store, clock, log, current, chooseFile, copyPicture } = options
  const durability: Durability = {
    onUnsynced: (error) => log.fault('charts', 'make a file durable', error),
  }

  return {
    /** Errors: validation; fileUnavailable { file, reason }. */
    async savePicture({
      market,
      period,
      png,
    }: ChannelInput<'charts:savePicture'>): Promise<ChannelOutput<'charts:savePicture'>> {
      checkPicture(png)
      const file = await chooseFile(chartFileName(market, period, clock.now(), 'png'))
      if (file === null) return { file: null }
      await writeChosenFile(file, png, durability)
      log.info('charts', 'saved a picture', { bytes: png.byteLength })
      return { file: basename(file) }
    },

    /** Errors: validation. */
    async copyPicture({ png }: ChannelInput<'charts:copyPicture'>): Promise<void> {
      checkPicture(png)
      await copyPicture(png)
    },

    /**
     * Uses the network of the account that was active at the request, even if it changes before a path is chosen.
     * Errors: validation; notFound without an account; fileUnavailable { file, reason }; those of the store.
     */
    async saveCandles({
      market,
      period,
      fromMs,
      toMs,
    }: ChannelInput<'charts:saveCandles'>): Promise<ChannelOutput<'charts:saveCandles'>> {
      if (toMs < fromMs) throw new AppError('validation', { field: 'toMs' })
      const { network, time } = current.require()
      const file = await chooseFile(chartFileName(market, period, clock.now(), 'csv'))
      if (file === null) return { saved: null }
      const settledMs = time.settledMs()
      // No candle starts later, and a range may have no end.
      const endMs = Math.min(toMs, time.latestMs())
      const content = readCandleFile(store, { network, market, period, fromMs, toMs: endMs, settledMs })
      await writeChosenFile(file, content.pieces, durability)
      const rows = content.rows()
      log.info('charts', 'saved candles', { rows })
      return { saved: { file: basename(file), rows } }
    },
  }
}
