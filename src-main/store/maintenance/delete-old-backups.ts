// Which backups are deleted once a newer one is there.
import { rmSync } from 'node:fs'
import type { Backup } from './maintenance.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Retained backups of each kind of file: the newest, the last of each day and week, and those before a migration. */
const keep = { newest: 5, days: 7, weeks: 4, migrationDays: 90 }

/** Deletes the backups (newest first) that have expired. */
export function deleteOldBackups(backups: readonly Backup[], nowMs: number): void {
  for (const { file } of chooseOldBackups(backups, nowMs)) rmSync(file, { force: true })
}

/**
 * Backups (newest first) that have expired: all except the newest five, the last of each of the last seven days and four
 * weeks, and for ninety days those made before a migration.
 */
export function chooseOldBackups(backups: readonly Backup[], nowMs: number): Backup[] {
  const kept = new Set<Backup>(backups.slice(0, keep.newest))
  const keepLastOfEach = (spanMs: number, count: number): void => {
    const seen = new Set<number>()
    for (const backup of backups) {
      const span = Math.floor(backup.madeAtMs / spanMs)
      if (Math.floor(nowMs / spanMs) - span >= count || seen.has(span)) continue
      seen.add(span)
      kept.add(backup)
    }
  }
  keepLastOfEach(dayMs, keep.days)
  keepLastOfEach(7 * dayMs, keep.weeks)
  for (const backup of backups) {
    if (backup.reason === 'migration' && nowMs - backup.madeAtMs < keep.migrationDays * dayMs)
      kept.add(backup)
  }
  return backups.filter((backup) => !kept.has(backup))
}
