// State machine of an update: which step may follow which. Pure.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { Release, UpdateStep } from '../../src-preload/contract/app/updates.ts'

/** Events of an update: user requests and results. */
export type UpdateEvent =
  | { readonly kind: 'check' }
  | { readonly kind: 'found'; readonly release: Release | null }
  | { readonly kind: 'download' }
  | { readonly kind: 'progress'; readonly doneBytes: number }
  | { readonly kind: 'downloaded' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'install' }
  | { readonly kind: 'failed'; readonly error: ErrorReport; readonly keepsRelease: boolean }
  | { readonly kind: 'forget' }

/** The release of a step; null if it has none. */
export function releaseOf(step: UpdateStep): Release | null {
  switch (step.status) {
    case 'available':
    case 'downloading':
    case 'ready':
    case 'installing':
    case 'failed':
      return step.release
    case 'off':
    case 'idle':
    case 'checking':
    case 'upToDate':
      return null
  }
}

/** The next step; null when the event is not valid in this step and is ignored. */
export function next(step: UpdateStep, event: UpdateEvent): UpdateStep | null {
  // Final: whether a build can be updated does not change while it runs.
  if (step.status === 'off') return null
  switch (event.kind) {
    case 'check':
      return ['idle', 'upToDate', 'available', 'failed'].includes(step.status) ? { status: 'checking' } : null
    case 'found':
      if (step.status !== 'checking') return null
      return event.release === null ? { status: 'upToDate' } : { status: 'available', release: event.release }
    case 'download': {
      const release = step.status === 'available' || step.status === 'failed' ? step.release : null
      return release?.isInPlace === true ? { status: 'downloading', release, doneBytes: 0 } : null
    }
    case 'progress':
      if (step.status !== 'downloading') return null
      return { ...step, doneBytes: Math.min(event.doneBytes, step.release.bytes ?? event.doneBytes) }
    case 'downloaded':
      return step.status === 'downloading' ? { status: 'ready', release: step.release } : null
    case 'cancel':
      return step.status === 'downloading' ? { status: 'available', release: step.release } : null
    case 'install':
      return step.status === 'ready' ? { status: 'installing', release: step.release } : null
    case 'failed':
      if (!['checking', 'downloading', 'installing'].includes(step.status)) return null
      return { status: 'failed', error: event.error, release: event.keepsRelease ? releaseOf(step) : null }
    case 'forget':
      return step.status === 'installing' ? null : { status: 'idle' }
  }
}
