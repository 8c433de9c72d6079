// Owns: a main with accounts that change as the page asks for it, for tests of the whole page. Must not: have rules of main.
import type { Account, AccountsState } from '../../src-preload/contract/accounts.ts'
import { makeAccountsState } from '../unit/renderer/make-account.ts'
import type { Answers } from '../unit/renderer/views/fake-main.ts'
import { answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

export interface AccountsPage extends OpenPage {
  /** Tells the page what has changed of the accounts. */
  tell(change: Partial<AccountsState>): Promise<void>
  /** What was asked of one channel, in order. */
  inputsOf(name: string): unknown[]
}

/** Opens the page with these accounts. `more` answers besides, and can tell of changes through the page it is given. */
export async function openAccounts(
  accounts: readonly Account[],
  more: (page: () => AccountsPage) => Answers = () => ({}),
  changes: Partial<AccountsState> = {},
): Promise<AccountsPage> {
  let state = makeAccountsState(accounts, changes)
  const made: { page?: AccountsPage } = {}
  const page = (): AccountsPage => {
    if (!made.page) throw new Error('the page is not open yet')
    return made.page
  }
  const answers = answersFor(unprotected, state, {
    'accounts:getState': () => state,
    'accounts:rename': async ({ id, label }) => {
      await page().tell({ accounts: state.accounts.map((one) => (one.id === id ? { ...one, label } : one)) })
      return {}
    },
    'accounts:setServiceKey': async ({ id, name, value }) => {
      const kept = (one: Account) => ({ ...one.serviceKeys, [name]: value !== null })
      await page().tell({
        accounts: state.accounts.map((one) => (one.id === id ? { ...one, serviceKeys: kept(one) } : one)),
      })
      return {}
    },
    'accounts:activate': async ({ id }) => {
      await page().tell({ activeId: id })
      return {}
    },
    ...more(page),
  })
  const open = await openPage(answers)
  const opened: AccountsPage = {
    ...open,
    tell: async (change) => {
      state = { ...state, ...change }
      await open.emit('accounts:changed', state)
    },
    inputsOf: (name) => open.calls.filter((call) => call.name === name).map(({ input }) => input),
  }
  made.page = opened
  return opened
}

/** Name or text of what has the focus. */
export function readFocus({ page }: OpenPage): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    const input = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at : null
    const label = input?.labels?.[0]?.textContent
    return (at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? '').trim()
  })
}
