// Owns: doing pieces of work one after the other, in the order in which they were asked for. Must not: know what they do.

/** Runs `work` when all that was asked for before has ended, well or not. Errors: those of `work`, told to its caller alone. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createInTurn(): InTurn {
  /** Never rejects: whoever asked is told, the next in line only waits. */
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const running = last.then(work)
    last = running.catch(() => undefined)
    return running
  }
}
