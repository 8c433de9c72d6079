// Lets many readers run side by side, and one writer alone.

export interface RwLock {
  /** Runs beside other readers; waits for the writers before it. */
  read<T>(work: () => Promise<T>): Promise<T>
  /** Waits for all that began before; what is asked for later waits for it. */
  write<T>(work: () => Promise<T>): Promise<T>
}

export function createRwLock(): RwLock {
  /** Ends with the last writer; never rejects. */
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
