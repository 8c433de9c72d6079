// Owns: doing a piece of work never twice at once, without leaving out what was asked for meanwhile.
// Must not: know the work.

/**
 * The returned function resolves with the end of a run that began when it was called or later: asked for while one is
 * under way, the work is done once more afterwards, for all who have asked by then.
 */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
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
