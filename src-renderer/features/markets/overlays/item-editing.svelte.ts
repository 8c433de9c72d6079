// Owns: what the form of one of the user's own things does when it is saved, removed or closed. Must not: know its fields.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { Item, MarketItems } from './market-items.svelte.ts'

/** A form over one thing. */
export interface ItemForm<One extends Item> {
  /** What is changed, or what would be made. */
  readonly before: One
  isBusy: boolean
  /** The thing as it was typed; null where something of it cannot be used, which the form then says. */
  read(): One | null
}

export class ItemEditing<One extends Item> {
  readonly #form: ItemForm<One>
  readonly #items: MarketItems<One>
  /** A failure from before the form was open is not the form's. */
  #hasTried = $state(false)

  constructor(form: ItemForm<One>, items: MarketItems<One>) {
    this.#form = form
    this.#items = items
  }

  /** Why the last try failed; null where it did not, or there was none. */
  get error(): ErrorReport | null {
    return this.#hasTried ? this.#items.changeError : null
  }

  /** False: it was not kept. */
  readonly save = async (): Promise<boolean> => {
    const read = this.#form.read()
    return read !== null && this.#try(() => this.#items.put(read))
  }

  /** False: it is still there. */
  readonly remove = (): Promise<boolean> => this.#try(() => this.#items.remove(this.#form.before.id))

  /** What failed was read in the form, and is not said again. */
  readonly close = (): void => {
    if (this.#hasTried) this.#items.dismissError()
  }

  async #try(change: () => Promise<boolean>): Promise<boolean> {
    this.#hasTried = true
    this.#form.isBusy = true
    const isDone = await change()
    this.#form.isBusy = false
    return isDone
  }
}
