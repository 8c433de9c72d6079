/**
 * Never runs `work` twice at once. Each call resolves with a run that started at the call or later; calls during a run share
 * one run after it.
 */
export function coalesce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  let next: Promise<Result> | null = null

  function ask(): Promise<Result> {
    if (running === null) {
      running = work().finally(() => {
        running = null
      })
      return running
    }
    const again = (): Promise<Result> => {
      next = null
      return ask()
    }
    next ??= running.then(again, again)
    return next
  }
  return ask
}
