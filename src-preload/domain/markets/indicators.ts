// Indicators defined by a table: names, inputs with bounds, where they are drawn and their lines. Pure.

/** Prices of a candle that an average may be taken of; averages of two, three and four of them. */
export const priceSources = ['open', 'high', 'low', 'close', 'hl2', 'hlc3', 'ohlc4'] as const
export type PriceSource = (typeof priceSources)[number]

/** One number of an indicator that the user may change. */
export interface IndicatorInput {
  readonly label: string
  /** The usual value. */
  readonly value: number
  readonly least: number
  readonly most: number
  readonly isWhole: boolean
}

/** Where an indicator is drawn, and the scale of its own pane. */
export type IndicatorPlace =
  | { readonly kind: 'price' }
  /** Values from `low` to `high`, with dashed lines at `levels`. */
  | {
      readonly kind: 'bounded'
      readonly low: number
      readonly high: number
      readonly levels: readonly number[]
    }
  /** The values in view; `decimals` null is a price's precision. */
  | { readonly kind: 'free'; readonly hasZero: boolean; readonly decimals: number | null }

export interface IndicatorDefinition {
  /** On the chart, before its inputs. */
  readonly short: string
  readonly long: string
  /** Other words that find it. */
  readonly words: string
  readonly inputs: readonly IndicatorInput[]
  readonly place: IndicatorPlace
  /** The lines in column order. */
  readonly lines: readonly (
    'average' | 'upper' | 'middle' | 'lower' | 'signal' | 'plus' | 'minus' | 'dots' | 'histogram'
  )[]
  /** Names of the lines in the legend, where the usual ones do not say what they are. */
  readonly names?: readonly string[]
  /** Computed from one price of each candle, which the user may choose. */
  readonly hasSource?: true
  /** At each candle only one of the lines has a value, and only that one is read. */
  readonly isEither?: true
  /** Lines that are drawn ahead of their candles (1) or behind them (−1), by one candle less than the last input says. */
  readonly shifts?: readonly (-1 | 0 | 1)[]
}

export const listedIds = [
  'wma',
  'hma',
  'donchian',
  'keltner',
  'ichimoku',
  'supertrend',
  'sar',
  'atr',
  'adx',
  'stochastic',
  'stochasticRsi',
  'cci',
  'williams',
  'roc',
  'mfi',
  'obv',
  'volumeAverage',
] as const
export type ListedId = (typeof listedIds)[number]

const candles = (label: string, value: number, least = 1): IndicatorInput => ({
  label,
  value,
  least,
  most: 500,
  isWhole: true,
})
const factor = (label: string, value: number): IndicatorInput => ({
  label,
  value,
  least: 0.1,
  most: 10,
  isWhole: false,
})
const share = (label: string, value: number): IndicatorInput => ({
  label,
  value,
  least: 0.001,
  most: 1,
  isWhole: false,
})
const percent = (levels: readonly number[]): IndicatorPlace => ({
  kind: 'bounded',
  low: 0,
  high: 100,
  levels,
})

export const listedIndicators: Record<ListedId, IndicatorDefinition> = {
  wma: {
    short: 'WMA',
    long: 'Weighted moving average',
    words: 'linear average',
    inputs: [candles('Length', 20)],
    hasSource: true,
    place: { kind: 'price' },
    lines: ['average'],
  },
  hma: {
    short: 'HMA',
    long: 'Hull moving average',
    words: 'average',
    inputs: [candles('Length', 20, 2)],
    hasSource: true,
    place: { kind: 'price' },
    lines: ['average'],
  },
  donchian: {
    short: 'DC',
    long: 'Donchian channels',
    words: 'highest lowest breakout turtle',
    inputs: [candles('Length', 20)],
    place: { kind: 'price' },
    lines: ['upper', 'middle', 'lower'],
  },
  keltner: {
    short: 'KC',
    long: 'Keltner channels',
    words: 'atr bands volatility',
    inputs: [candles('Length', 20), candles('ATR', 10), factor('Multiplier', 2)],
    place: { kind: 'price' },
    lines: ['upper', 'middle', 'lower'],
  },
  ichimoku: {
    short: 'Ichimoku',
    long: 'Ichimoku cloud',
    words: 'kinko hyo tenkan kijun senkou chikou span',
    inputs: [
      candles('Conversion', 9),
      candles('Base', 26),
      candles('Span B', 52),
      candles('Displacement', 26),
    ],
    place: { kind: 'price' },
    lines: ['average', 'signal', 'upper', 'lower', 'plus'],
    names: ['conversion', 'base', 'span A', 'span B', 'lagging'],
    shifts: [0, 0, 1, 1, -1],
  },
  supertrend: {
    short: 'Supertrend',
    long: 'Supertrend',
    words: 'atr trailing stop trend',
    inputs: [candles('ATR', 10), factor('Multiplier', 3)],
    place: { kind: 'price' },
    lines: ['plus', 'minus'],
    names: ['up', 'down'],
    isEither: true,
  },
  sar: {
    short: 'SAR',
    long: 'Parabolic SAR',
    words: 'psar stop and reverse wilder trailing',
    inputs: [share('Step', 0.02), share('Maximum', 0.2)],
    place: { kind: 'price' },
    lines: ['dots'],
  },
  atr: {
    short: 'ATR',
    long: 'Average true range',
    words: 'volatility wilder',
    inputs: [candles('Length', 14)],
    place: { kind: 'free', hasZero: false, decimals: null },
    lines: ['average'],
  },
  adx: {
    short: 'ADX',
    long: 'Average directional index with DI',
    words: 'trend strength dmi wilder',
    inputs: [candles('Length', 14, 2)],
    place: percent([20, 40]),
    lines: ['average', 'plus', 'minus'],
  },
  stochastic: {
    short: 'Stoch',
    long: 'Stochastic oscillator',
    words: '%k %d momentum overbought oversold',
    inputs: [candles('%K', 14), candles('Smoothing', 1), candles('%D', 3)],
    place: percent([20, 80]),
    lines: ['average', 'signal'],
  },
  stochasticRsi: {
    short: 'StochRSI',
    long: 'Stochastic RSI',
    words: '%k %d momentum overbought oversold',
    inputs: [candles('RSI', 14, 2), candles('Stochastic', 14, 2), candles('%K', 3), candles('%D', 3)],
    hasSource: true,
    place: percent([20, 80]),
    lines: ['average', 'signal'],
  },
  cci: {
    short: 'CCI',
    long: 'Commodity channel index',
    words: 'momentum overbought oversold',
    inputs: [candles('Length', 20, 2)],
    place: { kind: 'free', hasZero: true, decimals: 2 },
    lines: ['average'],
  },
  williams: {
    short: '%R',
    long: 'Williams %R',
    words: 'percent range momentum overbought oversold',
    inputs: [candles('Length', 14)],
    place: { kind: 'bounded', low: -100, high: 0, levels: [-80, -20] },
    lines: ['average'],
  },
  roc: {
    short: 'ROC',
    long: 'Rate of change',
    words: 'momentum percent',
    inputs: [candles('Length', 9)],
    hasSource: true,
    place: { kind: 'free', hasZero: true, decimals: 2 },
    lines: ['average'],
  },
  mfi: {
    short: 'MFI',
    long: 'Money flow index',
    words: 'volume momentum overbought oversold',
    inputs: [candles('Length', 14)],
    place: percent([20, 80]),
    lines: ['average'],
  },
  obv: {
    short: 'OBV',
    long: 'On-balance volume',
    words: 'flow accumulation',
    inputs: [],
    place: { kind: 'free', hasZero: true, decimals: 2 },
    lines: ['average'],
  },
  volumeAverage: {
    short: 'Volume MA',
    long: 'Volume with moving average',
    words: 'average sma',
    inputs: [candles('Length', 20)],
    place: { kind: 'free', hasZero: true, decimals: 2 },
    lines: ['histogram', 'average'],
    names: ['', 'average'],
  },
}

/** True when there is one value per input, each within its bounds. */
export function hasValidInputs(id: ListedId, values: readonly number[]): boolean {
  const { inputs } = listedIndicators[id]
  return (
    inputs.length === values.length &&
    inputs.every(({ least, most, isWhole }, at) => {
      const value = values[at] ?? NaN
      return value >= least && value <= most && (!isWhole || Number.isInteger(value))
    })
  )
}

/** Templates that the user can keep, and favorites. */
export const maxLibraryEntries = 50
/** Characters of a template's name. */
export const longestTemplateName = 40
