// What the user may choose of an indicator's look. Pure.
import type { Indicator, IndicatorStyle } from '../../../../../src-preload/contract/markets/charts.ts'
import type { DrawingColor } from '../../../../../src-preload/domain/markets/drawings.ts'
import type { PriceSource } from '../../../../../src-preload/domain/markets/indicators.ts'
import { rolesOf } from '../../../../charts/indicators/studies.ts'
import { usualColor } from '../../../../charts/indicators/study-look.ts'
import { lineNameOf } from '../../../../charts/indicators/study-text.ts'

export const sourceNames: readonly { readonly value: PriceSource; readonly label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'high', label: 'High' },
  { value: 'low', label: 'Low' },
  { value: 'close', label: 'Close' },
  { value: 'hl2', label: 'HL2: (high + low) / 2' },
  { value: 'hlc3', label: 'HLC3: (high + low + close) / 3' },
  { value: 'ohlc4', label: 'OHLC4: (open + high + low + close) / 4' },
]

/** A line whose color can be chosen. */
export interface ColoredLine {
  /** Its index among the indicator's lines. */
  readonly at: number
  readonly name: string
  readonly usual: DrawingColor
}

/** Lines of an indicator with a color of their own; bars have those of rising and falling. */
export function coloredLines(indicator: Indicator, colorIndex: number): readonly ColoredLine[] {
  return rolesOf(indicator).flatMap((role, at) => {
    if (role === 'histogram') return []
    const name = lineNameOf(indicator, role, at)
    return [{ at, name: name === '' ? 'line' : name, usual: usualColor(role, colorIndex) }]
  })
}

export const usualStyle: IndicatorStyle = { colors: [], width: 1 }

/** A style with another color of a line; null for the usual one. */
export function withColor(style: IndicatorStyle, at: number, color: DrawingColor | null): IndicatorStyle {
  const colors = Array.from({ length: Math.max(style.colors.length, at + 1) }, (_, line) =>
    line === at ? color : (style.colors[line] ?? null),
  )
  return { ...style, colors }
}

/** The indicator in a style; without one where it is the usual one. */
export function withStyle({ style: _before, ...indicator }: Indicator, style: IndicatorStyle): Indicator {
  const isUsual = style.width === usualStyle.width && style.colors.every((color) => color === null)
  return isUsual ? indicator : { ...indicator, style }
}
