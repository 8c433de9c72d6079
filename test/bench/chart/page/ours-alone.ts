// All of our chart that a page needs, and nothing of the bench, to be weighed.
export { default as CandleChart } from '../../../../src-renderer/charts/CandleChart.svelte'
export { CandleWindow } from '../../../../src-renderer/charts/model/candles/candle-window.ts'
export { MarksLayer } from '../../../../src-renderer/charts/layers/marks.ts'
