// Runs readers concurrently and each writer alone.

export interface RwLock {
  /** Runs concurrently with other readers; waits for earlier writers. */
  read<T>(work: () => Promise<T>): Promise<T>
  /** Waits for all earlier work; later work waits for it. */
  write<T>(work: () => Promise<T>): Promise<T>
}

export function createRwLock(): RwLock {
  /** Settles after the last writer; never rejects. */
  let last: Promise<unknown> = Promise.resolve()
  const readers = new Set<Promise<unknown>>()

  return {
    read(work) {
      const running = last.then(work)
      const ended: Promise<unknown> = running
        .catch(() => null)
        .then(() => {
          readers.delete(ended)
        })
      readers.add(ended)
      return running
    },
    write(work) {
      const running = Promise.all([last, ...readers]).then(work)
      last = running.catch(() => null)
      return running
    },
  }
}
