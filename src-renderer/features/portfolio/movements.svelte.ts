// The user's entered deposits and withdrawals, and the form for another. Main validates and values them.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { Movement, MovementInput } from '../../../src-preload/contract/portfolio/movements.ts'
import type { Zone } from '../../../src-preload/domain/locale/zone.ts'
import { call } from '../../shell/page/api.ts'
import { Attempt } from '../../shell/page/attempt.svelte.ts'
import { readDecimal } from '../../text/format/typed-number.ts'
import { Fetched } from '../../shell/page/fetched.svelte.ts'
import { readWallTime } from '../markets/overlays/note-time.ts'

export type MovementField = 'currency' | 'amount' | 'value' | 'atMs'

type MovementFaults = Readonly<Partial<Record<MovementField, string | undefined>>>

const faultWords: Readonly<Record<MovementField, string>> = {
  currency: 'Enter a currency, such as USDC.',
  amount: 'Enter an amount above zero, such as 0.5.',
  value: 'Enter a value above zero, such as 1250.50.',
  atMs: 'Enter a date and time in the past.',
}

/** The exchange's values have up to 20. */
const MAX_DECIMALS = 20
const currencyPattern = /^[a-z0-9]{1,30}$/

class Movements extends Attempt {
  isOpen = $state(false)
  readonly list = new Fetched<readonly Movement[]>()
  currency = $state('')
  direction = $state<Movement['direction']>('in')
  amount = $state('')
  value = $state('')
  /** Value of a datetime-local input in the display zone. */
  when = $state('')
  faults = $state.raw<MovementFaults>({})

  /**
   * Opens the dialog, optionally for a currency with a missing deposit, or filled in with what is known of it.
   * @param known.when - value of a datetime-local input
   */
  open(
    currency = '',
    known: Partial<Pick<MovementInput, 'direction' | 'amount'> & { readonly when: string }> = {},
  ): void {
    this.isOpen = true
    this.currency = currency.toUpperCase()
    this.direction = known.direction ?? 'in'
    this.amount = known.amount ?? ''
    this.value = ''
    this.when = known.when ?? ''
    this.faults = {}
    this.clear()
    this.list.drop()
    void this.load()
  }

  close(): void {
    this.isOpen = false
    this.list.drop()
  }

  clearFault(field: MovementField): void {
    this.faults = { ...this.faults, [field]: undefined }
  }

  load(): Promise<void> {
    return this.list.load(async () => (await call('portfolio:listMovements', {})).movements)
  }

  /** The typed input; null when a field is invalid: see its fault. */
  #read(zone: Zone, nowMs: number): MovementInput | null {
    const currency = this.currency.trim().toLowerCase()
    const amount = readDecimal(this.amount, MAX_DECIMALS)
    const value = readDecimal(this.value, MAX_DECIMALS)
    const atMs = readWallTime(this.when, zone)
    const faults: Partial<Record<MovementField, string>> = {}
    if (!currencyPattern.test(currency)) faults.currency = faultWords.currency
    if (!amount.ok) faults.amount = faultWords.amount
    if (!value.ok) faults.value = faultWords.value
    if (atMs === null || atMs > nowMs) faults.atMs = faultWords.atMs
    this.faults = faults
    if (Object.keys(faults).length > 0 || !amount.ok || !value.ok || atMs === null) return null
    return { currency, direction: this.direction, amount: amount.text, value: value.text, atMs }
  }

  /** True once stored; the form is then empty. */
  async add(zone: Zone, nowMs: number): Promise<boolean> {
    if (this.isBusy) return false
    this.clear()
    const input = this.#read(zone, nowMs)
    if (input === null) return false
    return this.attempt(
      async () => {
        await call('portfolio:addMovement', input)
        this.amount = this.value = this.when = ''
        await this.load()
      },
      (report) => this.#isTold(report),
    )
  }

  async remove(id: number): Promise<void> {
    await this.attempt(async () => {
      await call('portfolio:removeMovement', { id })
      await this.load()
    })
  }

  /** Tells an error of a field there. */
  #isTold(report: ErrorReport): boolean {
    const field = report.code === 'validation' ? report.data['field'] : undefined
    if (typeof field !== 'string' || !Object.hasOwn(faultWords, field)) return false
    const known = field as MovementField
    this.faults = { [known]: faultWords[known] }
    return true
  }
}

export const movements = new Movements()
