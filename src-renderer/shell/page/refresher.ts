// Owns: fetching again when told, without piling up: one run at a time, and at most one per gap.
// Must not: know what is fetched or what to do with failures; `run` handles its own.

/** Asks for a run; any number of asks during a run or a gap become one. */
export interface Refresher {
  request(): void
  /** Forgets what was asked for; a run under way ends by itself. */
  stop(): void
}

/**
 * @param run - fetches and stores; must not reject
 * @param gapMs - least time between the end of one run and the start of the next
 */
export function createRefresher(run: () => Promise<void>, gapMs: number): Refresher {
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
    stop(): void {
      isWanted = false
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      isBusy = false
    },
  }
}
