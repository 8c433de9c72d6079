// Open orders on one chart: their lines, the chosen one, and canceling by cross or key.
import { CrossTool } from '../../../charts/layers/cross-tool.ts'
import type { ChartTool } from '../../../charts/layers/layer.ts'
import { OrderLinesLayer } from '../../../charts/layers/order-lines.ts'
import { display } from '../../../shell/state/display.svelte.ts'
import { OwnOrders } from '../../book/own-orders.svelte.ts'
import { canceling } from '../../orders/canceling.svelte.ts'
import { linesOf, type OpenOrder, wordLine } from './chart-order-lines.ts'

export class ChartOrders {
  readonly layer = new OrderLinesLayer()
  readonly #tools = new WeakMap<ChartTool, ChartTool>()
  readonly #orders = new OwnOrders()
  #selectedId = $state<number | null>(null)

  /** The chart's tool, with presses on crosses taken out; the same one for the same tool. */
  toolOver(usual: ChartTool): ChartTool {
    const known = this.#tools.get(usual)
    if (known !== undefined) return known
    const made = new CrossTool(this.layer, usual, (lineId) => this.#cancelLine(lineId))
    this.#tools.set(usual, made)
    return made
  }

  /** Shows the orders of a market until the returned function is called. */
  show(market: string): () => void {
    this.#selectedId = null
    return this.#orders.follow(market)
  }

  /** Passes the current orders to the layer. Call in an effect: it reads all of them. */
  paint(): void {
    this.layer.set(
      linesOf(this.#orders.open, {
        isCanceling: (order) => canceling.isCanceling(order),
        isPrivate: display.isPrivate,
      }),
    )
    this.layer.selectedId = this.#selectedId
  }

  get selected(): OpenOrder | null {
    return this.#orders.open.find(({ id }) => id === this.#selectedId) ?? null
  }

  /** Chooses the next order from the highest price down; null where there is none. */
  selectNext(): OpenOrder | null {
    const priceOf = ({ price, stopPrice }: OpenOrder): number => Number(price ?? stopPrice ?? 0)
    const sorted = this.#orders.open.toSorted((a, b) => priceOf(b) - priceOf(a))
    const next = sorted[sorted.findIndex(({ id }) => id === this.#selectedId) + 1] ?? sorted[0] ?? null
    this.#selectedId = next?.id ?? null
    return next
  }

  dropSelection(): boolean {
    const had = this.#selectedId !== null
    this.#selectedId = null
    return had
  }

  /** Cancels the chosen order. False where none is chosen. */
  cancelSelected(): boolean {
    const order = this.selected
    if (order === null) return false
    void canceling.cancel(order)
    return true
  }

  /** For who does not see the line. */
  describe(order: OpenOrder | null): string {
    if (order === null) return 'No open orders in this market.'
    const { id, price, stopPrice } = order
    const words = wordLine(order, price ?? stopPrice ?? '0', display.isPrivate)
    const trigger = stopPrice === null ? '' : `, trigger ${stopPrice}`
    return `${words}${trigger}, order ${String(id)}. X cancels it.`
  }

  cancel(orderId: number): void {
    const order = this.#orders.open.find(({ id }) => id === orderId)
    if (order !== undefined) void canceling.cancel(order)
  }

  #cancelLine(lineId: string): void {
    const line = this.layer.find(lineId)
    if (line !== null) this.cancel(line.orderId)
  }
}
