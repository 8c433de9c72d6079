// Lists the valid names of a script's argument.

/** One line of description per name. */
export type NameList = Readonly<Record<string, string>>

/** One aligned line per name, in their order. */
export function printNames(names: NameList): string {
  const width = Math.max(...Object.keys(names).map((name) => name.length)) + 2
  return Object.entries(names)
    .map(([name, what]) => `  ${name.padEnd(width)}${what}\n`)
    .join('')
}

/** The error message for a name that is not in `names`. */
export function printUnknown(kind: string, given: string, names: NameList): string {
  return `There is no ${kind} named "${given}". The names are:\n\n${printNames(names)}`
}
