// Index of all settings for search. Imports no component: the command palette loads it before the settings open.

/** Groups of the settings in page order. A group is a {@link Section} with the same ID. */
export const settingGroups = [
  { id: 'security', title: 'Security' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'trading', title: 'Trading' },
  { id: 'notices', title: 'Notifications' },
  { id: 'app', title: 'Window and tray' },
  { id: 'updates', title: 'Updates' },
  { id: 'files', title: 'Data and files' },
  { id: 'elsewhere', title: 'In the views' },
  { id: 'diagnostics', title: 'Diagnostics' },
  { id: 'about', title: 'About' },
  { id: 'reset', title: 'Reset and removal' },
] as const
export type SettingGroup = (typeof settingGroups)[number]['id']

/** Extraction skips single lowercase words as identifiers; these are display text. */
// @wc-include
const usually = { none: 'none', on: 'on', off: 'off', stable: 'stable' } as const

export interface SettingEntry {
  /** Unique among settings and groups: its link is `settings/<id>`. */
  readonly id: string
  readonly group: SettingGroup
  /** Label of its control. */
  readonly title: string
  /** Purpose in one sentence. */
  readonly about: string
  /** Search synonyms, and the names of its choices. */
  readonly also: string
  /** Default in the control's words. Omitted for entries without a choice. */
  readonly usual?: string
}

/**
 * To make a setting searchable (search, palette, link), add a line here and put its control into `<Setting id="…">` within
 * the {@link Section} of its group. A setting that is not on the page, such as the lock without a password, does not count.
 * A test compares both.
 */
export const settingEntries = [
  {
    id: 'app-password',
    group: 'security',
    title: 'App password',
    about: 'Encrypts keys with a password and lets you lock Starkdesk.',
    also: 'pin passphrase encrypt vault protect lock keys keychain change remove',
    usual: usually.none,
  },
  {
    id: 'lock-after',
    group: 'security',
    title: 'Auto-lock',
    about: 'Idle time before Starkdesk locks.',
    also: 'auto lock idle timeout away screen sleep minutes never',
    usual: '5 minutes',
  },
  {
    id: 'readable-when-locked',
    group: 'security',
    title: 'Show data while locked',
    about: 'Keeps prices, orders and results visible while locked.',
    also: 'lock screen visible view only privacy hide',
    usual: usually.off,
  },
  {
    id: 'forget-tokens',
    group: 'security',
    title: 'Sign out when locking',
    about: 'Stops reading and canceling orders while locked.',
    also: 'lock token kill switch cancel all notifications fills',
    usual: usually.off,
  },
  {
    id: 'sign-in-at-start',
    group: 'security',
    title: 'Sign in at start',
    about: 'Signs in automatically when Starkdesk opens.',
    also: 'login automatic startup session signature',
    usual: usually.on,
  },
  {
    id: 'theme',
    group: 'appearance',
    title: 'Theme',
    about: 'Dark, light, or as in the system.',
    also: 'dark mode light night day colours colors appearance',
    usual: 'system',
  },
  {
    id: 'palette',
    group: 'appearance',
    title: 'Up and down colors',
    about: 'Colors of rising and falling prices.',
    also: 'palette colours colors green red teal vermilion blue orange swapped colour blind candles up down',
    usual: 'teal and vermilion',
  },
  {
    id: 'row-density',
    group: 'appearance',
    title: 'Row density',
    about: 'Height of rows in tables and in the watch list.',
    also: 'compact comfortable table rows spacing height tight roomy',
    usual: 'compact',
  },
  {
    id: 'number-format',
    group: 'appearance',
    title: 'Number format',
    about: 'Decimal point and thousands separator of every number on screen.',
    also: 'decimal comma separator grouping thousands digits region locale',
    usual: 'as the system',
  },
  {
    id: 'display-currency',
    group: 'appearance',
    title: 'Display currency',
    about: 'A second currency for the headline sums of Portfolio.',
    also: 'currency convert conversion value worth quote usd usdt usdc btc eth portfolio fiat',
    usual: usually.none,
  },
  {
    id: 'time-zone',
    group: 'appearance',
    title: 'Time zone',
    about: 'Time zone of all times.',
    also: 'clock utc local hours date region city',
    usual: 'UTC',
  },
  {
    id: 'zoom',
    group: 'appearance',
    title: 'Zoom',
    about: 'Size of the whole interface.',
    also: 'size scale text font larger smaller bigger percent accessibility',
    usual: '100 %',
  },
  {
    id: 'language',
    group: 'appearance',
    title: 'Language',
    about: 'Language of all texts.',
    also: 'english translation locale words',
    usual: 'system',
  },
  {
    id: 'hide-amounts',
    group: 'appearance',
    title: 'Hide amounts',
    about: 'Hides amounts on screen and in notifications.',
    also: 'privacy private mode eye conceal blur balance discreet',
    usual: usually.off,
  },
  {
    id: 'default-market',
    group: 'trading',
    title: 'Default market',
    about: 'The market that opens when Starkdesk starts.',
    also: 'symbol pair start open first chart',
    usual: 'last used',
  },
  {
    id: 'default-interval',
    group: 'trading',
    title: 'Default interval',
    about: 'The interval of the chart when Starkdesk starts.',
    also: 'timeframe period candles start chart 1m 5m 15m 1h 4h 1d 1w',
    usual: 'last used',
  },
  {
    id: 'confirm-orders',
    group: 'trading',
    title: 'Confirm orders in a session',
    about: 'Whether the ticket sends an order with a second press while a trading session runs.',
    also: 'order confirmation ask twice double press one-click fat finger',
    usual: usually.off,
  },
  {
    id: 'mute',
    group: 'notices',
    title: 'Do not disturb',
    about: 'No desktop notifications.',
    also: 'silent sound off alerts do not disturb banner',
    usual: usually.off,
  },
  {
    id: 'notice-sound',
    group: 'notices',
    title: 'Sound',
    about: 'Whether notifications make the sound of the system.',
    also: 'audio beep silent volume',
    usual: usually.on,
  },
  {
    id: 'quiet-hours',
    group: 'notices',
    title: 'Quiet hours',
    about: 'No notifications at set hours.',
    also: 'night sleep do not disturb schedule silent time',
    usual: usually.off,
  },
  {
    id: 'notify-of',
    group: 'notices',
    title: 'Notify about',
    about: 'Price alerts, fills, canceled orders, alarms, received transfers.',
    also: 'alerts fills partly cancels prices orders kinds badge alarms session unknown transfers received',
    usual: 'all of them',
  },
  {
    id: 'tray',
    group: 'app',
    title: 'Stay in the tray',
    about: 'Keeps running when the window is closed.',
    also: 'close minimize background system tray icon hide quit running',
    usual: usually.off,
  },
  {
    id: 'update-check',
    group: 'updates',
    title: 'Check for updates',
    about: 'Shows and installs new versions.',
    also: 'upgrade version release notes download install restart newest',
  },
  {
    id: 'update-channel',
    group: 'updates',
    title: 'Channel',
    about: 'Stable or beta versions.',
    also: 'stable beta preview early testing releases',
    usual: usually.stable,
  },
  {
    id: 'update-daily',
    group: 'updates',
    title: 'Check for updates daily',
    about: 'Looks for a newer version once a day.',
    also: 'automatic update check daily background',
    usual: usually.on,
  },
  {
    id: 'reading-history',
    group: 'files',
    title: 'Sync history',
    about: 'Downloads past orders, fills, candles and trades in the background.',
    also: 'sync pause resume download background bandwidth data',
    usual: usually.on,
  },
  {
    id: 'data-kept',
    group: 'files',
    title: 'Local data',
    about: 'Retention, backups and integrity.',
    also: 'cache disk space storage retention days delete clear backup check integrity repair size',
  },
  {
    id: 'data-folder',
    group: 'files',
    title: 'Data folder',
    about: 'Where Starkdesk keeps its files.',
    also: 'path directory location files database',
  },
  {
    id: 'log',
    group: 'files',
    title: 'Log',
    about: 'What Starkdesk did and what failed, without secrets.',
    also: 'logs errors faults reference debug',
  },
  {
    id: 'market-list',
    group: 'elsewhere',
    title: 'Market list',
    about: 'Markets in the list, and their order.',
    also: 'watch list add remove pair symbol favourites',
  },
  {
    id: 'chart-layout',
    group: 'elsewhere',
    title: 'Charts and indicators',
    about: 'Layout, intervals, scales, indicators, drawings and alerts.',
    also: 'layout sma ema bollinger vwap rsi macd volume candles scale log percent alert drawing',
  },
  {
    id: 'trade-tour',
    group: 'elsewhere',
    title: 'Tour of the Trade view',
    about: 'Six steps to a first practice order.',
    also: 'trade guide help introduction onboarding learn again',
  },
  {
    id: 'order-columns',
    group: 'elsewhere',
    title: 'Order columns and views',
    about: 'Columns, sorting and saved filters.',
    also: 'table fills filter sort saved views density',
  },
  {
    id: 'transfer-limits',
    group: 'elsewhere',
    title: 'Transfer limits',
    about: 'Maximum per transfer and per day; raising it takes a day.',
    also: 'maximum per day spending safety send usdc',
  },
  {
    id: 'address-book',
    group: 'elsewhere',
    title: 'Address book',
    about: 'Names for the addresses you send to.',
    also: 'recipients contacts labels',
  },
  {
    id: 'diagnostics-file',
    group: 'diagnostics',
    title: 'Diagnostics file',
    about: 'A file for support, without secrets.',
    also: 'support report bug export log redacted send help',
  },
  {
    id: 'versions',
    group: 'about',
    title: 'Versions',
    about: 'Versions of Starkdesk and its components.',
    also: 'version build commit electron chromium node sqlite system architecture licence mit',
  },
  {
    id: 'promises',
    group: 'about',
    title: 'Promises',
    about: 'What Starkdesk protects against, and what it doesn’t.',
    also: 'security warranty threat privacy telemetry tracking network docs',
  },
  {
    id: 'licenses',
    group: 'about',
    title: 'Licenses',
    about: 'Third-party software and its licenses.',
    also: 'license open source third party credits notices packages',
  },
  {
    id: 'reset-settings',
    group: 'reset',
    title: 'Reset all settings',
    about: 'Restores all settings to their defaults.',
    also: 'default factory restore undo',
  },
  {
    id: 'remove-all',
    group: 'reset',
    title: 'Remove everything',
    about: 'Deletes keys, data, backups and the log from this computer.',
    also: 'uninstall delete wipe erase clean data keys accounts',
  },
] as const satisfies readonly SettingEntry[]

/** ID of a setting, for `<Setting>`. */
export type SettingId = (typeof settingEntries)[number]['id']

const entriesById: ReadonlyMap<string, SettingEntry> = new Map(
  settingEntries.map((entry) => [entry.id, entry]),
)

/** The entry of a setting; null for an unknown ID. */
export function findSetting(id: string): SettingEntry | null {
  return entriesById.get(id) ?? null
}

const groupTitles: ReadonlyMap<string, string> = new Map(settingGroups.map(({ id, title }) => [id, title]))

/** Title of a group; empty for an unknown ID. */
export function titleOfGroup(id: string): string {
  return groupTitles.get(id) ?? ''
}

/** Normalizes text for comparison: lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The searched words; none in a text without letters or digits. */
export function wordsOf(query: string): string[] {
  return plain(query).match(/[\p{L}\p{N}]+/gu) ?? []
}

const haystacks: ReadonlyMap<string, readonly string[]> = new Map(
  (settingEntries as readonly SettingEntry[]).map((entry) => [
    entry.id,
    wordsOf([entry.title, entry.about, entry.also, entry.usual ?? '', titleOfGroup(entry.group)].join(' ')),
  ]),
)

/** True when each word of the query starts a word of the text. */
export function beginsWords(text: string, query: string): boolean {
  const words = wordsOf(text)
  return wordsOf(query).every((one) => words.some((word) => word.startsWith(one)))
}

/** True when each word of the query starts a word of the setting. An empty query matches everything. */
export function fitsQuery(id: string, query: string): boolean {
  const sought = wordsOf(query)
  const words = haystacks.get(id) ?? []
  return sought.every((one) => words.some((word) => word.startsWith(one)))
}
