// App-wide commands by name.
import type { Account, SessionState } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ThemeChoice } from '../../../src-preload/contract/app/app.ts'
import { listSessionActions } from '../account/session-text.ts'
import { call } from '../page/api.ts'
import { accounts } from '../state/accounts.svelte.ts'
import { appInfo } from '../state/app-info.svelte.ts'
import { connection } from '../state/connection.svelte.ts'
import { display } from '../state/display.svelte.ts'
import { security } from '../state/security.svelte.ts'
import { shownAccounts } from '../state/shown-accounts.svelte.ts'
import { sync } from '../state/sync.svelte.ts'
import { describeNetwork, findServicePage } from '../../text/networks.ts'
import { paletteNames } from '../../text/palette-text.ts'
import { nameMarket } from '../../text/format/words.ts'
import { type ViewName, viewNames } from '../../../src-preload/domain/views.ts'
import { viewKeys, viewTitles } from '../page/views.ts'
import { listZones } from '../../text/zone-list.ts'
import { makeOrderPlaceCommands } from '../../features/orders/order-commands.ts'
import { makePortfolioExportCommands } from '../../features/portfolio/portfolio-commands.ts'
import { makeMarketCommands } from '../../features/markets/market-commands.ts'
import { settingEntries } from '../../features/settings/search/settings-index.ts'
import { makeTradeCommands } from '../../features/trade/trade-commands.ts'
import { makeTransferCommands, type NamedRecipient } from '../../features/transfers/transfer-commands.ts'
import type { Command } from './command.ts'

/** Actions that only the frame can perform. */
export interface AppActions {
  readonly hasAccount: boolean
  readonly show: (view: ViewName, part?: string | null) => void
  readonly lock: () => void
  readonly addAccount: () => void
  readonly showKeys: () => void
}

/** Search synonyms of the views. */
const viewsAlso: Record<ViewName, string> = {
  trade: 'markets book ticket buy sell dock',
  markets: 'markets prices candles four charts',
  orders: 'fills trades history',
  portfolio: 'profit loss pnl balances report',
  transfers: 'sent receipts address book limits',
  connection: 'network service status log',
  settings: 'options preferences',
  data: 'cache backup disk storage keep',
}

const themes: readonly { readonly theme: ThemeChoice; readonly title: string; readonly also: string }[] = [
  { theme: 'dark', title: 'Theme: dark', also: 'night' },
  { theme: 'light', title: 'Theme: light', also: 'day' },
  { theme: 'system', title: 'Theme: system', also: 'auto' },
]

/** Views available without an account. */
const alwaysThere: readonly ViewName[] = ['settings', 'data']

function makeViewCommands({ hasAccount, show }: AppActions): Command[] {
  return viewNames
    .filter((view) => hasAccount || alwaysThere.includes(view))
    .map((view) => {
      const key = viewKeys.find((one) => one.view === view)?.key
      return {
        id: `view.${view}`,
        section: 'views',
        title: viewTitles[view],
        also: viewsAlso[view],
        ...(key === undefined ? {} : { keys: `${appInfo.modifier} ${key}` }),
        run: () => show(view),
      }
    })
}

function makeDisplayCommands(): Command[] {
  const { modifier } = appInfo
  return [
    {
      id: 'display.privacy',
      section: 'display',
      title: display.isPrivate ? 'Show amounts' : 'Hide amounts',
      also: 'privacy private mode',
      keys: `${modifier} Shift H`,
      run: () => void display.set({ isPrivate: !display.isPrivate }),
    },
    ...themes.map(({ theme, title, also }): Command => ({
      id: `display.theme.${theme}`,
      section: 'display',
      title,
      also,
      isOn: appInfo.theme === theme,
      run: () => void appInfo.setTheme(theme),
    })),
    ...paletteNames.map(({ value, label }): Command => ({
      id: `display.palette.${value}`,
      section: 'display',
      title: `Colors: ${label.toLowerCase()}`,
      also: 'colours colors up down rising falling',
      isOn: display.palette === value,
      run: () => void display.set({ palette: value }),
    })),
  ]
}

/** Settings by name, shown only when searched. */
function makeSettingCommands({ show }: AppActions): Command[] {
  return settingEntries.map(({ id, title, about, also }) => ({
    id: `setting.${id}`,
    section: 'settings',
    title: `${title} (settings)`,
    also: `${about} ${also}`,
    isRare: true,
    run: () => show('settings', id),
  }))
}

/** @param atMs - time for which UTC offsets are shown */
function makeZoneCommands(atMs: number): Command[] {
  return listZones(atMs).map(({ value, label, offset }, index) => ({
    id: `zone.${value}`,
    section: index < 2 ? 'display' : 'zones',
    title: `Time zone: ${label}`,
    also: `clock ${offset} ${value}`,
    isOn: display.timeZone === value,
    isRare: index >= 2,
    run: () => void display.set({ timeZone: value }),
  }))
}

function makeLockCommand(lock: () => void): Command[] {
  if (security.state.status !== 'ready') return []
  const { password } = security.state.value
  const titles = {
    none: 'Set app password',
    unlocked: 'Lock Starkdesk',
    locked: 'Unlock Starkdesk',
    damaged: 'Unlock Starkdesk',
  }
  return [
    {
      id: 'app.lock',
      section: 'actions',
      title: titles[password],
      also: 'lock password security',
      keys: `${appInfo.modifier} Shift L`,
      run: lock,
    },
  ]
}

function makeReadingCommand(): Command[] {
  if (sync.state.status !== 'ready') return []
  const { isPaused } = sync.state.value
  return [
    {
      id: 'app.reading',
      section: 'actions',
      title: isPaused ? 'Resume sync' : 'Pause sync',
      also: 'sync resume stop',
      run: () => void sync.setPaused(!isPaused),
    },
  ]
}

/** Where the network in use has several accounts. */
function makeAllAccountsCommand(): Command[] {
  const { active } = accounts
  if (active === null || shownAccounts.onNetwork.length < 2) return []
  const { isAll } = shownAccounts
  return [
    {
      id: 'account.all',
      section: 'accounts',
      title: isAll ? `Show ${active.label} only` : `All accounts on ${describeNetwork(active.network)}`,
      also: 'together combined sum every wallet orders portfolio',
      run: () => void accounts.showAll(!isAll),
    },
  ]
}

/** As the account menu has them. */
function makeSessionCommands(active: Account | null, session: SessionState): Command[] {
  if (active === null) return []
  const shared = { section: 'accounts', also: `account session log in out ${active.label}` } as const
  return listSessionActions(session, active).flatMap(({ kind, label }): Command[] => {
    switch (kind) {
      case 'signIn':
        return [{ ...shared, id: 'account.signIn', title: label, run: () => void accounts.signIn() }]
      case 'signOut':
        return [{ ...shared, id: 'account.signOut', title: label, run: () => void accounts.signOut() }]
      // Its form is opened where the strip or the menu asks for it.
      case 'enterKey':
        return []
    }
  })
}

function makeAccountCommands({ addAccount }: AppActions): Command[] {
  if (accounts.state.status !== 'ready') return []
  const { accounts: all, activeId, session } = accounts.state.value
  return [
    ...makeSessionCommands(accounts.active, session),
    ...(all.length < 2 ? [] : all).map(({ id, label }): Command => ({
      id: `account.${id}`,
      section: 'accounts',
      title: `Switch to ${label}`,
      also: 'use account wallet',
      isOn: id === activeId,
      run: () => void accounts.activate(id),
    })),
    ...makeAllAccountsCommand(),
    { id: 'account.add', section: 'accounts', title: 'Add account', also: 'wallet connect', run: addAccount },
  ]
}

/** Deposits and withdrawals are the exchange's own; none in practice. */
function makeFundingCommand(showTransfers: () => void): Command[] {
  const { active } = accounts
  const link = active === null ? null : findServicePage(active.network.kind)
  if (link === null) return []
  return [
    {
      id: 'transfers.funding',
      section: 'actions',
      title: 'Deposit or withdraw on tanX',
      also: 'deposits withdrawals add funds cash out exchange web page browser',
      isRare: true,
      // The button in Transfers says why the page does not open, and has its address.
      run: () => void call('app:openLink', { link }).catch(showTransfers),
    },
  ]
}

/**
 * All app-wide commands in the current state.
 * @param markets - symbols of the user's list, in order
 * @param atMs - current time
 * @param recipients - those of the account in use
 */
export function makeAppCommands(
  ways: AppActions,
  markets: readonly string[],
  atMs: number,
  recipients: readonly NamedRecipient[] = [],
): Command[] {
  const { show } = ways
  const ofApp: Command[] = [
    ...makeViewCommands(ways),
    ...makeLockCommand(ways.lock),
    {
      id: 'app.keys',
      section: 'actions',
      title: 'Show keyboard shortcuts',
      also: 'keyboard shortcuts help sheet',
      keys: '?',
      run: ways.showKeys,
    },
    ...makeDisplayCommands(),
    ...makeZoneCommands(atMs),
    ...makeSettingCommands(ways),
  ]
  if (!ways.hasAccount) return ofApp
  return [
    ...ofApp,
    ...makeOrderPlaceCommands((part) => show('orders', part)),
    ...makePortfolioExportCommands(atMs),
    ...makeTransferCommands(recipients, () => show('transfers')),
    ...makeFundingCommand(() => show('transfers')),
    {
      id: 'connection.retry',
      section: 'actions',
      title: 'Retry connection',
      also: 'reconnect online offline',
      run: () => void connection.retry(),
    },
    ...makeTradeCommands(() => show('trade')),
    ...makeReadingCommand(),
    ...makeMarketCommands(() => show('trade'), appInfo.platform),
    ...makeAccountCommands(ways),
    ...markets.map((market): Command => ({
      id: `market.${market}`,
      section: 'markets',
      title: nameMarket(market).pair,
      also: 'chart',
      run: () => show('trade', market),
    })),
  ]
}
