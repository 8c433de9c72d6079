// Owns: the filters that the user keeps under a name. Must not: apply one.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { SavedView } from '../../../src-preload/contract/orders.ts'
import { call, toReport } from '../../lib/api.ts'

export const mostViews = 50
const longestName = 60

/** What is wrong with a name for a view; null for nothing. */
export function findNameFault(name: string, others: readonly SavedView[]): string | null {
  const text = name.trim()
  if (text === '') return 'Enter a name.'
  if (text.length > longestName) return `Enter at most ${longestName} characters.`
  const isTaken = others.some((view) => view.name.toLowerCase() === text.toLowerCase())
  return isTaken ? 'Another view has this name.' : null
}

class SavedViews {
  list = $state.raw<readonly SavedView[]>([])
  /** Why they could not be read or kept. */
  error = $state.raw<ErrorReport | null>(null)

  async load(): Promise<void> {
    try {
      this.list = (await call('orders:listViews', {})).views
      this.error = null
    } catch (error) {
      this.error = toReport(error)
    }
  }

  async add(view: Omit<SavedView, 'id'>): Promise<void> {
    await this.#set([...this.list, { ...view, id: crypto.randomUUID() }])
  }

  /** Changes its name, or what it shows. */
  async change(id: string, change: Partial<Omit<SavedView, 'id'>>): Promise<void> {
    await this.#set(this.list.map((view) => (view.id === id ? { ...view, ...change } : view)))
  }

  async remove(id: string): Promise<void> {
    await this.#set(this.list.filter((view) => view.id !== id))
  }

  async #set(views: readonly SavedView[]): Promise<void> {
    const before = this.list
    this.list = views
    this.error = null
    try {
      await call('orders:setViews', { views: [...views] })
    } catch (error) {
      this.list = before
      this.error = toReport(error)
    }
  }
}

export const savedViews = new SavedViews()
