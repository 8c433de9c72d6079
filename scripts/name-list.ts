// Owns: how a script that takes a name says which names there are. Must not: run any of them.

/** What is behind each name, in one line. */
export type NameList = Readonly<Record<string, string>>

/** One line for each name, in their order, the lines lined up. */
export function printNames(names: NameList): string {
  const width = Math.max(...Object.keys(names).map((name) => name.length)) + 2
  return Object.entries(names)
    .map(([name, what]) => `  ${name.padEnd(width)}${what}\n`)
    .join('')
}

/** `given` is asked for and is none of `names`. */
export function printUnknown(kind: string, given: string, names: NameList): string {
  return `There is no ${kind} named "${given}". The names are:\n\n${printNames(names)}`
}
