// Renders the cells of one row as plain elements and updates only differences.
// Hand-written, because hundreds of cells change per frame while scrolling: an effect and a comparison per cell would cost
// more than the text.
import type { Cell } from './cell.ts'
import type { ColumnPlace } from './grid-places.ts'

/** Glyph widths of the table's font, in CSS pixels. */
export interface GlyphMetrics {
  /** Digit width, used as space for missing digits. */
  readonly digitPx: number
  readonly pointPx: number
  /** Width of each printable ASCII character, from the space on. */
  readonly signsPx: readonly number[]
}

/** Wider than most characters of 12 px Inter. */
const estimatedSignPx = 8.5
const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))

export const estimatedGlyphs: GlyphMetrics = {
  digitPx: 7.5,
  pointPx: 3.5,
  signsPx: ascii.map(() => estimatedSignPx),
}

/** Measures glyphs inside the table, in its own font. */
export function measureGlyphs(table: Element): GlyphMetrics {
  const probe = document.createElement('span')
  probe.style.cssText = 'position: absolute; visibility: hidden; white-space: pre'
  probe.ariaHidden = 'true'
  table.append(probe)
  const widthOf = (text: string): number => {
    probe.textContent = text
    return probe.getBoundingClientRect().width
  }
  const many = 20
  const digitPx = widthOf('0'.repeat(many)) / many
  // Measured between digits, because kerning changes the point's width.
  const pointPx = widthOf('0.0'.repeat(many)) / many - 2 * digitPx
  // All probes are added before measuring, so layout runs only once.
  const signs = ascii.map((sign) => {
    const part = document.createElement('span')
    part.textContent = sign
    // Otherwise it is shaped together with its neighbors.
    part.style.display = 'inline-block'
    return part
  })
  probe.replaceChildren(...signs)
  const signsPx = signs.map((part) => part.getBoundingClientRect().width)
  probe.remove()
  return digitPx > 0 ? { digitPx, pointPx, signsPx } : estimatedGlyphs
}

const padPx = 8
/** Width of a mark with its gap. */
const markPx = 12
/** Typical width of other scripts' characters. */
const wideSignPx = 16
/** Share of tolerance: at another zoom, glyphs may round up. */
const spare = 0.04

/** True when a text may be wider than its cell. Clipping every cell would cost each frame a clip per cell. */
function mayOverflow({ text, mark }: Cell, widthPx: number, { signsPx }: GlyphMetrics): boolean {
  let leftPx = (widthPx - 2 * padPx) * (1 - spare) - (mark === '' ? 0 : markPx)
  for (let at = 0; at < text.length && leftPx >= 0; at += 1) {
    leftPx -= signsPx[text.charCodeAt(at) - 32] ?? wideSignPx
  }
  return leftPx < 0
}

/** Width of the missing digits; a whole number lacks its point too. */
function roomPx(room: string, { digitPx, pointPx }: GlyphMetrics): number {
  if (room === '') return 0
  const hasPoint = room.startsWith('.')
  return (hasPoint ? pointPx : 0) + (room.length - (hasPoint ? 1 : 0)) * digitPx
}

/** One cell and its current content. */
class CellRenderer<Row> {
  readonly element: HTMLElement
  readonly #text = document.createTextNode('')
  #rest: HTMLElement | null = null
  #bar: { readonly element: HTMLElement; readonly fill: HTMLElement } | null = null
  #share: string | null = null
  #said = ''
  #saidRest = ''
  #look = ''
  #style = ''
  #title = ''
  #label: string | null = null

  constructor({ column }: ColumnPlace<Row>) {
    this.element = document.createElement('div')
    this.element.setAttribute('role', 'gridcell')
    this.element.dataset['column'] = column.id
    this.element.append(this.#text)
  }

  draw(
    cell: Cell | null,
    { column, look, style, widthPx }: ColumnPlace<Row>,
    isCopied: boolean,
    glyphs: GlyphMetrics,
  ): void {
    const text = cell?.text ?? ''
    if (text !== this.#said) this.#text.data = this.#said = text
    this.#drawRest(cell?.rest ?? '')
    this.#drawShare(cell?.share ?? null)
    const isCut = cell !== null && !column.isFigure && mayOverflow(cell, widthPx, glyphs)
    const classes =
      look +
      (cell === null || cell.tone === '' ? '' : ` ${cell.tone}`) +
      (cell === null || cell.mark === '' ? '' : ` ${cell.mark}`) +
      (isCut ? ' cut' : '') +
      (isCopied ? ' copied' : '')
    if (classes !== this.#look) this.element.className = this.#look = classes
    const room = roomPx(cell?.room ?? '', glyphs)
    const styles = style + (room === 0 ? '' : `;padding-right:${(padPx + room).toFixed(2)}px`)
    if (styles !== this.#style) this.element.style.cssText = this.#style = styles
    const title = cell?.title ?? ''
    if (title !== this.#title) this.element.title = this.#title = title
    const label = cell?.label ?? null
    if (label !== this.#label) this.element.ariaLabel = this.#label = label
  }

  #drawRest(rest: string): void {
    if (rest === this.#saidRest) return
    this.#saidRest = rest
    if (this.#rest === null) {
      this.#rest = document.createElement('span')
      this.#rest.className = 'dim'
      this.#text.after(this.#rest)
    }
    this.#rest.textContent = rest
  }

  /** Two plain boxes: a gradient, whose colors are recomputed for each changed cell, costs several times as much. */
  #drawShare(share: string | null): void {
    if (share === this.#share) return
    this.#share = share
    if (share === null) {
      this.#bar?.element.remove()
      this.#bar = null
      return
    }
    this.#bar ??= this.#makeBar()
    this.#bar.fill.style.width = `clamp(0%, ${share}%, 100%)`
  }

  #makeBar(): { readonly element: HTMLElement; readonly fill: HTMLElement } {
    const [element, fill] = [document.createElement('i'), document.createElement('i')]
    element.className = 'bar'
    element.append(fill)
    this.element.append(element)
    return { element, fill }
  }
}

/** Cells of one drawn row, reused for different list rows. */
export class RowRenderer<Row> {
  readonly #row: HTMLElement
  #places: readonly ColumnPlace<Row>[] = []
  #cells: readonly CellRenderer<Row>[] = []

  constructor(row: HTMLElement) {
    this.#row = row
  }

  /**
   * @param cells - null while the row is loading
   * @param copied - column whose cell was just copied; null for none
   */
  draw(
    cells: readonly Cell[] | null,
    places: readonly ColumnPlace<Row>[],
    copied: string | null,
    glyphs: GlyphMetrics,
  ): void {
    this.#arrange(places)
    this.#cells.forEach((face, at) => {
      const place = places[at]
      if (place !== undefined) face.draw(cells?.[at] ?? null, place, place.column.id === copied, glyphs)
    })
  }

  /** Rebuilds the cells when the columns or their order changed. */
  #arrange(places: readonly ColumnPlace<Row>[]): void {
    if (places === this.#places) return
    const isSame =
      places.length === this.#places.length &&
      places.every(({ column }, at) => column === this.#places[at]?.column)
    this.#places = places
    if (isSame) return
    this.#cells = places.map((place) => new CellRenderer(place))
    this.#row.replaceChildren(...this.#cells.map(({ element }) => element))
  }
}
