// The ticket: what a person has entered for each market, what follows from it, and the placing of one order per press.
// Trusts main alone about outcomes; sends an order once per ticket that main opened.
import { SvelteMap } from 'svelte/reactivity'
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { ShownBook } from '../../../../src-preload/contract/markets/book.ts'
import type { MarketRules } from '../../../../src-preload/contract/markets/market-rules.ts'
import type { OrderIntent } from '../../../../src-preload/contract/trading/trading.ts'
import { exactText, parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { OrderSide, OrderType } from '../../../../src-preload/domain/markets/markets.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { accounts } from '../../../shell/state/accounts.svelte.ts'
import { balances } from '../../../shell/state/balances.svelte.ts'
import { nameMarket } from '../../../text/format/words.ts'
import { bookFeed } from '../../book/book-feed.svelte.ts'
import { spreadOf } from '../../book/book-levels.ts'
import { markets } from '../../markets/markets.svelte.ts'
import { firstOrder } from '../tour/first-order.svelte.ts'
import { feeRates } from './fee-rates.svelte.ts'
import { amountForDown, estimateFill, type FillEstimate, type Levels } from './fill-estimate.ts'
import { marketRules } from './market-rules.svelte.ts'
import { placedOrders } from './placed-orders.svelte.ts'
import { PressGuard } from './press-guard.ts'
import { crosses, feeOf, type OrderFee } from '../../../../src-preload/domain/orders/order-fee.ts'
import {
  amountDownTo,
  cutDown,
  findDoubt,
  emptyFields,
  findFaults,
  follow,
  type Followed,
  hasPrice,
  leftOver,
  midAtTick,
  moveBySteps,
  orderOf,
  readNumber,
  type RuleDoubt,
  type Share,
  shareOf,
  type TicketFault,
  type TicketField,
  type TicketFields,
} from './ticket-figures.ts'

/** Prices that a button puts into the price field. */
export interface QuickPrices {
  readonly bid: string | null
  readonly mid: string | null
  readonly ask: string | null
}

const textOrNull = (typed: string): string | null => {
  const reading = readNumber(typed)
  return reading.ok ? exactText(parseExact(reading.text)) : null
}

class Ticket {
  #market = $state<string | null>(null)
  #isOpen = $state(false)
  /** How many components show it. */
  #shownBy = $state(0)
  #isPlacing = $state(false)
  /** The order that a first press showed, as JSON; null before one. Another order is another first press. */
  #confirmed = $state<string | null>(null)
  #error = $state.raw<ErrorReport | null>(null)
  /** A press showed what is missing: empty fields count as wrong until the next order. */
  #isTried = $state(false)
  /** Whose drafts these are. */
  #accountId: string | null = null
  /** Counts requests for the focus. */
  #focusAsked = $state(0)
  #focusGiven = $state(0)
  /** What was entered for each market; side and type go along to another one. */
  readonly #drafts = new SvelteMap<string, TicketFields>()
  #latest = $state.raw<TicketFields>(emptyFields)
  /** Markets whose last order was placed and for which nothing was typed since: their prices are those of that order. */
  readonly #placedLast = new Set<string>()
  /** Main's ticket for the next order; null before the first. */
  #opened: Promise<string | null> | null = null
  readonly #guard = new PressGuard(() => performance.now())

  readonly fields: TicketFields = $derived.by(() => {
    const { side, type } = this.#latest
    return this.#drafts.get(this.#market ?? '') ?? { ...emptyFields, side, type }
  })
  readonly #book: ShownBook | null = $derived.by(() =>
    bookFeed.book?.market === this.#market ? bookFeed.book : null,
  )
  readonly rules: MarketRules = $derived.by(() => {
    const learned = marketRules.of(this.#market ?? '')
    const shown = this.#book?.priceDecimals ?? 0
    return {
      ...learned,
      // The book may have shown a finer price meanwhile.
      priceDecimals: learned.isPriceSaid
        ? learned.priceDecimals
        : Math.max(learned.priceDecimals ?? 0, shown) || learned.priceDecimals,
    }
  })
  readonly followed: Followed = $derived(follow(this.fields, this.rules))
  readonly last: string | null = $derived.by(() => {
    const { trades } = markets
    return trades.status === 'ready' && trades.value.market === this.#market
      ? (trades.value.trades[0]?.price ?? null)
      : null
  })
  readonly faults: readonly TicketFault[] = $derived(
    findFaults(this.fields, this.followed, {
      saidAmountDecimals: this.rules.said ? this.rules.amountDecimals : null,
      saidPriceDecimals: this.rules.isPriceSaid ? this.rules.priceDecimals : null,
      last: this.last,
    }),
  )
  /** The order as it would be sent; null while a field has a fault. */
  readonly order: OrderIntent | null = $derived.by(() =>
    this.#market === null || this.faults.length > 0
      ? null
      : orderOf(this.#market, this.fields, this.followed),
  )
  readonly quick: QuickPrices = $derived.by(() => {
    const book = this.#book
    if (book === null) return { bid: null, mid: null, ask: null }
    const spread = spreadOf(book)
    return {
      bid: book.bestBid,
      mid: spread === null ? null : midAtTick(spread.mid, book.priceDecimals, this.fields.side),
      ask: book.bestAsk,
    }
  })
  readonly #opposite: Levels = $derived.by(() => {
    const side = this.fields.side === 'buy' ? 'asks' : 'bids'
    return this.#book?.[side].levels ?? []
  })
  /** The best price that the order would meet, whatever the step of the shown levels. */
  readonly #bestOpposite: string | null = $derived(
    (this.fields.side === 'buy' ? this.#book?.bestAsk : this.#book?.bestBid) ?? null,
  )
  /** What a market order takes from the book now; null for other types, and without a book. */
  readonly estimate: FillEstimate | null = $derived.by(() => {
    const amount = textOrNull(this.followed.amount)
    if (hasPrice(this.fields.type) || amount === null || this.#book === null) return null
    return estimateFill(this.#opposite, amount, this.#bestOpposite, this.#book.priceDecimals)
  })
  /** What the order costs or brings in the quote currency; of a market order, the estimate. */
  readonly value: string | null = $derived(
    hasPrice(this.fields.type)
      ? this.followed.exactTotal
      : this.estimate === null || this.estimate.isShort
        ? null
        : this.estimate.value,
  )
  /** Received before the fee; null where the listed book has less than a market order wants. */
  readonly #gross: string | null = $derived.by(() => {
    if (this.fields.side === 'sell') return this.value
    return this.estimate?.isShort === true ? null : textOrNull(this.followed.amount)
  })
  readonly fee: OrderFee | null = $derived.by(() => {
    const { side, type } = this.fields
    const received = this.#gross
    if (feeRates.rates === null || received === null) return null
    const price = textOrNull(this.fields.price)
    return feeOf({ side, type, price, bestOpposite: this.#bestOpposite, received }, feeRates.rates)
  })
  /** Received after the fee: base currency of a buy, quote currency of a sell. */
  readonly received: string | null = $derived(leftOver(this.#gross, this.fee?.amount ?? null))
  /** Free in the currency that the order spends; null if unknown. */
  readonly free: string | null = $derived.by(() => {
    const { base, quote } = nameMarket(this.#market ?? '')
    const currency = (this.fields.side === 'buy' ? quote : base).toLowerCase()
    const { list } = balances
    if (list.status !== 'ready') return null
    const free = list.value.balances.find((one) => one.currency === currency)?.free
    return free?.state === 'known' ? free.amount : null
  })
  /** Free in that currency once the order is in the book; negative where it is not enough. */
  readonly freeAfter: string | null = $derived.by(() =>
    leftOver(this.free, this.fields.side === 'buy' ? this.value : textOrNull(this.followed.amount)),
  )
  readonly isOverFree: boolean = $derived(this.freeAfter?.startsWith('-') === true)
  /** The amount, or the price, is finer or smaller than the market has shown, or is known to take. */
  readonly doubts: Readonly<Record<'amount' | 'price' | 'stopPrice', RuleDoubt | null>> = $derived({
    amount: findDoubt(textOrNull(this.followed.amount), this.rules.amountDecimals, this.rules.smallestAmount),
    price: findDoubt(textOrNull(this.fields.price), this.rules.priceDecimals, null),
    stopPrice: findDoubt(textOrNull(this.fields.stopPrice), this.rules.priceDecimals, null),
  })
  /** A post-only order at this price would take from the book, and be canceled. */
  readonly isTaking: boolean = $derived(this.fields.type === 'limit_maker' && this.#crosses())

  get market(): string | null {
    return this.#market
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** From the press until main has answered, which may wait for the confirmation window. */
  get isPlacing(): boolean {
    return this.#isPlacing
  }

  /** Why the last press placed nothing; null if it did not fail before the journal. */
  get error(): ErrorReport | null {
    return this.#error
  }

  /** Shows another reason why nothing is placed; null for none any more. */
  tell(error: ErrorReport | null): void {
    this.#error = error
  }

  /** The last press showed this very order. */
  get isConfirmed(): boolean {
    return this.order !== null && this.#confirmed === JSON.stringify(this.order)
  }

  /** A field of the ticket is to get the focus, once it is drawn. */
  get isFocusWanted(): boolean {
    return this.#focusAsked > this.#focusGiven
  }

  noteFocus(): void {
    this.#focusGiven = this.#focusAsked
  }

  /** The fault that a field shows: of an empty one only after a press. */
  faultOf(field: TicketField): TicketFault | null {
    const fault = this.faults.find((one) => one.field === field) ?? null
    return fault?.reason === 'empty' && !this.#isTried ? null : fault
  }

  /** Shows the ticket of this market. Drafts of others stay. */
  show(market: string): void {
    if (market === this.#market) return
    this.#market = market
    this.#confirmed = null
    this.#error = null
    this.#isTried = false
  }

  /** True while the ticket is on screen, open or closed. */
  get isShown(): boolean {
    return this.#shownBy > 0
  }

  /** Notes that the ticket is on screen until the returned function is called. */
  appear(): () => void {
    this.#shownBy += 1
    return () => {
      this.#shownBy -= 1
    }
  }

  /** Another account is in use: a ticket of the one before places nothing. */
  renew(accountId: string | null): void {
    // Prices and amounts for one account are a slip in another one.
    if (this.#accountId !== null && accountId !== this.#accountId) {
      this.#drafts.clear()
      this.#placedLast.clear()
    }
    this.#accountId = accountId
    this.#opened = null
    this.#confirmed = null
    this.#error = null
    if (this.#isOpen) void this.#ask()
  }

  /** Opens it, or changes its side. Prices of an order that was placed are not proposed again; what was typed stays. */
  open(side: OrderSide): void {
    const isPlaced = this.#market !== null && this.#placedLast.delete(this.#market)
    this.#set({ side, ...(isPlaced ? { price: '', stopPrice: '' } : {}) })
    this.#isOpen = true
    this.#focusAsked += 1
    if (this.#opened === null) void this.#ask()
  }

  close(): void {
    this.#isOpen = false
    this.#confirmed = null
    this.#error = null
    this.#isTried = false
  }

  /** @param text - canonical decimal text, as from the book or the chart */
  setPrice(text: string): void {
    this.#noteTyped()
    const { type } = this.fields
    this.#set(hasPrice(type) ? { price: text } : { price: text, type: 'limit' })
    this.#focusAsked += 1
  }

  setSide(side: OrderSide): void {
    this.#set({ side })
  }

  setType(type: OrderType): void {
    const { amount } = this.followed
    // An amount that followed a total stays when there is no price to follow any more.
    this.#set(hasPrice(type) ? { type } : { type, amount, lead: 'amount' })
  }

  enter(field: TicketField, text: string): void {
    this.#noteTyped()
    if (field === 'amount' || field === 'total') this.#set({ [field]: text, lead: field })
    else this.#set({ [field]: text })
  }

  /** Moves a field by whole steps of the market. */
  step(field: TicketField, steps: number): void {
    const typed = field === 'amount' || field === 'total' ? this.followed[field] : this.fields[field]
    const isAmount = field === 'amount'
    const decimals = isAmount ? (this.rules.amountDecimals ?? 4) : (this.rules.priceDecimals ?? 2)
    const own = this.fields.side === 'buy' ? this.quick.bid : this.quick.ask
    const start = isAmount || field === 'total' ? null : field === 'price' ? own : this.last
    this.enter(field, moveBySteps(typed, steps, decimals, start))
  }

  /** Enters a part of what is free, down to the market's decimals. False where a figure for it is missing. */
  takeShare(percent: Share): boolean {
    if (this.free === null) return false
    const part = shareOf(this.free, percent)
    const decimals = this.rules.amountDecimals
    const amount = this.#amountFor(part, decimals)
    if (amount === null) return false
    this.enter('amount', amount)
    return true
  }

  /**
   * Places the order once, however often it is called until the answer and within a moment of the last call.
   * @param needsSecondPress - the first call for an order sends nothing and notes it as confirmed
   * @returns true once the exchange has accepted it, and the fields are those of the next order
   */
  async place(needsSecondPress: boolean): Promise<boolean> {
    if (firstOrder.isHeld || !this.#guard.take() || this.#isPlacing) return false
    this.#isTried = true
    const { order } = this
    if (order === null) return false
    if (needsSecondPress && !this.isConfirmed) {
      this.#confirmed = JSON.stringify(order)
      return false
    }
    this.#confirmed = null
    const accountId = accounts.active?.id ?? null
    this.#isPlacing = true
    this.#error = null
    try {
      const ticketId = (await this.#opened) ?? (await call('trading:openTicket', {})).ticketId
      this.#opened = Promise.resolve(ticketId)
      const placed = await call('trading:place', { ticketId, order })
      // One order has been placed with it: the next press is another ticket's.
      this.#opened = null
      if (placed.accountId === accountId && accountId === (accounts.active?.id ?? null))
        placedOrders.note(placed)
      // A refusal may have said how many decimals there are.
      if (placed.state === 'refused') void marketRules.load(placed.market)
      const isNext = placed.state === 'accepted' && placed.market === this.#market
      if (isNext) this.#clear()
      if (this.#isOpen) void this.#ask()
      return isNext
    } catch (error) {
      this.#error = toReport(error)
      // The same ticket answers an order that was placed after all; one that main no longer has is replaced.
      if (this.#error.data['field'] === 'ticket') this.#opened = null
      if (this.#error.data['reason'] === 'practiceFirst') firstOrder.hold()
      return false
    } finally {
      this.#isPlacing = false
    }
  }

  /** Asks main for the next order's ticket; null where it gives none. A press asks again, and shows why it fails. */
  async #ask(): Promise<string | null> {
    const asked = call('trading:openTicket', {}).then(
      ({ ticketId }) => ticketId,
      () => null,
    )
    this.#opened = asked
    const ticketId = await asked
    if (ticketId === null && this.#opened === asked) this.#opened = null
    return ticketId
  }

  #amountFor(part: string, decimals: number | null): string | null {
    const { side, type, price } = this.fields
    if (side === 'sell') return cutDown(part, decimals)
    if (hasPrice(type)) return amountDownTo(part, price, decimals)
    return amountForDown(this.#opposite, part, decimals ?? 8)
  }

  #crosses(): boolean {
    const price = textOrNull(this.fields.price)
    const best = this.#bestOpposite
    if (price === null || best === null) return false
    return crosses(this.fields.side, price, best)
  }

  /** The price stays in the open ticket, for the next step of a ladder. */
  #clear(): void {
    this.#isTried = false
    this.#set({ amount: '', total: '', lead: 'amount' })
    if (this.#market !== null) this.#placedLast.add(this.#market)
  }

  #noteTyped(): void {
    if (this.#market !== null) this.#placedLast.delete(this.#market)
  }

  #set(change: Partial<TicketFields>): void {
    const fields = { ...this.fields, ...change }
    this.#latest = fields
    if (this.#market !== null) this.#drafts.set(this.#market, fields)
  }
}

export const ticket = new Ticket()
