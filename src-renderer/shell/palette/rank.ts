// Owns: which commands a typed text means, in which order and under which heads. Pure. Must not: run any.
import type { Command, CommandSection } from './command.ts'
import { commandSections, sectionTitles } from './command.ts'
import type { Span } from './fuzzy.ts'
import { matchTitle, readWords } from './fuzzy.ts'

export interface Found {
  readonly command: Command
  /** The letters of its title that were typed. */
  readonly spans: readonly Span[]
}

export interface FoundGroup {
  readonly title: string
  readonly found: readonly Found[]
}

/** More than a person looks through; typing on finds the rest. */
export const mostFound = 60
/** What a word beside the title counts, by the same word in the title. */
const alsoWeight = 0.6
/** What was used lately comes before what fits as well. */
const recentBonus = 3

interface Scored extends Found {
  readonly score: number
  /** One of many of its kind, such as a setting, found by what is told about it or by scattered letters: it comes after all else. */
  readonly isAside: boolean
}

function score(words: readonly string[], command: Command): Scored | null {
  const inTitle = matchTitle(words, command.title)
  if (inTitle !== null) {
    // There are many settings with many letters: one of them has those of "send" by chance.
    const isScattered = inTitle.spans.length > words.length
    return { command, ...inTitle, isAside: command.isRare === true && isScattered }
  }
  if (command.also === undefined) return null
  // The title's own words count too: "theme dark" finds "Dark theme", and "night theme" does where night stands beside it.
  const inAll = matchTitle(words, `${command.title} ${command.also}`)
  return inAll && { command, score: inAll.score * alsoWeight, spans: [], isAside: command.isRare === true }
}

function group(found: readonly Found[], order: readonly CommandSection[]): FoundGroup[] {
  return order
    .map((section) => ({
      title: sectionTitles[section],
      found: found.filter(({ command }) => command.section === section),
    }))
    .filter((one) => one.found.length > 0)
}

/**
 * The commands that a text means, best first within each section, the section of the best first. Without a text: those used
 * last, then all that are not rare, as they were given.
 * @param recent - ids, the last used first; those of no command are passed over
 */
export function rankCommands(
  typed: string,
  commands: readonly Command[],
  recent: readonly string[],
): readonly FoundGroup[] {
  const words = readWords(typed)
  if (words.length === 0) {
    if (typed.trim() !== '') return []
    const used = recent.flatMap((id) => commands.filter((command) => command.id === id))
    const rest = commands.filter((command) => command.isRare !== true && !used.includes(command))
    const plain = (command: Command): Found => ({ command, spans: [] })
    const groups = group(rest.map(plain), commandSections)
    return used.length === 0 ? groups : [{ title: 'Recent', found: used.map(plain) }, ...groups]
  }
  const scored = commands
    .map((command) => score(words, command))
    .filter((one) => one !== null)
    .map((one) => (recent.includes(one.command.id) ? { ...one, score: one.score + recentBonus } : one))
    .sort((one, other) => Number(one.isAside) - Number(other.isAside) || other.score - one.score)
    .slice(0, mostFound)
  return group(scored, [...new Set(scored.map(({ command }) => command.section))])
}

/** The id of an order in a text that is nothing else: 12345 or #12345; null otherwise. */
export function readOrderId(typed: string): number | null {
  const digits = /^#?(\d{1,16})$/.exec(typed.trim())?.[1]
  const id = Number(digits ?? NaN)
  return Number.isSafeInteger(id) ? id : null
}
