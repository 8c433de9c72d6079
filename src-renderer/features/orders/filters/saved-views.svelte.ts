// Named filters saved by the user.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { SavedView } from '../../../../src-preload/contract/orders.ts'
import { call, toReport } from '../../../shell/page/api.ts'

export const maxViews = 50
const longestName = 60

/** Error of a view's name; null when valid. */
export function findNameFault(name: string, others: readonly SavedView[]): string | null {
  const text = name.trim()
  if (text === '') return 'Enter a name.'
  if (text.length > longestName) return `Enter at most ${longestName} characters.`
  const isTaken = others.some((view) => view.name.toLowerCase() === text.toLowerCase())
  return isTaken ? 'Another view has this name.' : null
}

export class SavedViews {
  list = $state.raw<readonly SavedView[]>([])
  /** Why views could not be loaded or stored. */
  error = $state.raw<ErrorReport | null>(null)

  /** True once views were loaded: storing replaces all of them. */
  #isRead = false
  /** Counts changes: responses from before a change are outdated. */
  #changes = 0

  async load(): Promise<void> {
    const asked = this.#changes
    try {
      const { views } = await call('orders:listViews', {})
      if (asked !== this.#changes) return
      this.list = views
      this.#isRead = true
      this.error = null
    } catch (error) {
      this.error = toReport(error)
    }
  }

  async add(view: Omit<SavedView, 'id'>): Promise<void> {
    await this.#change((list) => [...list, { ...view, id: crypto.randomUUID() }])
  }

  /** Changes a view's name or filter. */
  async change(id: string, change: Partial<Omit<SavedView, 'id'>>): Promise<void> {
    await this.#change((list) => list.map((view) => (view.id === id ? { ...view, ...change } : view)))
  }

  async remove(id: string): Promise<void> {
    await this.#change((list) => list.filter((view) => view.id !== id))
  }

  /** Stores nothing when the existing views could not be loaded, because they would be lost. */
  async #change(edit: (list: readonly SavedView[]) => readonly SavedView[]): Promise<void> {
    if (!this.#isRead) await this.load()
    if (!this.#isRead) return
    const before = this.list
    this.list = edit(before)
    this.#changes += 1
    this.error = null
    try {
      await call('orders:setViews', { views: [...this.list] })
    } catch (error) {
      this.list = before
      this.error = toReport(error)
    }
  }
}

export const savedViews = new SavedViews()
