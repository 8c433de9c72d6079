// Finds and orders the commands that match a typed text, in groups. Pure.
import { type Command, type CommandSection, commandSections, sectionTitles } from './command.ts'
import { type Span, beginsWords, matchTitle, readWords } from './fuzzy.ts'

export interface Found {
  readonly command: Command
  /** Matched letters of the title. */
  readonly spans: readonly Span[]
}

export interface FoundGroup {
  readonly title: string
  readonly found: readonly Found[]
}

/** Result limit; more typing narrows the result. */
export const maxResults = 60
/** Time zones in the result: more would fill the list for any common letters. */
const maxZones = 5
/** Weight of a synonym match relative to the same match in the title. */
const alsoWeight = 0.6
/** Recently used commands rank above equal matches. */
const recentBonus = 3

interface Scored extends Found {
  readonly score: number
  /** What was typed begins words of the title (0), or of the title and its synonyms (1); its letters only occur in order (2). */
  readonly tier: 0 | 1 | 2
  /**
   * A setting, or one of many similar commands that matched only by its description: ranked below the others of its tier, as
   * "Sign out when locking" is below "Sign out".
   */
  readonly isAside: boolean
}

function score(words: readonly string[], command: Command): Scored | null {
  const inTitle = matchTitle(words, command.title)
  const isRare = command.isRare === true
  if (inTitle !== null && beginsWords(words, command.title))
    return { command, ...inTitle, tier: 0, isAside: command.section === 'settings' }
  // Title words count too: "theme dark" finds "Dark theme", and "night theme" does when night is a synonym.
  const all = `${command.title} ${command.also ?? ''}`
  const inAll = command.also === undefined ? null : matchTitle(words, all)
  if (inAll !== null && beginsWords(words, all))
    return { command, score: inAll.score * alsoWeight, spans: inTitle?.spans ?? [], tier: 1, isAside: isRare }
  if (inTitle !== null) return { command, ...inTitle, tier: 2, isAside: isRare }
  return inAll && { command, score: inAll.score * alsoWeight, spans: [], tier: 2, isAside: isRare }
}

/** Where words fit by their beginning, letters that only occur in order are chance: "lock" is not in "o'clock". */
function dropChance(scored: readonly Scored[]): Scored[] {
  const areBegun = scored.some(({ tier }) => tier < 2)
  let zones = 0
  return scored.filter(({ tier, command }) => {
    if (areBegun && tier === 2) return false
    if (command.section === 'zones') zones += 1
    return command.section !== 'zones' || zones <= maxZones
  })
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
 * Commands that match a text, best first within each section; the section of the best match first. Without a text: recently
 * used commands, then all common ones in the given order.
 * @param recent - IDs, most recent first; unknown IDs are ignored
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
  const scored = dropChance(
    commands
      .map((command) => score(words, command))
      .filter((one) => one !== null)
      .map((one) => (recent.includes(one.command.id) ? { ...one, score: one.score + recentBonus } : one))
      .sort(
        (one, other) =>
          one.tier - other.tier || Number(one.isAside) - Number(other.isAside) || other.score - one.score,
      ),
  ).slice(0, maxResults)
  return group(scored, [...new Set(scored.map(({ command }) => command.section))])
}

/** The commands of the view on screen, then those of the app that it does not offer itself. */
export function joinCommands(here: readonly Command[], ofApp: readonly Command[]): Command[] {
  const known = new Set(here.map(({ id }) => id))
  return [...here, ...ofApp.filter(({ id }) => !known.has(id))]
}

/** Order ID in a text that contains nothing else: 12345 or #12345; null otherwise. */
export function readOrderId(typed: string): number | null {
  const digits = /^#?(\d{1,16})$/.exec(typed.trim())?.[1]
  const id = Number(digits ?? NaN)
  return Number.isSafeInteger(id) ? id : null
}
