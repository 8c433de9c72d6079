// Index of all settings for search. Imports no component: the command palette loads it before the settings open.

/** Extraction skips single lowercase words as identifiers; these are display text. */
// @wc-include
const usually = { none: 'none', on: 'on', off: 'off', stable: 'stable' } as const

/** What a setting is found by. */
interface SettingText {
  /** Label of its control. */
  readonly title: string
  /** Purpose in one sentence. */
  readonly about: string
  /** Search synonyms, and the names of its choices. */
  readonly also: string
  /** Default in the control's words. Omitted for entries without a choice. */
  readonly usual?: string
}

interface GroupDefinition {
  readonly id: string
  readonly title: string
  /** By an ID that is unique among settings and groups: its link is `settings/<id>`. */
  readonly settings: Readonly<Record<string, SettingText>>
}

/**
 * Groups of the settings in page order. A group is a {@link Section} with the same ID.
 *
 * To make a setting searchable (search, palette, link), add it to its group here and put its control into `<Setting id="…">`
 * within that section. A setting that is not on the page, such as the lock without a password, does not count. A test compares
 * both.
 */
export const settingGroups = [
  {
    id: 'security',
    title: 'Security',
    settings: {
      'app-password': {
        title: 'App password',
        about: 'Encrypts keys with a password and lets you lock Starkdesk.',
        also: 'pin passphrase encrypt vault protect lock keys keychain change remove',
        usual: usually.none,
      },
      'lock-after': {
        title: 'Auto-lock',
        about: 'Idle time before Starkdesk locks.',
        also: 'auto lock idle timeout away screen sleep minutes never',
        usual: '5 minutes',
      },
      'readable-when-locked': {
        title: 'Show data while locked',
        about: 'Keeps prices, orders and results visible while locked.',
        also: 'lock screen visible view only privacy hide',
        usual: usually.off,
      },
      'forget-tokens': {
        title: 'Sign out when locking',
        about: 'Stops reading and canceling orders while locked.',
        also: 'lock token kill switch cancel all notifications fills',
        usual: usually.off,
      },
      'sign-in-at-start': {
        title: 'Sign in at start',
        about: 'Signs in automatically when Starkdesk opens.',
        also: 'login automatic startup session signature',
        usual: usually.on,
      },
    },
  },
  {
    id: 'appearance',
    title: 'Appearance',
    settings: {
      theme: {
        title: 'Theme',
        about: 'Dark, light, or as in the system.',
        also: 'dark mode light night day colours colors appearance',
        usual: 'system',
      },
      palette: {
        title: 'Up and down colors',
        about: 'Colors of rising and falling prices.',
        also: 'palette colours colors green red teal vermilion blue orange swapped colour blind candles up down',
        usual: 'teal and vermilion',
      },
      'row-density': {
        title: 'Row density',
        about: 'Height of rows in tables and in the watch list.',
        also: 'compact comfortable table rows spacing height tight roomy',
        usual: 'compact',
      },
      'number-format': {
        title: 'Number format',
        about: 'Decimal point and thousands separator of every number on screen.',
        also: 'decimal comma separator grouping thousands digits region locale',
        usual: 'as the system',
      },
      'display-currency': {
        title: 'Display currency',
        about: 'A second currency for the headline sums of Portfolio.',
        also: 'currency convert conversion value worth quote usd usdt usdc btc eth portfolio fiat',
        usual: usually.none,
      },
      'time-zone': {
        title: 'Time zone',
        about: 'Time zone of all times.',
        also: 'clock utc local hours date region city',
        usual: 'UTC',
      },
      zoom: {
        title: 'Zoom',
        about: 'Size of the whole interface.',
        also: 'size scale text font larger smaller bigger percent accessibility',
        usual: '100 %',
      },
      language: {
        title: 'Language',
        about: 'Language of all texts.',
        also: 'english translation locale words',
        usual: 'system',
      },
      'hide-amounts': {
        title: 'Hide amounts',
        about: 'Hides amounts on screen and in notifications.',
        also: 'privacy private mode eye conceal blur balance discreet',
        usual: usually.off,
      },
    },
  },
  {
    id: 'trading',
    title: 'Trading',
    settings: {
      'default-market': {
        title: 'Default market',
        about: 'The market that opens when Starkdesk starts.',
        also: 'symbol pair start open first chart',
        usual: 'last used',
      },
      'default-interval': {
        title: 'Default interval',
        about: 'The interval of the chart when Starkdesk starts.',
        also: 'timeframe period candles start chart 1m 5m 15m 1h 4h 1d 1w',
        usual: 'last used',
      },
      'confirm-orders': {
        title: 'Confirm orders in a session',
        about: 'Whether the ticket sends an order with a second press while a trading session runs.',
        also: 'order confirmation ask twice double press one-click fat finger',
        usual: usually.off,
      },
    },
  },
  {
    id: 'notices',
    title: 'Notifications',
    settings: {
      mute: {
        title: 'Do not disturb',
        about: 'No desktop notifications.',
        also: 'silent sound off alerts do not disturb banner',
        usual: usually.off,
      },
      'notice-sound': {
        title: 'Sound',
        about: 'Whether notifications play the system sound.',
        also: 'audio beep silent volume',
        usual: usually.on,
      },
      'quiet-hours': {
        title: 'Quiet hours',
        about: 'No notifications at set hours.',
        also: 'night sleep do not disturb schedule silent time',
        usual: usually.off,
      },
      'notify-of': {
        title: 'Notify about',
        about: 'Price alerts, fills, canceled orders, alarms, received transfers.',
        also: 'alerts fills partly cancels prices orders kinds badge alarms session unknown transfers received',
        usual: 'all of them',
      },
    },
  },
  {
    id: 'app',
    title: 'Window and tray',
    settings: {
      tray: {
        title: 'Stay in the tray',
        about: 'Keeps running when the window is closed.',
        also: 'close minimize background system tray icon hide quit running',
        usual: usually.off,
      },
    },
  },
  {
    id: 'updates',
    title: 'Updates',
    settings: {
      'update-check': {
        title: 'Check for updates',
        about: 'Shows and installs new versions.',
        also: 'upgrade version release notes download install restart newest',
      },
      'update-channel': {
        title: 'Channel',
        about: 'Stable or beta versions.',
        also: 'stable beta preview early testing releases',
        usual: usually.stable,
      },
      'update-daily': {
        title: 'Check for updates daily',
        about: 'Looks for a newer version once a day.',
        also: 'automatic update check daily background',
        usual: usually.on,
      },
    },
  },
  {
    id: 'files',
    title: 'Data and files',
    settings: {
      'reading-history': {
        title: 'Sync history',
        about: 'Downloads past orders, fills, candles and trades in the background.',
        also: 'sync pause resume download background bandwidth data',
        usual: usually.on,
      },
      'data-kept': {
        title: 'Local data',
        about: 'Retention, backups and integrity.',
        also: 'cache disk space storage retention days delete clear backup check integrity repair size',
      },
      'data-folder': {
        title: 'Data folder',
        about: 'Where Starkdesk keeps its files.',
        also: 'path directory location files database',
      },
      log: {
        title: 'Log',
        about: 'What Starkdesk did and what failed, without secrets.',
        also: 'logs errors faults reference debug',
      },
    },
  },
  {
    id: 'elsewhere',
    title: 'In the views',
    settings: {
      'market-list': {
        title: 'Market list',
        about: 'Markets in the list, and their order.',
        also: 'watch list add remove pair symbol favourites',
      },
      'chart-layout': {
        title: 'Charts and indicators',
        about: 'Layout, intervals, scales, indicators, drawings and alerts.',
        also: 'layout sma ema bollinger vwap rsi macd volume candles scale log percent alert drawing',
      },
      'trade-tour': {
        title: 'Tour of the Trade view',
        about: 'Six steps to a first practice order.',
        also: 'trade guide help introduction onboarding learn again',
      },
      'order-columns': {
        title: 'Order columns and views',
        about: 'Columns, sorting and saved filters.',
        also: 'table fills filter sort saved views density',
      },
      'transfer-limits': {
        title: 'Transfer limits',
        about: 'Maximum per transfer and per day; raising it takes a day.',
        also: 'maximum per day spending safety send usdc',
      },
      'address-book': {
        title: 'Address book',
        about: 'Names for the addresses you send to.',
        also: 'recipients contacts labels',
      },
    },
  },
  {
    id: 'diagnostics',
    title: 'Diagnostics',
    settings: {
      'diagnostics-file': {
        title: 'Diagnostics file',
        about: 'A file for support, without secrets.',
        also: 'support report bug export log redacted send help',
      },
    },
  },
  {
    id: 'about',
    title: 'About',
    settings: {
      versions: {
        title: 'Versions',
        about: 'Versions of Starkdesk and its components.',
        also: 'version build commit electron chromium node sqlite system architecture licence mit',
      },
      promises: {
        title: 'Promises',
        about: 'What Starkdesk protects against, and what it doesn’t.',
        also: 'security warranty threat privacy telemetry tracking network docs',
      },
      licenses: {
        title: 'Licenses',
        about: 'Third-party software and its licenses.',
        also: 'license open source third party credits notices packages',
      },
    },
  },
  {
    id: 'reset',
    title: 'Reset and removal',
    settings: {
      'reset-settings': {
        title: 'Reset all settings',
        about: 'Restores all settings to their defaults.',
        also: 'default factory restore undo',
      },
      'remove-all': {
        title: 'Remove everything',
        about: 'Deletes keys, data, backups and the log from this computer.',
        also: 'uninstall delete wipe erase clean data keys accounts',
      },
    },
  },
] as const satisfies readonly GroupDefinition[]

type Group = (typeof settingGroups)[number]
export type SettingGroup = Group['id']

/** ID of a setting, for `<Setting>`. */
export type SettingId = { [Id in SettingGroup]: keyof Extract<Group, { id: Id }>['settings'] }[SettingGroup]

export interface SettingEntry extends SettingText {
  readonly id: string
  readonly group: SettingGroup
}

export const settingEntries: readonly SettingEntry[] = settingGroups.flatMap(({ id: group, settings }) =>
  Object.entries<SettingText>(settings).map(([id, text]) => ({ id, group, ...text })),
)

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
