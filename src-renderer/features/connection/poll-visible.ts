// Repeats a task while the window is visible, never concurrently.

export interface VisiblePoll {
  /** Runs now unless already running; the next pause starts afterwards. */
  request(): void
  stop(): void
}

/**
 * Runs immediately and after each pause; pauses while the document is hidden, and runs immediately when it becomes visible.
 * @param run - must not reject
 * @param pauseMs - from the end of one run to the start of the next
 */
export function pollWhileVisible(run: () => Promise<void>, pauseMs: number): VisiblePoll {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isStopped = false

  function request(): void {
    clearTimeout(timer)
    if (isBusy || isStopped || document.visibilityState === 'hidden') return
    isBusy = true
    void run().finally(() => {
      isBusy = false
      if (!isStopped) timer = setTimeout(request, pauseMs)
    })
  }

  document.addEventListener('visibilitychange', request)
  request()
  return {
    request,
    stop() {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', request)
    },
  }
}
