// Owns: the channels of charts: what is drawn over candles, how charts are laid out, and their files.
// Must not: carry candles (markets.ts) or decide what an alert does (alerts.ts).
import { z } from 'zod'
import { type ChannelTable, nothing } from './channel.ts'
import {
  candlePeriod,
  decimalText,
  epochMs,
  marketSymbol,
  orderSide,
  orderState,
  orderType,
} from './entities.ts'

/** A price above zero as decimal text. */
export const priceText = decimalText.refine((text) => !text.startsWith('-') && /[1-9]/.test(text))

export const priceScales = ['linear', 'log', 'percent'] as const
export type PriceScale = (typeof priceScales)[number]

const length = z.int().min(1).max(500)

/** One indicator of a chart. Lengths count candles as they are shown; they are computed from closes. */
export const indicator = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sma'), length }),
  z.strictObject({ kind: z.literal('ema'), length }),
  /** Bands `deviations` population standard deviations around the moving average. */
  z.strictObject({ kind: z.literal('bollinger'), length, deviations: z.number().min(0.1).max(10) }),
  /** Volume-weighted average of (high + low + close) / 3 since the beginning of the day in the zone of the charts. */
  z.strictObject({ kind: z.literal('vwap') }),
  /** Wilder's. */
  z.strictObject({ kind: z.literal('rsi'), length }),
  z.strictObject({ kind: z.literal('macd'), fast: length, slow: length, signal: length }),
])
export type Indicator = z.infer<typeof indicator>

const chartChoices = z.strictObject({
  /** Null: the one that is chosen in the list. */
  market: marketSymbol.nullable(),
  period: candlePeriod,
  scale: z.enum(priceScales),
  hasVolume: z.boolean(),
  /** The user's own orders and fills are marked. */
  hasMarks: z.boolean(),
  indicators: z.array(indicator).max(12),
})
export type ChartChoices = z.infer<typeof chartChoices>

/** How the Markets view is laid out. Kept for the user, over all accounts. */
export const chartLayout = z.strictObject({
  /** How many charts are side by side. */
  shown: z.literal([1, 2, 4]),
  /** Always four; those beyond `shown` are remembered. */
  charts: z.array(chartChoices).length(4),
  arePeriodsLinked: z.boolean(),
  isCrosshairLinked: z.boolean(),
  /** The tape leaves out trades of a smaller amount, in the base currency; null: it shows all. */
  leastTradeAmount: decimalText.nullable(),
})
export type ChartLayout = z.infer<typeof chartLayout>

export const drawing = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('line'),
    id: z.uuid(),
    market: marketSymbol,
    price: priceText,
    /** Empty for none. */
    text: z.string().max(120),
    createdAtMs: epochMs,
  }),
  z.strictObject({
    kind: z.literal('note'),
    id: z.uuid(),
    market: marketSymbol,
    price: priceText,
    atMs: epochMs,
    text: z.string().min(1).max(500),
    createdAtMs: epochMs,
  }),
])
/** What the user drew on a market's charts: the user's own, on every chart of that market on that network. */
export type Drawing = z.infer<typeof drawing>

const markBase = {
  orderId: z.int().min(0),
  side: orderSide,
  atMs: epochMs,
  /** Null: a market order has none of its own. */
  price: decimalText.nullable(),
  amount: decimalText,
}

/** One thing that the user's orders did, for a mark on a chart. */
export const chartMark = z.discriminatedUnion('kind', [
  /** An order came to the service. `amount`: what it was for. `isOpen`: it is in the book, as far as is known. */
  z.strictObject({
    kind: z.literal('placed'),
    ...markBase,
    type: orderType,
    state: orderState,
    isOpen: z.boolean(),
  }),
  /** One of its fills. */
  z.strictObject({ kind: z.literal('fill'), ...markBase, tradeId: z.int().min(0) }),
  /** It ended without being filled whole. `amount`: what was left of it. */
  z.strictObject({ kind: z.literal('cancelled'), ...markBase, reason: z.string().nullable() }),
])
export type ChartMark = z.infer<typeof chartMark>

/** A PNG of a chart, in bytes. One of a whole screen with four times the usual pixels has less than half. */
export const maxPictureBytes = 8 * 1024 * 1024

const png = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
/** The picture and what goes with it. */
const maxPictureInput = maxPictureBytes + 4_096

/** More do not tell anything on a screen. */
export const maxMarks = 2_000

export const chartsChannels = {
  'charts:getLayout': { access: 'readable', input: nothing, output: chartLayout },
  'charts:setLayout': { access: 'readable', input: chartLayout, output: nothing },
  /** Those of the active account's network, oldest first. */
  'charts:listDrawings': {
    access: 'readable',
    input: z.strictObject({ market: marketSymbol }),
    output: z.strictObject({ drawings: z.array(drawing) }),
  },
  /** Adds it, or replaces the one with its id. At most 200 a market and 5,000 in all: `validation` with field `drawings`. */
  'charts:putDrawing': { access: 'readable', input: z.strictObject({ drawing }), output: nothing },
  'charts:removeDrawing': { access: 'readable', input: z.strictObject({ id: z.uuid() }), output: nothing },
  /**
   * The newest `maxMarks` of what the user's orders did in a range, oldest first, from the cache. Open orders of the
   * market are there whenever they were placed.
   */
  'charts:listMarks': {
    access: 'readable',
    input: z.strictObject({ market: marketSymbol, fromMs: epochMs, toMs: epochMs }),
    output: z.strictObject({
      marks: z.array(chartMark).max(maxMarks),
      /** There are more in the range than fit; those given are the newest. */
      isCut: z.boolean(),
    }),
  },
  /**
   * Saves a picture of a chart where the user chooses; false: they chose not to. `validation` with field `png` for what is no
   * PNG of a chart's size, or more than `maxPictureBytes`.
   */
  'charts:savePicture': {
    access: 'unlocked',
    input: z.strictObject({ market: marketSymbol, period: candlePeriod, png }),
    output: z.strictObject({ isSaved: z.boolean() }),
    maxInput: maxPictureInput,
  },
  /** Puts a picture of a chart on the clipboard. `validation` as above. */
  'charts:copyPicture': {
    access: 'unlocked',
    input: z.strictObject({ png }),
    output: nothing,
    maxInput: maxPictureInput,
  },
  /**
   * Saves the candles of a range as CSV (RFC 4180, ISO times in UTC), read from the cache, where the user chooses. The file is
   * complete or not there. `rows`: null when they chose not to.
   */
  'charts:saveCandles': {
    access: 'unlocked',
    input: z.strictObject({ market: marketSymbol, period: candlePeriod, fromMs: epochMs, toMs: epochMs }),
    output: z.strictObject({ rows: z.int().min(0).nullable() }),
  },
} satisfies ChannelTable<'charts'>

export const chartsEvents = {
  /** The drawings of this market changed. */
  'charts:drawingsChanged': z.strictObject({ market: marketSymbol }),
}
