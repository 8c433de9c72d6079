// Repeats a task while the window is visible, never concurrently.

/**
 * Runs immediately and after each pause; pauses while the document is hidden, and runs immediately when it becomes visible.
 * @param run - must not reject
 * @param pauseMs - from the end of one run to the start of the next
 */
export function pollWhileVisible(run: () => Promise<void>, pauseMs: number) {
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
    /** Runs now unless already running; the next pause starts afterwards. */
    request,
    stop(): void {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', request)
    },
  }
}

export type VisiblePoll = ReturnType<typeof pollWhileVisible>
