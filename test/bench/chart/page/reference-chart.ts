// The reference, lightweight-charts, with what both charts show.
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { CandleColumns } from '../../../../src-preload/contract/orders/entities.ts'
import { simpleAverage } from './average.ts'
import { averages, type BenchFacts, host, linesOf } from './side.ts'

const up = '#26a69a'
const down = '#ef5350'
const volumeUp = 'rgba(38,166,154,.5)'
const volumeDown = 'rgba(239,83,80,.5)'

const averageColors = ['#2962ff', '#ff6d00']
const secondOf = (timeMs: number): UTCTimestamp => (timeMs / 1000) as UTCTimestamp

export class ReferenceChart {
  readonly chart: IChartApi
  readonly #candles: ISeriesApi<'Candlestick'>
  readonly #volume: ISeriesApi<'Histogram'>
  readonly #averages: readonly ISeriesApi<'Line'>[]
  readonly #marks: ISeriesMarkersPluginApi<Time>
  readonly #facts: BenchFacts
  #held: CandleColumns | null = null

  constructor(facts: BenchFacts) {
    this.#facts = facts
    this.chart = createChart(host(), {
      width: 1600,
      height: 900,
      timeScale: { timeVisible: true, minBarSpacing: 0.001 },
    })
    this.#candles = this.chart.addSeries(CandlestickSeries, {
      upColor: up,
      downColor: down,
      wickUpColor: up,
      wickDownColor: down,
      borderVisible: false,
    })
    this.#volume = this.chart.addSeries(HistogramSeries, {
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    })
    this.#volume.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } })
    this.#averages = averages.map((_, at) =>
      this.chart.addSeries(LineSeries, {
        color: averageColors[at % averageColors.length] ?? up,
        lineWidth: 1,
        lastValueVisible: false,
        priceLineVisible: false,
      }),
    )
    this.#marks = createSeriesMarkers(this.#candles, [])
    for (const { from, to } of linesOf(facts)) {
      const series = this.chart.addSeries(LineSeries, {
        ...{ color: up, lineWidth: 1, lastValueVisible: false, priceLineVisible: false },
        crosshairMarkerVisible: false,
      })
      series.setData(
        [from, to].map(({ createdAtMs, price }) => ({
          time: secondOf(Math.floor(createdAtMs / 60_000) * 60_000),
          value: Number(price),
        })),
      )
    }
  }

  /** Holds these candles, oldest first, and nothing else. */
  hold(candles: CandleColumns): void {
    this.#held = candles
    const { timesMs, open, high, low, close, volume } = candles
    const rows = Array.from(timesMs, (timeMs, at) => ({
      time: secondOf(timeMs),
      open: open[at] ?? 0,
      high: high[at] ?? 0,
      low: low[at] ?? 0,
      close: close[at] ?? 0,
    }))
    this.#candles.setData(rows)
    this.#volume.setData(
      rows.map((row, at) => ({
        time: row.time,
        value: volume[at] ?? 0,
        color: row.close >= row.open ? volumeUp : volumeDown,
      })),
    )
    averages.forEach((length, line) => {
      const values = simpleAverage(close, length)
      this.#averages[line]?.setData(
        rows.slice(length - 1).map(({ time }, at) => ({ time, value: values[at + length - 1] ?? 0 })),
      )
    })
    this.#showMarks(timesMs)
  }

  #showMarks(timesMs: Float64Array): void {
    const firstMs = timesMs[0] ?? Infinity
    const lastMs = timesMs.at(-1) ?? -Infinity
    const periodMs = timesMs.length > 1 ? (timesMs[1] ?? 0) - firstMs : 60_000
    this.#marks.setMarkers(
      this.#facts.marks
        .filter(({ createdAtMs }) => createdAtMs >= firstMs && createdAtMs < lastMs + periodMs)
        .map(({ createdAtMs, takerType }) => ({
          time: secondOf(firstMs + Math.floor((createdAtMs - firstMs) / periodMs) * periodMs),
          position: takerType === 'buy' ? 'belowBar' : 'aboveBar',
          color: takerType === 'buy' ? up : down,
          shape: takerType === 'buy' ? 'arrowUp' : 'arrowDown',
        })),
    )
  }

  /** Shows a stretch of time; candles of `periodMs` from `firstMs` on are held. */
  show(fromMs: number, toMs: number, firstMs: number, periodMs: number): void {
    this.chart.timeScale().setVisibleLogicalRange({
      from: (fromMs - firstMs) / periodMs,
      to: (toMs - firstMs) / periodMs,
    })
  }

  /** The crosshair at a place: the time and the price that are there. */
  point(x: number, y: number): void {
    const time = this.chart.timeScale().coordinateToTime(x)
    const price = this.#candles.coordinateToPrice(y)
    if (time !== null && price !== null) this.chart.setCrosshairPosition(price, time, this.#candles)
  }

  /** The newest candle has this close now; its averages follow. */
  update(close: number): void {
    if (this.#held === null) return
    const { timesMs, open, high, low, close: closes, volume } = this.#held
    const at = timesMs.length - 1
    closes[at] = close
    const candle = {
      time: secondOf(timesMs[at] ?? 0),
      open: open[at] ?? 0,
      high: Math.max(high[at] ?? 0, close),
      low: Math.min(low[at] ?? 0, close),
      close,
    }
    this.#candles.update(candle)
    this.#volume.update({
      time: candle.time,
      value: (volume[at] ?? 0) + 1,
      color: close >= candle.open ? volumeUp : volumeDown,
    })
    averages.forEach((length, line) => {
      const sum = closes.subarray(at + 1 - length, at + 1).reduce((total, value) => total + value, 0)
      this.#averages[line]?.update({ time: candle.time, value: sum / length })
    })
  }
}
