// Saving, deleting and closing an item's form.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { Item, MarketItems } from './market-items.svelte.ts'

/** Form of one item. */
export interface ItemForm<One extends Item> {
  /** The existing item, or the default of a new one. */
  readonly before: One
  isBusy: boolean
  /** The typed item; null when something is invalid, which the form then shows. */
  read(): One | null
}

export class ItemEditing<One extends Item> {
  readonly #form: ItemForm<One>
  readonly #items: MarketItems<One>
  /** Failures from before the form opened are not shown in it. */
  #hasTried = $state(false)

  constructor(form: ItemForm<One>, items: MarketItems<One>) {
    this.#form = form
    this.#items = items
  }

  /** Error of the last attempt; null on success or before one. */
  get error(): ErrorReport | null {
    return this.#hasTried ? this.#items.changeError : null
  }

  /** Returns false when it was not stored. */
  readonly save = async (): Promise<boolean> => {
    const read = this.#form.read()
    return read !== null && this.#try(() => this.#items.put(read))
  }

  /** Returns false when it was not deleted. */
  readonly remove = (): Promise<boolean> => this.#try(() => this.#items.remove(this.#form.before.id))

  /** An error read in the form is not shown again. */
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
