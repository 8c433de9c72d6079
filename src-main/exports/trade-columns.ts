// CSV columns of order and fill exports: headings with units, and cells. Pure; computes and rounds no figure.
import type { ListedOrder } from '../../src-preload/contract/orders/entities.ts'
import type { Fill } from '../../src-preload/contract/orders/orders.ts'
import { exactText } from '../../src-preload/domain/numbers/exact-decimal.ts'
import { fillTotal } from '../../src-preload/domain/orders/executed-value.ts'
import type { FillColumnId, OrderColumnId } from '../../src-preload/domain/orders/export-columns.ts'
import { filledPercent } from '../../src-preload/domain/orders/filled-percent.ts'
import { splitMarket } from '../../src-preload/domain/markets/markets.ts'
import { roleOf } from '../../src-preload/domain/orders/order-record.ts'
import { orderTotal } from '../../src-preload/domain/orders/order-total.ts'
import { type Columns, plain, time } from './table.ts'

const baseOf = ({ market }: { readonly market: string }): string | null => splitMarket(market)?.base ?? null
const quoteOf = ({ market }: { readonly market: string }): string | null => splitMarket(market)?.quote ?? null

/** `yes`: the sum of all fills; `no`: average price × filled; empty when the value is unknown. */
const exactness = ({ executedValue, isExecutedValueExact }: ListedOrder): string | null =>
  executedValue === null ? null : isExecutedValueExact ? 'yes' : 'no'

export const orderColumns: Columns<ListedOrder, OrderColumnId> = {
  id: plain('Order id', ({ id }) => id),
  created: time('Created', ({ createdAtMs }) => createdAtMs),
  updated: time('Updated', ({ updatedAtMs }) => updatedAtMs),
  market: plain('Market', ({ market }) => market),
  base: plain('Base currency', baseOf),
  quote: plain('Quote currency', quoteOf),
  side: plain('Side', ({ side }) => side),
  type: plain('Type', ({ type }) => type),
  state: plain('State', ({ state }) => state),
  price: plain('Price (quote currency)', ({ price }) => price),
  stopPrice: plain('Stop price (quote currency)', ({ stopPrice }) => stopPrice),
  averagePrice: plain('Average price (quote currency)', ({ averagePrice }) => averagePrice),
  volume: plain('Volume (base currency)', ({ originVolume }) => originVolume),
  executed: plain('Executed volume (base currency)', ({ executedVolume }) => executedVolume),
  executedPercent: plain('Executed (% of volume)', filledPercent),
  remaining: plain('Remaining volume (base currency)', ({ remainingVolume }) => remainingVolume),
  value: plain('Executed value (quote currency)', ({ executedValue }) => executedValue),
  makerFee: plain('Maker fee (rate)', ({ makerFee }) => makerFee),
  takerFee: plain('Taker fee (rate)', ({ takerFee }) => takerFee),
  trades: plain('Trades (count)', ({ tradesCount }) => tradesCount),
  cancelReason: plain('Cancel reason', ({ cancelReason }) => cancelReason),
  uuid: plain('UUID', ({ uuid }) => uuid),
  valueIsExact: plain('Executed value is exact', exactness),
  total: plain('Total (quote currency)', orderTotal),
}

export const fillColumns: Columns<Fill, FillColumnId> = {
  id: plain('Trade id', ({ id }) => id),
  order: plain('Order id', ({ orderId }) => orderId),
  created: time('Time', ({ createdAtMs }) => createdAtMs),
  market: plain('Market', ({ market }) => market),
  base: plain('Base currency', baseOf),
  quote: plain('Quote currency', quoteOf),
  side: plain('Side', ({ side }) => side),
  price: plain('Price (quote currency)', ({ price }) => price),
  amount: plain('Amount (base currency)', ({ amount }) => amount),
  value: plain('Value (quote currency)', (fill) => exactText(fillTotal(fill))),
  fee: plain('Fee (fee currency)', ({ feeAmount }) => feeAmount),
  feeCurrency: plain('Fee currency', ({ feeCurrency }) => feeCurrency),
  feeRate: plain('Fee (rate)', ({ feeRate }) => feeRate),
  role: plain('Role', roleOf),
}
