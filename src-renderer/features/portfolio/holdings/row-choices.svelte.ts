// How holdings are listed: order, and whether small balances are left out. Kept across restarts.
import type { RowChoices, RowSort } from '../../../../src-preload/contract/portfolio/portfolio.ts'
import { call } from '../../../shell/page/api.ts'
import { usualSort } from './pnl-rows.ts'

class RowChoicesState {
  choices = $state.raw<RowChoices>({ sort: null, hidesSmall: false })
  #isRead = false

  /** A choice that was made or read before wins. */
  async read(): Promise<void> {
    try {
      const choices = await call('portfolio:getRowChoices', {})
      if (this.#isRead) return
      this.choices = choices
      this.#isRead = true
    } catch {
      // The usual list remains; main has logged the error.
    }
  }

  /** Sorts by a column; by the same one again the other way around. Names begin with the first, amounts with the largest. */
  sortBy(column: RowSort): void {
    const before = this.choices.sort ?? usualSort
    const isDescending = before.column === column ? !before.isDescending : column !== 'currency'
    void this.#set({ ...this.choices, sort: { column, isDescending } })
  }

  toggleSmall(): void {
    void this.#set({ ...this.choices, hidesSmall: !this.choices.hidesSmall })
  }

  async #set(choices: RowChoices): Promise<void> {
    this.#isRead = true
    this.choices = choices
    try {
      await call('portfolio:setRowChoices', choices)
    } catch {
      // Main has logged the error; the next start uses the previously stored choices.
    }
  }
}

export const rowChoices = new RowChoicesState()
