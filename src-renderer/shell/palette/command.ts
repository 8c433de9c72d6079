// Owns: what a command is: something that can be done from anywhere, by its name. Must not: do any.

/** Where a command stands in the list; in this order as long as nothing is typed. */
export const commandSections = [
  'here',
  'views',
  'actions',
  'display',
  'accounts',
  'markets',
  'settings',
  'zones',
] as const
export type CommandSection = (typeof commandSections)[number]

export const sectionTitles: Record<CommandSection, string> = {
  here: 'In this view',
  views: 'Views',
  actions: 'Actions',
  display: 'Display',
  accounts: 'Accounts',
  markets: 'Markets',
  settings: 'Settings',
  zones: 'Time zones',
}

export interface Command {
  /** The same for as long as it does the same, so that what was used last is found again. */
  readonly id: string
  readonly section: CommandSection
  /** A verb and its object, as a button would say it; a view, an account, a market by its name. */
  readonly title: string
  /** Words that find it besides. */
  readonly also?: string
  /** The keys that do the same, as this platform writes them. */
  readonly keys?: string
  /** It is the choice that holds now. */
  readonly isOn?: boolean
  /** There are so many of its kind that it shows only where it was searched for. */
  readonly isRare?: boolean
  readonly run: () => void
}
