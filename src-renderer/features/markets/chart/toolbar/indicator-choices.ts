// Offered indicators, their settings, and errors of invalid settings. Pure.
import type { Indicator } from '../../../../../src-preload/contract/markets/charts.ts'
import {
  listedIds,
  listedIndicators,
  type PriceSource,
} from '../../../../../src-preload/domain/markets/indicators.ts'
import { nameStudy } from '../../../../charts/indicators/study-text.ts'

/** Maximum per chart (contract: charts:setLayout). */
export const maxIndicators = 12

/** Indicators offered with one click; their settings can be changed afterwards. */
export const offered: readonly Indicator[] = [
  { kind: 'sma', length: 20 },
  { kind: 'sma', length: 50 },
  { kind: 'ema', length: 12 },
  { kind: 'ema', length: 26 },
  { kind: 'bollinger', length: 20, deviations: 2 },
  { kind: 'vwap' },
  { kind: 'rsi', length: 14 },
  { kind: 'macd', fast: 12, slow: 26, signal: 9 },
  { kind: 'volumeProfile', rows: 24 },
  ...listedIds.map((id): Indicator => ({
    kind: 'listed',
    id,
    inputs: listedIndicators[id].inputs.map(({ value }) => value),
  })),
]

interface IndicatorName {
  /** Without settings. */
  readonly short: string
  readonly long: string
  /** Other words that find it. */
  readonly words?: string
}

/** Names of an indicator. */
export function indicatorName(indicator: Indicator): IndicatorName {
  return indicator.kind === 'listed' ? listedIndicators[indicator.id] : indicatorNames[indicator.kind]
}

/** Indicators that have all words of `text` in their names, in any case. */
export function findIndicators(indicators: readonly Indicator[], text: string): readonly Indicator[] {
  const wanted = text.toLowerCase().split(/\s+/)
  return indicators.filter((one) => {
    const { short, long, words = '' } = indicatorName(one)
    const all = `${short} ${long} ${words} ${nameStudy(one)}`.toLowerCase()
    return wanted.every((word) => all.includes(word))
  })
}

const indicatorNames: Record<Exclude<Indicator['kind'], 'listed'>, IndicatorName> = {
  sma: { short: 'SMA', long: 'Simple moving average' },
  ema: { short: 'EMA', long: 'Exponential moving average' },
  bollinger: { short: 'BB', long: 'Bollinger bands' },
  vwap: { short: 'VWAP', long: 'Volume-weighted average price (daily)' },
  rsi: { short: 'RSI', long: 'Relative strength index' },
  macd: { short: 'MACD', long: 'Moving average convergence divergence' },
  anchoredVwap: { short: 'AVWAP', long: 'Anchored volume-weighted average price', words: 'vwap anchor' },
  volumeProfile: {
    short: 'VP',
    long: 'Volume profile of the visible range',
    words: 'vpvr price histogram point of control poc value area',
  },
}

/** The price that an indicator is computed from; null where it takes more than one, or none. */
export function sourceOf(indicator: Indicator): PriceSource | null {
  switch (indicator.kind) {
    case 'sma':
    case 'ema':
    case 'bollinger':
    case 'rsi':
    case 'macd':
      return indicator.source ?? 'close'
    case 'listed':
      return listedIndicators[indicator.id].hasSource === true ? (indicator.source ?? 'close') : null
    case 'vwap':
    case 'anchoredVwap':
    case 'volumeProfile':
      return null
  }
}

/** The indicator of another price. Does nothing where it does not take one. */
export function withSource(indicator: Indicator, source: PriceSource): Indicator {
  switch (indicator.kind) {
    case 'vwap':
    case 'anchoredVwap':
    case 'volumeProfile':
      return indicator
    case 'sma':
    case 'ema':
    case 'bollinger':
    case 'rsi':
    case 'macd':
    case 'listed': {
      if (sourceOf(indicator) === null) return indicator
      if (source !== 'close') return { ...indicator, source }
      const closing = { ...indicator }
      delete closing.source
      return closing
    }
  }
}

/** True when the words of `text` find the anchored VWAP, which is placed and not offered with one click. */
export function findsAnchored(text: string): boolean {
  return findIndicators([{ kind: 'anchoredVwap', anchorMs: 0 }], text).length > 0
}

/** A number of an indicator that the user may change. */
export interface Setting {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly isWhole: boolean
  /** Returns the indicator with another value. */
  readonly set: (value: number) => Indicator
}

const maxCandles = 500

function lengthOf(label: string, value: number, set: Setting['set'], least = 1): Setting {
  return { label, value, least, most: maxCandles, isWhole: true, set }
}

/** Settings of an indicator, in the order of its name. */
export function settingsOf(indicator: Indicator): readonly Setting[] {
  switch (indicator.kind) {
    case 'sma':
    case 'ema':
      return [lengthOf('Length', indicator.length, (length) => ({ ...indicator, length }))]
    case 'rsi':
      // With a single change the result is always 0 or 100.
      return [lengthOf('Length', indicator.length, (length) => ({ ...indicator, length }), 2)]
    case 'bollinger':
      return [
        lengthOf('Length', indicator.length, (length) => ({ ...indicator, length })),
        {
          label: 'Deviations',
          value: indicator.deviations,
          least: 0.1,
          most: 10,
          isWhole: false,
          set: (deviations) => ({ ...indicator, deviations }),
        },
      ]
    case 'listed':
      return listedIndicators[indicator.id].inputs.map((input, at) => ({
        ...input,
        value: indicator.inputs[at] ?? input.value,
        set: (value) => ({ ...indicator, inputs: indicator.inputs.with(at, value) }),
      }))
    case 'vwap':
    case 'anchoredVwap':
      return []
    case 'volumeProfile':
      return [
        {
          label: 'Rows',
          value: indicator.rows,
          least: 4,
          most: 200,
          isWhole: true,
          set: (rows) => ({ ...indicator, rows }),
        },
      ]
    case 'macd':
      return [
        lengthOf('Fast', indicator.fast, (fast) => ({ ...indicator, fast })),
        lengthOf('Slow', indicator.slow, (slow) => ({ ...indicator, slow })),
        lengthOf('Signal', indicator.signal, (signal) => ({ ...indicator, signal })),
      ]
  }
}

export type Changed =
  | { readonly indicator: Indicator; readonly fault: null }
  | { readonly indicator: null; readonly fault: string }

/**
 * Parses typed settings, in the order of `settingsOf`; returns the changed indicator or an error. A comma counts as decimal
 * point.
 *
 * @param others - the chart's other indicators, none of which may be equal
 */
export function changeNumbers(
  indicator: Indicator,
  texts: readonly string[],
  others: readonly Indicator[],
): Changed {
  let changed = indicator
  for (const [at, text] of texts.entries()) {
    // Read again for each setting, because `set` keeps the values set before.
    const setting = settingsOf(changed)[at]
    if (setting === undefined) continue
    const value = readNumber(text, setting)
    if (value === null) return { indicator: null, fault: describeRange(setting) }
    changed = setting.set(value)
  }
  if (changed.kind === 'macd' && changed.fast >= changed.slow) {
    return { indicator: null, fault: 'Fast must be shorter than slow.' }
  }
  if (hasSame(others, changed)) {
    return { indicator: null, fault: `${nameStudy(changed)} is already on the chart.` }
  }
  return { indicator: changed, fault: null }
}

/** True when an equal indicator is among them. */
export function hasSame(indicators: readonly Indicator[], one: Indicator): boolean {
  return indicators.some((other) => nameStudy(other) === nameStudy(one))
}

/** Why a typed number is not taken; undefined when it is. */
export function faultOf(setting: Setting, text: string): string | undefined {
  return readNumber(text, setting) === null ? describeRange(setting) : undefined
}

function readNumber(text: string, { least, most, isWhole }: Setting): number | null {
  const plain = text.trim().replace(',', '.')
  if (!(isWhole ? /^\d{1,4}$/ : /^\d{1,4}(\.\d{0,4})?$|^\.\d{1,4}$/).test(plain)) return null
  const value = Number(plain)
  return value >= least && value <= most ? value : null
}

function describeRange({ label, least, most, isWhole }: Setting): string {
  return `${label} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`
}
