// Runs pieces of work one after the other, in the order in which they were asked for.

/** Runs `work` when all earlier work has ended, well or not. Rejects with what `work` rejects with; later work is not affected. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createMutex(): Mutex {
  /** Never rejects: the caller gets the error, the next in line only waits. */
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const running = last.then(work)
    last = running.catch(() => undefined)
    return running
  }
}
