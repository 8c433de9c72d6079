// IPC channels of charts: drawings, layout and files.
import { z } from 'zod'
import { drawingColors, drawingWidths } from '../../domain/markets/drawings.ts'
import { hasValidInputs, listedIds, listedIndicators, priceSources } from '../../domain/markets/indicators.ts'
import { type ChannelTable, nothing } from '../channel.ts'
import { drawing } from './drawings.ts'
import { chartIntervals } from '../../domain/markets/intervals.ts'
import { maxCompared } from '../../domain/markets/markets.ts'
import {
  chartInterval,
  decimalText,
  epochMs,
  marketSymbol,
  orderSide,
  serviceWord,
} from '../orders/entities.ts'

export const priceScales = ['linear', 'log', 'percent'] as const
export type PriceScale = (typeof priceScales)[number]

const length = z.int().min(1).max(500)

/** How an indicator is drawn. */
const indicatorStyle = z.strictObject({
  /** By line, in the order of its lines; null or missing: the usual one of its place on the chart. */
  colors: z.array(z.enum(drawingColors).nullable()).max(5),
  width: z.literal(drawingWidths),
})
export type IndicatorStyle = z.infer<typeof indicatorStyle>

const ofEach = {
  /** In the chart's list and legend, but not drawn. */
  isHidden: z.literal(true).optional(),
  style: indicatorStyle.optional(),
}
/** The price that it is computed from; close if missing. */
const source = z.enum(priceSources).optional()

/** One indicator of a chart. Lengths count candles of the chart. */
export const indicator = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sma'), length, source, ...ofEach }),
  z.strictObject({ kind: z.literal('ema'), length, source, ...ofEach }),
  /** Bands `deviations` population standard deviations around the moving average. */
  z.strictObject({
    kind: z.literal('bollinger'),
    length,
    deviations: z.number().min(0.1).max(10),
    source,
    ...ofEach,
  }),
  /** Volume-weighted average of (high + low + close) / 3 since the start of the day in the charts' time zone. */
  z.strictObject({ kind: z.literal('vwap'), ...ofEach }),
  /** Wilder's. */
  z.strictObject({ kind: z.literal('rsi'), length, source, ...ofEach }),
  z.strictObject({
    kind: z.literal('macd'),
    fast: length,
    slow: length,
    signal: length,
    source,
    ...ofEach,
  }),
  /** Volume-weighted average of (high + low + close) / 3 since the candle of a time that the user chose. */
  z.strictObject({ kind: z.literal('anchoredVwap'), anchorMs: epochMs, ...ofEach }),
  /** Volume by price of the candles in view, in `rows` rows of equal height. */
  z.strictObject({ kind: z.literal('volumeProfile'), rows: z.int().min(4).max(200), ...ofEach }),
  /** One of the table in domain/markets/indicators.ts; `inputs` in its order. */
  z
    .strictObject({
      kind: z.literal('listed'),
      id: z.enum(listedIds),
      inputs: z.array(z.number()).max(4),
      source,
      ...ofEach,
    })
    .refine(({ id, inputs }) => hasValidInputs(id, inputs))
    .refine((one) => one.source === undefined || listedIndicators[one.id].hasSource === true),
])
export type Indicator = z.infer<typeof indicator>

export const chartTypes = ['candles', 'hollow', 'bars', 'line', 'area', 'heikinAshi'] as const
export type ChartType = (typeof chartTypes)[number]

export const chartChoices = z.strictObject({
  /** Null: the market selected in the list. */
  market: marketSymbol.nullable(),
  period: chartInterval,
  scale: z.enum(priceScales),
  type: z.enum(chartTypes),
  hasVolume: z.boolean(),
  /** Marks the user's own fills. */
  hasMarks: z.boolean(),
  /** A line for each of the user's open orders. */
  hasOpenOrders: z.boolean(),
  /** Marks the user's own orders that ended without being filled. */
  hasCanceled: z.boolean(),
  indicators: z.array(indicator).max(12),
  /** Heights of the indicators' panes in CSS pixels, by place of the indicator; null where none was set. */
  paneHeights: z.array(z.int().min(48).max(4_000).nullable()).max(12),
  /** Markets shown beside it in percent, each once. */
  compared: z
    .array(marketSymbol)
    .max(maxCompared)
    .refine((markets) => new Set(markets).size === markets.length),
})
export type ChartChoices = z.infer<typeof chartChoices>

/** Layout of the Markets view. Persisted, shared by all accounts. */
export const chartLayout = z.strictObject({
  /** Number of charts side by side. */
  shown: z.literal([1, 2, 4]),
  /** Always four; those beyond `shown` are remembered. */
  charts: z.array(chartChoices).length(4),
  arePeriodsLinked: z.boolean(),
  isCrosshairLinked: z.boolean(),
  /** Minimum trade amount in the trades list, in the base currency; null to show all. */
  leastTradeAmount: decimalText.nullable(),
  /** Intervals that the toolbar shows as buttons, each once, in the order in which they were chosen. */
  favoritePeriods: z
    .array(chartInterval)
    .max(chartIntervals.length)
    .refine((periods) => new Set(periods).size === periods.length),
})
export type ChartLayout = z.infer<typeof chartLayout>

/** A layout that the user saved. The filter of the trades list and the favorite intervals are none of it. */
export const savedLayout = z.strictObject({
  id: z.uuid(),
  name: z.string().min(1).max(60),
  layout: chartLayout.omit({ leastTradeAmount: true, favoritePeriods: true }),
})
export type SavedLayout = z.infer<typeof savedLayout>

const markBase = {
  orderId: z.int().min(0),
  side: orderSide,
  atMs: epochMs,
  /** Null: a market order has no price. */
  price: decimalText.nullable(),
  amount: decimalText,
}

/** An event of the user's orders, for a mark on a chart. */
export const chartMark = z.discriminatedUnion('kind', [
  /** An order was placed. `amount`: its original amount. `isOpen`: still in the book, as far as known. */
  z.strictObject({
    kind: z.literal('placed'),
    ...markBase,
    type: serviceWord,
    /** Price at which a stop begins; null for any other order. */
    stopPrice: decimalText.nullable(),
    state: serviceWord,
    isOpen: z.boolean(),
    /** State as the stream reports it; the exchange's answer by REST has not confirmed it yet. */
    isReported: z.literal(true).optional(),
  }),
  /** One of its fills. */
  z.strictObject({ kind: z.literal('fill'), ...markBase, tradeId: z.int().min(0) }),
  /** The order ended without being completely filled. `amount`: the remaining amount. */
  z.strictObject({ kind: z.literal('cancelled'), ...markBase, reason: z.string().nullable() }),
])
export type ChartMark = z.infer<typeof chartMark>

/** Maximum bytes of a chart's PNG. A full screen with four times the usual pixels has less than half. */
export const maxPictureBytes = 8 * 1024 * 1024

const png = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
/** The image and its fields. */
const maxPictureInput = maxPictureBytes + 4_096

/** More would be unreadable on a screen. */
export const maxMarks = 2_000

/** Without its folder, which is nothing of the page's. */
const fileName = z.string().regex(/^[^/\\]{1,255}$/)

export const chartsChannels = {
  'charts:getLayout': { access: 'readable', input: nothing, output: chartLayout },
  'charts:setLayout': { access: 'readable', input: chartLayout, output: nothing },
  'charts:listLayouts': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ layouts: z.array(savedLayout) }),
  },
  /** The complete list in order; at most 20. */
  'charts:setLayouts': {
    access: 'readable',
    input: z.strictObject({
      layouts: z
        .array(savedLayout)
        .max(20)
        .refine((layouts) => new Set(layouts.map(({ id }) => id)).size === layouts.length),
    }),
    output: nothing,
    // Twenty of four charts with a dozen indicators in colors of their own.
    maxInput: 512 * 1024,
  },
  /** Drawings of the active account's network, oldest first. */
  'charts:listDrawings': {
    access: 'readable',
    input: z.strictObject({ market: marketSymbol }),
    output: z.strictObject({ drawings: z.array(drawing) }),
  },
  /**
   * Adds a drawing, or replaces the one with its ID. At most 200 per market and 5,000 in total: `validation` with field
   * `drawings`.
   */
  'charts:putDrawing': { access: 'readable', input: z.strictObject({ drawing }), output: nothing },
  'charts:removeDrawing': { access: 'readable', input: z.strictObject({ id: z.uuid() }), output: nothing },
  /**
   * The newest `maxMarks` order events in a range, oldest first, from the cache. Open orders of the market are always
   * included.
   */
  'charts:listMarks': {
    access: 'readable',
    input: z.strictObject({ market: marketSymbol, fromMs: epochMs, toMs: epochMs }),
    output: z.strictObject({
      marks: z.array(chartMark).max(maxMarks),
      /** True if the range has more than fit; the newest are returned. */
      isCut: z.boolean(),
    }),
  },
  /**
   * Saves a chart image to a file chosen by the user; `file` is its name, null if canceled. `validation` with field `png` for anything but a PNG
   * of a chart's size, or more than `maxPictureBytes`.
   */
  'charts:savePicture': {
    access: 'unlocked',
    input: z.strictObject({ market: marketSymbol, period: chartInterval, png }),
    output: z.strictObject({ file: fileName.nullable() }),
    maxInput: maxPictureInput,
  },
  /** Copies a chart image to the clipboard. `validation` as above. */
  'charts:copyPicture': {
    access: 'unlocked',
    input: z.strictObject({ png }),
    output: nothing,
    maxInput: maxPictureInput,
  },
  /**
   * Saves the candles of a range as CSV (RFC 4180, ISO times in UTC) from the cache, to a file chosen by the user. Never
   * leaves a partial file. Null if canceled.
   */
  'charts:saveCandles': {
    access: 'unlocked',
    input: z.strictObject({ market: marketSymbol, period: chartInterval, fromMs: epochMs, toMs: epochMs }),
    output: z.strictObject({ saved: z.strictObject({ file: fileName, rows: z.int().min(0) }).nullable() }),
  },
} satisfies ChannelTable<'charts'>

export const chartsEvents = {
  /** The drawings of this market changed. */
  'charts:drawingsChanged': z.strictObject({ market: marketSymbol }),
}
