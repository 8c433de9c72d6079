// A canvas for tests: whole-pixel rectangles and straight lines as the product paints them, and the words it writes.

export interface WrittenText {
  readonly text: string
  readonly x: number
  readonly y: number
}

interface Clip {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface State {
  clip: Clip
  fillStyle: string
  strokeStyle: string
  lineWidth: number
  globalAlpha: number
}

/** What was painted: a color for each pixel ("up", or "up 50%" where it was laid on thinly), and every text. */
export class Pixels {
  readonly width: number
  readonly height: number
  readonly texts: WrittenText[] = []
  readonly #colors: (string | null)[]
  #state: State
  readonly #saved: State[] = []
  #path: [number, number][][] = []
  #rect: Clip | null = null

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#colors = new Array<string | null>(width * height).fill(null)
    this.#state = {
      clip: { left: 0, top: 0, right: width, bottom: height },
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 1,
      globalAlpha: 1,
    }
  }

  /** The color that was painted last; null: none. */
  at(x: number, y: number): string | null {
    return this.#colors[Math.round(y) * this.width + Math.round(x)] ?? null
  }

  /** How many pixels of a box have a color. */
  count(color: string, left = 0, right = this.width, top = 0, bottom = this.height): number {
    let count = 0
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) if (this.at(x, y) === color) count++
    }
    return count
  }

  /** The first and last row and column that have a color; null where there is none. */
  boxOf(color: string): Clip | null {
    const columns: number[] = []
    const rows: number[] = []
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        if (this.at(x, y) !== color) continue
        columns.push(x)
        rows.push(y)
      }
    }
    const least = (values: number[]): number => values.reduce((p, q) => Math.min(p, q), Infinity)
    const most = (values: number[]): number => values.reduce((p, q) => Math.max(p, q), -Infinity)
    if (columns.length === 0) return null
    return { left: least(columns), right: most(columns), top: least(rows), bottom: most(rows) }
  }

  /** The part of a canvas' context that the chart paints with. */
  context(): CanvasRenderingContext2D {
    const inert = new Set(['setTransform', 'closePath', 'setLineDash', 'roundRect'])
    const own: Record<string, unknown> = {
      save: () => void this.#saved.push({ ...this.#state }),
      restore: () => (this.#state = this.#saved.pop() ?? this.#state),
      fillRect: (x: number, y: number, w: number, h: number) => this.#fill(x, y, w, h, this.#state.fillStyle),
      clearRect: (x: number, y: number, w: number, h: number) => this.#clear(x, y, w, h),
      strokeRect: (x: number, y: number, w: number, h: number) => this.#outline(x, y, w, h),
      beginPath: () => {
        this.#path = []
        this.#rect = null
      },
      rect: (x: number, y: number, w: number, h: number) => {
        this.#rect = { left: x, top: y, right: x + w, bottom: y + h }
      },
      clip: () => this.#clip(),
      moveTo: (x: number, y: number) => void this.#path.push([[x, y]]),
      lineTo: (x: number, y: number) => void this.#path.at(-1)?.push([x, y]),
      stroke: () => this.#stroke(),
      fill: () => this.#fillPath(),
      fillText: (text: string, x: number, y: number) => void this.texts.push({ text, x, y }),
      measureText: (text: string) => ({ width: text.length * 6 }),
    }
    const state = this.#state
    const known = new Proxy(own, {
      get: (target, name) => {
        if (typeof name === 'string' && inert.has(name)) return () => undefined
        if (typeof name === 'string' && name in target) return target[name]
        const value: unknown = Reflect.get(this.#state, name)
        return value
      },
      set: (_, name, value) => {
        if (typeof name === 'string' && name in state) Reflect.set(this.#state, name, value)
        return true
      },
      has: () => true,
    })
    const isContext = (value: object): value is CanvasRenderingContext2D => 'fillRect' in value
    if (!isContext(known)) throw new Error('no context')
    return known
  }

  #clip(): void {
    if (this.#rect === null) return
    const { clip } = this.#state
    this.#state.clip = {
      left: Math.max(clip.left, this.#rect.left),
      top: Math.max(clip.top, this.#rect.top),
      right: Math.min(clip.right, this.#rect.right),
      bottom: Math.min(clip.bottom, this.#rect.bottom),
    }
  }

  #set(x: number, y: number, color: string): void {
    const { left, right, top, bottom } = this.#state.clip
    if (x < left || x >= right || y < top || y >= bottom) return
    const { globalAlpha } = this.#state
    this.#colors[y * this.width + x] = globalAlpha === 1 ? color : `${color} ${globalAlpha * 100}%`
  }

  #fill(x: number, y: number, width: number, height: number, color: string): void {
    if (![x, y, width, height].every(Number.isInteger)) {
      throw new Error(`not on whole pixels: ${x} ${y} ${width} ${height}`)
    }
    const { clip } = this.#state
    for (let row = Math.max(y, clip.top); row < Math.min(y + height, clip.bottom); row++) {
      for (let column = Math.max(x, clip.left); column < Math.min(x + width, clip.right); column++) {
        this.#set(column, row, color)
      }
    }
  }

  /** Takes away what was painted and written there, within the clip. */
  #clear(x: number, y: number, width: number, height: number): void {
    const { clip } = this.#state
    const isWithin = (column: number, row: number): boolean =>
      column >= Math.max(x, clip.left) &&
      column < Math.min(x + width, clip.right) &&
      row >= Math.max(y, clip.top) &&
      row < Math.min(y + height, clip.bottom)
    this.#colors.forEach((_, at) => {
      if (isWithin(at % this.width, Math.floor(at / this.width))) this.#colors[at] = null
    })
    const left = this.texts.filter((text) => !isWithin(text.x, text.y))
    this.texts.splice(0, Infinity, ...left)
  }

  #outline(x: number, y: number, width: number, height: number): void {
    const { lineWidth: line, strokeStyle } = this.#state
    const left = x - line / 2
    const top = y - line / 2
    const outer = { width: width + line, height: height + line }
    this.#fill(left, top, outer.width, line, strokeStyle)
    this.#fill(left, top + outer.height - line, outer.width, line, strokeStyle)
    this.#fill(left, top, line, outer.height, strokeStyle)
    this.#fill(left + outer.width - line, top, line, outer.height, strokeStyle)
  }

  #stroke(): void {
    for (const points of this.#path) {
      for (let n = 1; n < points.length; n++) {
        const [x0, y0] = points[n - 1] ?? [0, 0]
        const [x1, y1] = points[n] ?? [0, 0]
        if (![x0, y0, x1, y1].every(Number.isFinite)) throw new Error('a line to nowhere')
        const steps = Math.max(1, Math.min(10_000, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)))))
        for (let step = 0; step <= steps; step++) {
          const share = step / steps
          this.#set(
            Math.floor(x0 + (x1 - x0) * share),
            Math.floor(y0 + (y1 - y0) * share),
            this.#state.strokeStyle,
          )
        }
      }
    }
  }

  /** Column by column between the highest and the lowest point of the path there: for areas between two lines. */
  #fillPath(): void {
    const points = this.#path.flat()
    const rows = new Map<number, { top: number; bottom: number }>()
    for (const [x, y] of points) {
      const known = rows.get(Math.floor(x))
      rows.set(Math.floor(x), {
        top: Math.min(known?.top ?? y, y),
        bottom: Math.max(known?.bottom ?? y, y),
      })
    }
    for (const [x, { top, bottom }] of rows) {
      for (let y = Math.floor(top); y < bottom; y++) this.#set(x, y, this.#state.fillStyle)
    }
  }
}
