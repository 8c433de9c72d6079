// Owns: which pieces of work may run at the same time: many that share, or one that is alone. Must not: know what they do.

export interface Turns {
  /** Runs beside others that share; waits for one that is alone. */
  share<T>(work: () => Promise<T>): Promise<T>
  /** Waits for all that began before; what is asked for later waits for it. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  /** Ends with the last work that was asked to be alone; never rejects. */
  let last: Promise<unknown> = Promise.resolve()
  const sharing = new Set<Promise<unknown>>()

  return {
    share(work) {
      const running = last.then(work)
      const ended: Promise<unknown> = running
        .catch(() => null)
        .then(() => {
          sharing.delete(ended)
        })
      sharing.add(ended)
      return running
    },
    alone(work) {
      const running = Promise.all([last, ...sharing]).then(work)
      last = running.catch(() => null)
      return running
    },
  }
}
