// How the main thread sees the calls of a database thread.

export type Handle<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
} & {
  /** Finishes what is queued, closes the file, ends the threads. */
  close(): Promise<void>
}
