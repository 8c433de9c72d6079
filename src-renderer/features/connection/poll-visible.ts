// Owns: doing something again and again while the window can be seen. Must not: know what, or run twice at the same time.

export interface VisiblePoll {
  /** Runs now, unless it is running; the next pause begins after that. */
  request(): void
  stop(): void
}

/**
 * Runs at once and then after each pause; rests while the document is hidden, and runs at once when it is seen again.
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
