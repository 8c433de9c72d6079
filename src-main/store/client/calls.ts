// Typed handles over calls by name: the function of each name passes on that name and its arguments.
import type { Handle } from '../api/handle.ts'

/** Asks a file's threads for the call of that name. */
export type Call = (method: string, args: readonly unknown[]) => Promise<unknown>

/** A file's threads: whoever answers for it. */
export interface Calls {
  readonly call: Call
  /** Finishes what is queued, closes the file, ends the threads. */
  readonly close: () => Promise<void>
}

/**
 * The handle of `Methods`. Its types hold because both ends of a thread have them from the same interface (api/).
 * @param names - a key for each of the methods, or it does not compile
 */
export function makeHandle<Methods>(
  names: Readonly<Record<keyof Methods & string, unknown>>,
  { call, close }: Calls,
): Handle<Methods> {
  const functions = Object.keys(names).map((name) => [name, (...args: unknown[]) => call(name, args)])
  return { ...Object.fromEntries(functions), close } as Handle<Methods>
}

/** The same handle, which tells of each of these calls once it was done. */
export function tellAfter<
  Name extends string,
  Told extends Readonly<Record<Name, (...args: never[]) => Promise<unknown>>>,
>(handle: Told, names: readonly Name[], tell: (name: Name) => void): Told {
  const told = names.map((name) => [
    name,
    async (...args: never[]) => {
      const result = await handle[name](...args)
      tell(name)
      return result
    },
  ])
  return { ...handle, ...Object.fromEntries(told) } as Told
}
