// Decides whether streams for the screen are held: released a while after the window was hidden, and at once when the app is
// locked or the computer sleeps.
import type { Pace } from './sync/pace.ts'

/** A window that is hidden for a moment, as by another one, keeps its streams. */
const RELEASE_AFTER_MS = 30_000

export interface StreamGateOptions {
  readonly pace: Pick<Pace, 'presence' | 'onChange'>
  /** Called after each change. */
  readonly onChange: () => void
}

export function createStreamGate(options: StreamGateOptions) {
  const { pace, onChange } = options
  let isOpen = pace.presence() === 'shown'
  let timer: NodeJS.Timeout | null = null

  function turn(next: boolean): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (next === isOpen) return
    isOpen = next
    onChange()
  }

  function follow(): void {
    switch (pace.presence()) {
      case 'shown':
        turn(true)
        return
      case 'away':
        turn(false)
        return
      case 'hidden':
        if (isOpen) timer ??= setTimeout(turn, RELEASE_AFTER_MS, false)
    }
  }

  const leave = pace.onChange(follow)
  return {
    /** True while streams may be held for the screen. */
    isOpen: (): boolean => isOpen,
    stop(): void {
      leave()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
