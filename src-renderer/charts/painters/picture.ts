// The chart as a PNG file under a title line.
import type { Frame } from '../model/frame.ts'
import { paintFrame } from './paint-frame.ts'
import type { Overlay } from './overlay.ts'
import { labelSize, TextWidths } from './pen.ts'
import { readCompared } from '../compare/compared-reading.ts'
import { nameMarket } from '../../text/format/words.ts'
import type { Legend } from '../model/reading.ts'
import { numberedColor } from '../indicators/study-look.ts'
import { colorOf } from './palette.ts'
import type { ChartTheme } from './theme.ts'

export interface PictureParts {
  readonly frame: Frame
  readonly overlay: Overlay
  readonly theme: ChartTheme
  readonly legend: Legend
  /** Market, period, zone and data age, most important first. */
  readonly head: readonly string[]
}

/** Half of the receiver's limit (`maxPictureBytes` of the contract). */
const maxPngBytes = 4_000_000
const headHeight = 32
const titleSize = 13
const inset = 12
const gap = 14

/**
 * Returns PNG bytes in device pixels and theme colors; scaled down when larger than 4 MB. Throws when the canvas cannot be
 * encoded.
 */
export async function makePng(parts: PictureParts): Promise<Uint8Array<ArrayBuffer>> {
  let canvas = compose(parts)
  for (;;) {
    const bytes = await encode(canvas)
    if (bytes.length < maxPngBytes) return bytes
    canvas = halve(canvas)
  }
}

function makeCanvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas to draw a picture on')
  return [canvas, context]
}

function compose({ frame, overlay, theme, legend, head }: PictureParts): HTMLCanvasElement {
  const { width, height, dpr } = frame.layout
  const [chart, ctx] = makeCanvas(width * dpr, height * dpr)
  paintFrame({ ctx, frame, theme, widths: new TextWidths() }, overlay)
  const [canvas, out] = makeCanvas(width * dpr, (height + headHeight) * dpr)
  out.fillStyle = theme.surface
  out.fillRect(0, 0, canvas.width, canvas.height)
  out.drawImage(chart, 0, Math.round(headHeight * dpr))
  writeLine(out, theme, dpr, headHeight / 2, canvas.width, [
    ...head.map((text, at): Word => ({ text, isStrong: at === 0 })),
  ])
  const y = headHeight + 16
  const right = frame.layout.plotWidth * dpr
  writeLine(out, theme, dpr, y, right, legendTexts(legend))
  writeLine(out, theme, dpr, y + 17, right, comparedTexts(frame, theme))
  return canvas
}

interface Word {
  readonly text: string
  readonly isStrong: boolean
  /** Quiet when not given. */
  readonly color?: string
}

/** The markets in the colors of their lines. */
function comparedTexts(frame: Frame, theme: ChartTheme): Word[] {
  return readCompared(frame, null).map(({ market, colorIndex, text }) => ({
    text: `${nameMarket(market).pair} ${text}`,
    isStrong: false,
    color: colorIndex === null ? theme.accent : colorOf(theme, numberedColor(colorIndex)),
  }))
}

function legendTexts({ reading, isFinal, shownAs, studies }: Legend): Word[] {
  const quiet = (text: string): Word => ({ text, isStrong: false })
  if (reading === null) return []
  const { open, high, low, close, change, changePercent, volume } = reading
  const values = [
    `O ${open}`,
    `H ${high}`,
    `L ${low}`,
    `C ${close}`,
    `${change} ${changePercent}`,
    `V ${volume}`,
    ...(isFinal ? [] : ['Not final']),
  ]
  return [
    ...values,
    ...studies.map(({ name, lineName, text }) =>
      [name, lineName, text].filter((word) => word !== '').join(' '),
    ),
    ...(shownAs === '' ? [] : [shownAs]),
  ].map(quiet)
}

/** Texts side by side as far as there is room. `y` is their middle in CSS pixels. */
function writeLine(
  ctx: CanvasRenderingContext2D,
  theme: ChartTheme,
  dpr: number,
  y: number,
  right: number,
  words: readonly Word[],
): void {
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  let x = inset * dpr
  for (const { text, isStrong, color } of words) {
    const size = isStrong ? titleSize : labelSize
    ctx.font = `${isStrong ? 600 : 400} ${size * dpr}px ${theme.fontFamily}`
    const { width } = ctx.measureText(text)
    if (x + width > right - inset * dpr) return
    ctx.fillStyle = color ?? (isStrong ? theme.text : theme.textQuiet)
    ctx.fillText(text, x, y * dpr)
    x += width + gap * dpr
  }
}

function halve(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const [half, ctx] = makeCanvas(canvas.width / 2, canvas.height / 2)
  ctx.drawImage(canvas, 0, 0, half.width, half.height)
  return half
}

async function encode(canvas: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('the canvas could not be made a PNG')
  return new Uint8Array(await blob.arrayBuffer())
}
