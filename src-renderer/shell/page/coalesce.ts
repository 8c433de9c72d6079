// Coalesces refresh requests: one run at a time, and at most one per gap.

/**
 * @param run - fetches and stores; must not reject
 * @param gapMs - minimum time between the end of one run and the start of the next
 */
export function coalesce(run: () => Promise<void>, gapMs: number) {
  let isBusy = false
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const start = (): void => {
    isBusy = true
    isWanted = false
    void run().finally(() => {
      timer = setTimeout(() => {
        isBusy = false
        timer = undefined
        if (isWanted) start()
      }, gapMs)
    })
  }

  return {
    request(): void {
      if (isBusy) isWanted = true
      else start()
    },
    /** Drops pending requests; a run in progress completes. */
    stop(): void {
      isWanted = false
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      isBusy = false
    },
  }
}
