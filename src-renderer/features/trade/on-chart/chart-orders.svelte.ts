// Open orders on one chart: their lines, the chosen one, canceling by cross or key, and moving by drag or key.
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { ChartTool, LayerHit, Place } from '../../../charts/layers/layer.ts'
import type { Frame } from '../../../charts/model/frame.ts'
import {
  crossOfHit,
  type OrderLine,
  orderLineOfHit,
  OrderLinesLayer,
} from '../../../charts/layers/order-lines.ts'
import { OrderTool } from '../../../charts/layers/order-tool.ts'
import { display } from '../../../shell/state/display.svelte.ts'
import { OwnOrders } from '../../book/own-orders.svelte.ts'
import { nameOrderState } from '../../../text/format/words.ts'
import { canceling, isOpen } from '../../orders/open-orders/canceling.svelte.ts'
import { reportedText } from '../../orders/order-columns.ts'
import { moveBySteps } from '../ticket/ticket-figures.ts'
import { dock } from '../dock/dock.svelte.ts'
import { linesOf, type OpenOrder, wordCanceling, wordLine, wordPrice } from './chart-order-lines.ts'
import { orderMoves } from './order-moves.svelte.ts'

export interface OrdersChart {
  /** Decimals of the market's prices. */
  readonly decimals: number
  /** Repaints the chart. */
  readonly invalidate: () => void
  /** The item of any layer under a place. */
  readonly hit: (frame: Frame, place: Place) => LayerHit | null
  /** An order is being canceled or moved: what is shown about it is out of date. */
  readonly onChange: () => void
  /** Tells briefly what is done; null: it was not done. */
  readonly say: (text: string | null) => void
}

export class ChartOrders {
  readonly layer = new OrderLinesLayer()
  readonly #chart: OrdersChart
  readonly #tools = new WeakMap<ChartTool, ChartTool>()
  readonly #orders = new OwnOrders()
  #selectedId = $state<number | null>(null)
  /** It was chosen by key, so that its line may be anywhere. */
  #isByKey = $state(false)
  /** A line that is dragged, or moved by key and not placed yet. */
  #dragged = $state.raw<{ readonly line: OrderLine; readonly price: string } | null>(null)

  constructor(chart: OrdersChart) {
    this.#chart = chart
  }

  /** The chart's tool, with presses on orders taken out; the same one for the same tool. */
  toolOver(usual: ChartTool): ChartTool {
    const known = this.#tools.get(usual)
    if (known !== undefined) return known
    const made = new OrderTool(this.layer, usual, {
      hit: (frame, place) => this.#chart.hit(frame, place),
      onCross: (lineId) => this.#withOrder(lineId, (order) => void this.#cancel(order)),
      onSelect: (lineId) =>
        this.#withOrder(lineId, ({ id }) => {
          this.#selectedId = id
          this.#isByKey = false
        }),
      onDrag: (line, price) => {
        this.#isByKey = false
        this.#dragged = price === null ? null : { line, price }
        this.paint()
      },
      onDrop: (line, price) => this.#move(line, price),
    })
    this.#tools.set(usual, made)
    return made
  }

  /** A line is on its way to another price, by pointer. */
  get isDragging(): boolean {
    return this.#dragged !== null && !this.#isByKey
  }

  /** Shows the orders of a market until the returned function is called. */
  show(market: string): () => void {
    this.#selectedId = null
    this.#dragged = null
    return this.#orders.follow(market)
  }

  /** Passes the current orders to the layer. Call in an effect: it reads all of them. */
  paint(): void {
    this.layer.set(
      linesOf(this.#orders.open, {
        isCanceling: (order) => canceling.isCanceling(order),
        moving: orderMoves.moving,
        isPrivate: display.isPrivate,
        decimals: this.#chart.decimals,
      }),
    )
    this.layer.selectedId = this.#selectedId
    const dragged = this.#dragged
    this.layer.moving =
      dragged === null
        ? null
        : { id: dragged.line.id, price: Number(dragged.price), text: this.#wordMove(dragged.price) }
    this.#chart.invalidate()
  }

  /** The order whose line or chip a hit is; null for any other hit, and for an order that is being canceled or moved. */
  orderOfHit(hitId: string): number | null {
    const line = this.layer.find(orderLineOfHit(hitId) ?? crossOfHit(hitId) ?? '')
    const order = this.#orders.open.find(({ id }) => id === line?.orderId)
    if (order === undefined || canceling.isCanceling(order)) return null
    return orderMoves.moving?.orderId === order.id ? null : order.id
  }

  get selected(): OpenOrder | null {
    return this.#orders.open.find(({ id }) => id === this.#selectedId) ?? null
  }

  /** What the keys act on, in words: its line may be above or below what the chart shows. Null where no order was chosen by key. */
  get hint(): string | null {
    const order = this.selected
    if (order === null || !this.#isByKey) return null
    return this.#dragged === null ? this.describe(order) : this.#describeMove(this.#dragged.price)
  }

  /** Chooses the order that is selected below the chart, or the next one from the highest price down; null where there is none. */
  selectNext(): OpenOrder | null {
    const priceOf = ({ price, stopPrice }: OpenOrder): number => Number(price ?? stopPrice ?? 0)
    const sorted = this.#orders.open.toSorted((a, b) => priceOf(b) - priceOf(a))
    const after = sorted[sorted.findIndex(({ id }) => id === this.#selectedId) + 1]
    const below = sorted.find(({ id }) => id === dock.openOrders.selectedId)
    const next = (this.#selectedId === null ? below : undefined) ?? after ?? sorted[0] ?? null
    this.#selectedId = next?.id ?? null
    this.#isByKey = true
    this.#dragged = null
    return next
  }

  /** Puts a line back that was moved by key, or else chooses no order. False where there is neither. */
  leave(): boolean {
    const had = this.#dragged !== null || this.#selectedId !== null
    if (this.#dragged === null) this.#selectedId = null
    this.#dragged = null
    return had
  }

  /** Cancels the chosen order. False where none is chosen. */
  cancelSelected(): boolean {
    const order = this.selected
    if (order === null || !isOpen(order)) return false
    this.#dragged = null
    void this.#cancel(order)
    return true
  }

  cancel(orderId: number): void {
    const order = this.#orders.open.find(({ id }) => id === orderId)
    if (order !== undefined) void this.#cancel(order)
  }

  /** Moves the limit of the chosen order by ticks; `place` places it there. Null where none is chosen. */
  step(ticks: number, decimals: number): string | null {
    const line = this.layer.find(`${String(this.#selectedId ?? '')} limit`)
    if (line === null || line.isCanceling) return null
    const from = this.#dragged?.line.id === line.id ? this.#dragged.price : line.exactPrice
    const price = moveBySteps(from, ticks, decimals, null)
    this.#dragged = { line, price }
    this.#isByKey = true
    return this.#describeMove(price)
  }

  #describeMove(price: string): string {
    return `${this.#wordMove(price)}. Enter moves the order there.`
  }

  #wordMove(price: string): string {
    return `Move to ${wordPrice(price, this.#chart.decimals)}`
  }

  /** Moves the order to where `step` has put it. False where it has not. */
  place(): boolean {
    const dragged = this.#dragged
    if (dragged === null) return false
    this.#move(dragged.line, dragged.price)
    return true
  }

  /** For who does not see the line. */
  describe(order: OpenOrder | null): string {
    if (order === null) return 'No open orders in this market.'
    const { id, price, stopPrice } = order
    const { decimals } = this.#chart
    const words = wordLine(order, price ?? stopPrice ?? '0', { isPrivate: display.isPrivate, decimals })
    const trigger = stopPrice === null ? '' : `, trigger ${wordPrice(stopPrice, decimals)}`
    const told = order.isReported === true ? ` ${reportedText}.` : ''
    if (!isOpen(order))
      return `${words}${trigger}, order ${String(id)}: ${nameOrderState(order.state)}.${told}`
    return `${words}${trigger}, order ${String(id)}.${told} X cancels it, up and down move it.`
  }

  /** A cancel that failed is told here: the line alone would only look open again. */
  async #cancel(order: OpenOrder): Promise<void> {
    const answer = canceling.cancel(order)
    if (!canceling.isCanceling(order)) return
    const { decimals } = this.#chart
    this.#chart.onChange()
    this.#chart.say(wordCanceling(order, { isPrivate: display.isPrivate, decimals }))
    await answer
    if (!canceling.isCanceling(order)) this.#chart.say(null)
    const error = canceling.errorOf(order.id)
    if (error !== null) orderMoves.tellNotCanceled(error)
  }

  /** Main asks before anything is canceled; meanwhile the line is where the order still is. */
  #move(line: OrderLine, to: string): void {
    this.#dragged = null
    this.paint()
    this.#chart.onChange()
    const order = this.#orders.open.find(({ id }) => id === line.orderId)
    const { price = null, stopPrice = null } = order ?? {}
    if (order === undefined || price === null || compareDecimals(to, line.exactPrice) === 0) return
    void orderMoves.move({
      orderId: order.id,
      price: line.isTrigger ? price : to,
      stopPrice: line.isTrigger ? to : stopPrice,
    })
  }

  #withOrder(lineId: string, act: (order: OpenOrder) => void): void {
    const line = this.layer.find(lineId)
    const order = this.#orders.open.find(({ id }) => id === line?.orderId)
    if (order !== undefined) act(order)
  }
}
