// Runs tasks one after the other, in the order of the calls.

/** Runs `work` after all earlier work has settled. Rejects with the rejection of `work`; later work is not affected. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createMutex(): Mutex {
  /** Never rejects: only the caller gets the error. */
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const running = last.then(work)
    last = running.catch(() => undefined)
    return running
  }
}
