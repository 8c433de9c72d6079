// What the text of every failure consists of.

/** Text of a failure. */
export interface ErrorDescription {
  readonly title: string
  readonly happened: string
  /** What was and was not done. */
  readonly done: string
  /** What the user can do next. */
  readonly next: string
}
