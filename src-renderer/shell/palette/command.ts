// A command of the command palette.

/** Sections in list order while nothing is typed. */
export const commandSections = [
  'here',
  'views',
  'actions',
  'display',
  'accounts',
  'markets',
  'recipients',
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
  recipients: 'Recipients',
  settings: 'Settings',
  zones: 'Time zones',
}

export interface Command {
  /** Stable for the same action, so that recently used commands are found again. */
  readonly id: string
  readonly section: CommandSection
  /** A verb and its object, as on a button; a view, account or market by its name. */
  readonly title: string
  /** Search synonyms. */
  readonly also?: string
  /** Keyboard shortcut, as the platform writes it. */
  readonly keys?: string
  /** True for the current choice. */
  readonly isOn?: boolean
  /** True for one of many similar commands: shown only when searched. */
  readonly isRare?: boolean
  readonly run: () => void
}
