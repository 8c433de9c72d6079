// What the axes of a chart say, as it is painted: the only place where the price and time of a pixel are shown.
import type { Page } from 'playwright'
import type { Point, Reading } from './geometry.ts'

interface Label {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly align: CanvasTextAlign
}

interface Recorder {
  paintedLabels?: Label[]
}

/** Runs in the page: keeps the texts of the chart's last picture. */
function record(): void {
  const labels: Label[] = []
  Object.assign(window, { paintedLabels: labels } satisfies Recorder)
  const { prototype } = CanvasRenderingContext2D
  const own = Object.getOwnPropertyDescriptors(prototype)
  const isChart = ({ canvas }: CanvasRenderingContext2D): boolean =>
    canvas.closest('[role="application"]') !== null
  prototype.fillText = function (text, x, y, width) {
    if (isChart(this)) labels.push({ text, x, y, align: this.textAlign })
    own.fillText.value?.apply(this, width === undefined ? [text, x, y] : [text, x, y, width])
  }
  prototype.clearRect = function (x, y, width, height) {
    // All of it; of the axis alone, when the countdown goes on.
    if (isChart(this) && x === 0 && y === 0) labels.length = 0
    own.clearRect.value?.apply(this, [x, y, width, height])
  }
}

/** Call once per page, before its chart is read. */
export const recordLabels = (page: Page): Promise<void> => page.evaluate(record)

/** After what was asked for before is painted. */
async function readLabels(page: Page): Promise<readonly Label[]> {
  return page.evaluate(
    () =>
      new Promise<readonly Label[]>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((window as Window & Recorder).paintedLabels ?? [])),
        ),
      ),
  )
}

/** What the labels of the crosshair say while the pointer is at a place of the chart; null where there are none. */
export async function readCursor(page: Page, at: Point): Promise<Reading | null> {
  const labels = await readLabels(page)
  const price = labels.findLast(({ align, y }) => align === 'right' && Math.abs(y - at.y) < 2)
  const time = labels.findLast(({ align, text }) => align === 'center' && text.endsWith(' UTC'))
  if (price === undefined || time === undefined) return null
  const timeMs = Date.parse(time.text.replace(/^\w+ /, ''))
  const digits = price.text.replaceAll(',', '')
  if (!/^\d+\.\d+$/.test(digits) || !Number.isFinite(timeMs)) return null
  return {
    x: time.x,
    y: at.y,
    timeMs,
    price: Number(digits),
    decimals: digits.length - digits.indexOf('.') - 1,
  }
}
