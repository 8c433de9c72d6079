// State of the dialog that splits and dates an opening. Main stores and validates the split.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { Opening, OpeningPart } from '../../../../src-preload/contract/portfolio/opening.ts'
import { call } from '../../../shell/page/api.ts'
import { Attempt } from '../../../shell/page/attempt.svelte.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'
import { canAdd, type PartFaults, type PartRow, readRows, rowsOf, sumText, withPart } from './opening-form.ts'

const noFaults: ReadonlyMap<number, PartFaults> = new Map()

class OpeningForm extends Attempt {
  isOpen = $state(false)
  currency = $state('')
  readonly opening = new Fetched<Opening>()
  rows = $state.raw<readonly PartRow[]>([])
  faults = $state.raw<ReadonlyMap<number, PartFaults>>(noFaults)
  /** The parts do not add up and the form was sent. */
  isSumTold = $state(false)
  /** Main refused the parts, since more was loaded after the opening was read. */
  hasChanged = $state(false)

  open(currency: string): void {
    this.isOpen = true
    this.currency = currency
    this.opening.drop()
    void this.load()
  }

  close(): void {
    this.isOpen = false
    this.opening.drop()
  }

  /** Reads the opening; what was typed is lost. */
  async load(): Promise<void> {
    this.clear()
    this.faults = noFaults
    this.isSumTold = this.hasChanged = false
    await this.opening.load(async () => {
      const opening = await call('portfolio:getOpening', { currency: this.currency })
      this.rows = rowsOf(opening)
      return opening
    })
  }

  change(id: number, change: Partial<Omit<PartRow, 'id'>>): void {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, ...change } : row))
    this.faults = new Map([...this.faults].filter(([of]) => of !== id))
  }

  add(): void {
    const whole = this.opening.value?.amount
    if (whole !== undefined && whole !== null && canAdd(this.rows)) this.rows = withPart(whole, this.rows)
  }

  remove(id: number): void {
    if (this.rows.length > 1) this.rows = this.rows.filter((row) => row.id !== id)
  }

  /** True once stored. What main refuses because the opening is another by now stays typed, and is compared with the new one. */
  async save(): Promise<boolean> {
    if (this.opening.value === null || this.isBusy) return false
    this.clear()
    this.hasChanged = false
    const parts = this.#read()
    if (parts === null) return false
    const { currency } = this
    const refusals: ErrorReport[] = []
    const isStored = await this.attempt(
      () => call('portfolio:splitOpening', { currency, parts }),
      (report) => report.code === 'validation' && refusals.push(report) > 0,
    )
    const [refused] = refusals
    if (refused !== undefined) await this.#compareAnew(refused)
    return isStored
  }

  /** The parts; null where something is wrong, which is then told. */
  #read(): OpeningPart[] | null {
    const opening = this.opening.value
    if (opening === null) return null
    const read = readRows(opening, this.rows)
    this.faults = 'faults' in read ? read.faults : noFaults
    this.isSumTold = sumText(opening, this.rows) !== null
    return 'faults' in read || this.isSumTold ? null : read.parts
  }

  async #compareAnew(refused: ErrorReport): Promise<void> {
    const { currency } = this
    await this.opening.load(() => call('portfolio:getOpening', { currency }))
    if (!this.isOpen || this.currency !== currency) return
    if (this.#read() === null) this.hasChanged = true
    else this.error = refused
  }

  /** True once the opening is one lot again. */
  reset(): Promise<boolean> {
    return this.attempt(() => call('portfolio:resetOpening', { currency: this.currency }))
  }
}

export const openingForm = new OpeningForm()
