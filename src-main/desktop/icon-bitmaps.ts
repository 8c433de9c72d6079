// Draws the tray icon and the unread badge as bitmaps in code, so no file is needed on any platform. Pure.

/** Raw pixels, four bytes each: blue, green, red, alpha. */
export interface Bitmap {
  readonly size: number
  readonly pixels: Buffer
}

type Color = readonly [red: number, green: number, blue: number]

const teal: Color = [0x1f, 0xa8, 0x8e]
const vermilion: Color = [0xe5, 0x5a, 0x3c]
const amber: Color = [0xf0, 0xa0, 0x20]

function draw(size: number, colorAt: (x: number, y: number) => Color | null): Bitmap {
  const pixels = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const color = colorAt(x, y)
      if (color === null) continue
      const [red, green, blue] = color
      pixels.set([blue, green, red, 255], (y * size + x) * 4)
    }
  }
  return { size, pixels }
}

interface Candle {
  readonly color: Color
  /** All values in 32nds of the picture. */
  readonly x: number
  readonly wick: readonly [number, number]
  readonly body: readonly [number, number]
}

const candles: readonly Candle[] = [
  { color: vermilion, x: 6, wick: [6, 28], body: [10, 23] },
  { color: teal, x: 19, wick: [3, 26], body: [7, 20] },
]

/** Two candles, readable on dark and light bars. */
export const trayIcon: Bitmap = draw(32, colorOfTray)

function colorOfTray(x: number, y: number): Color | null {
  for (const { color, x: left, wick, body } of candles) {
    const isWick = x >= left + 3 && x < left + 5 && y >= wick[0] && y < wick[1]
    const isBody = x >= left && x < left + 8 && y >= body[0] && y < body[1]
    if (isWick || isBody) return color
  }
  return null
}

/** The same, with a dot: orders that were to be canceled may be open. */
export const markedTrayIcon: Bitmap = draw(32, (x, y) =>
  (x - 24) ** 2 + (y - 24) ** 2 <= 49 ? amber : colorOfTray(x, y),
)

/** A dot that marks unread notifications. */
export const badgeIcon: Bitmap = draw(16, (x, y) => ((x - 7.5) ** 2 + (y - 7.5) ** 2 <= 49 ? amber : null))
