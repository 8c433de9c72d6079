// Owns: the cells of one drawn row as plain elements, of which a scroll changes only what differs. Must not: know what a row is.
// By hand, because in flight hundreds of cells change in each frame: an effect and a comparison for each would cost more than the text.
import type { Cell } from './cell.ts'
import type { ColumnPlace } from './grid-places.ts'

/** How wide signs are in the table's font, in CSS pixels. */
export interface Ink {
  /** Of a figure: room for missing digits is given as space. */
  readonly digitPx: number
  readonly pointPx: number
  /** Of each sign of ASCII, from the space on. */
  readonly signsPx: readonly number[]
}

/** Wider than most signs of 12 px Inter. */
const roughSignPx = 8.5
const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))

export const roughInk: Ink = { digitPx: 7.5, pointPx: 3.5, signsPx: ascii.map(() => roughSignPx) }

/** Measures where the table stands, in its own font. */
export function measureInk(table: Element): Ink {
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
  // Between digits, as it stands in a figure.
  const pointPx = widthOf('0.0'.repeat(many)) / many - 2 * digitPx
  // All are put there before one is measured, which lays the table out only once.
  const signs = ascii.map((sign) => {
    const part = document.createElement('span')
    part.textContent = sign
    // Else it is laid out as one text with its neighbours.
    part.style.display = 'inline-block'
    return part
  })
  probe.replaceChildren(...signs)
  const signsPx = signs.map((part) => part.getBoundingClientRect().width)
  probe.remove()
  return digitPx > 0 ? { digitPx, pointPx, signsPx } : roughInk
}

const padPx = 8
/** A mark and the room behind it. */
const markPx = 12
/** As wide as most signs of other scripts are. */
const wideSignPx = 16
/** Of the room: another zoom than that at which signs were measured may round them up. */
const spare = 0.04

/** Whether a text may be wider than its cell. Cutting what fits anyway costs each frame a clip for each cell. */
function mayOverflow({ text, mark }: Cell, widthPx: number, { signsPx }: Ink): boolean {
  let leftPx = (widthPx - 2 * padPx) * (1 - spare) - (mark === '' ? 0 : markPx)
  for (let at = 0; at < text.length && leftPx >= 0; at += 1) {
    leftPx -= signsPx[text.charCodeAt(at) - 32] ?? wideSignPx
  }
  return leftPx < 0
}

/** As wide as the missing digits, for points that line up; a whole number misses its point too. */
function roomPx(room: string, { digitPx, pointPx }: Ink): number {
  if (room === '') return 0
  const hasPoint = room.startsWith('.')
  return (hasPoint ? pointPx : 0) + (room.length - (hasPoint ? 1 : 0)) * digitPx
}

/** One cell, and what it says now. */
class CellFace<Row> {
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
    ink: Ink,
  ): void {
    const text = cell?.text ?? ''
    if (text !== this.#said) this.#text.data = this.#said = text
    this.#drawRest(cell?.rest ?? '')
    this.#drawShare(cell?.share ?? null)
    const isCut = cell !== null && !column.isFigure && mayOverflow(cell, widthPx, ink)
    const classes =
      look +
      (cell === null || cell.tone === '' ? '' : ` ${cell.tone}`) +
      (cell === null || cell.mark === '' ? '' : ` ${cell.mark}`) +
      (isCut ? ' cut' : '') +
      (isCopied ? ' copied' : '')
    if (classes !== this.#look) this.element.className = this.#look = classes
    const room = roomPx(cell?.room ?? '', ink)
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

  /** Two plain boxes: a gradient, whose colours are worked out anew for each cell that changes, costs several times as much. */
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

/** The cells of one row, which shows now this row of the list and now that. */
export class RowFace<Row> {
  readonly #row: HTMLElement
  #places: readonly ColumnPlace<Row>[] = []
  #cells: readonly CellFace<Row>[] = []

  constructor(row: HTMLElement) {
    this.#row = row
  }

  /**
   * @param cells - null while the row is being read
   * @param copied - the column whose cell was copied just now; null for none
   */
  draw(
    cells: readonly Cell[] | null,
    places: readonly ColumnPlace<Row>[],
    copied: string | null,
    ink: Ink,
  ): void {
    this.#arrange(places)
    this.#cells.forEach((face, at) => {
      const place = places[at]
      if (place !== undefined) face.draw(cells?.[at] ?? null, place, place.column.id === copied, ink)
    })
  }

  /** Other columns, or another order of them, are other cells. */
  #arrange(places: readonly ColumnPlace<Row>[]): void {
    if (places === this.#places) return
    const isSame =
      places.length === this.#places.length &&
      places.every(({ column }, at) => column === this.#places[at]?.column)
    this.#places = places
    if (isSame) return
    this.#cells = places.map((place) => new CellFace(place))
    this.#row.replaceChildren(...this.#cells.map(({ element }) => element))
  }
}
