// Wording of how current a thing is.
import type { Freshness } from '../../src-preload/domain/freshness.ts'
import { formatAge } from './format/time.ts'

/** "Live", "Polled · 10 s ago", "Offline · 3 min ago"; without an age where nothing was ever read. */
export function describeFreshness(freshness: Freshness, nowMs: number): string {
  switch (freshness.status) {
    case 'live':
      return 'Live'
    case 'polled':
      return freshness.asOfMs === null ? 'Polled' : `Polled · ${formatAge(freshness.asOfMs, nowMs)}`
    case 'offline':
      return freshness.asOfMs === null ? 'Offline' : `Offline · ${formatAge(freshness.asOfMs, nowMs)}`
  }
}
