// The reference: a virtual list with nothing to it, in a window of its own.
import type { Page } from 'playwright'

/** What ours looks like, for as many cells of the same size and the same texts. */
interface Model {
  readonly leftPx: number
  readonly topPx: number
  readonly widthPx: number
  readonly heightPx: number
  readonly rowPx: number
  readonly drawnRows: number
  readonly columns: string
  /** Of the rows that were drawn. */
  readonly texts: readonly (readonly string[])[]
}

export const bareSelector = '#list'

/** Measures our table as it stands. */
export function readModel(page: Page, selector: string): Promise<Model> {
  return page.evaluate((selector) => {
    const list = document.querySelector(selector)
    const rows = [...(list?.querySelectorAll<HTMLElement>('[role=row][data-index]') ?? [])]
    const [first] = rows
    if (list === null || first === undefined) throw new Error('no rows')
    const { left, top, width, height } = list.getBoundingClientRect()
    return {
      leftPx: left,
      topPx: top,
      widthPx: width,
      heightPx: height,
      rowPx: first.getBoundingClientRect().height,
      drawnRows: rows.length,
      columns: first.style.gridTemplateColumns,
      texts: rows.map((row) =>
        [...row.querySelectorAll<HTMLElement>('[role=gridcell]')].map((cell) => cell.innerText),
      ),
    }
  }, selector)
}

/** Puts the list on an empty page: rows that are used again and again, each cell one plain text. */
export async function buildBareList(page: Page, model: Model, count: number): Promise<void> {
  await page.evaluate(
    ({ model, count }) => {
      const { rowPx, drawnRows } = model
      // Each row has figures of its own, as ours have: texts that the browser has laid out before it would only have to look up.
      const texts = Array.from({ length: 2_000 }, (_, at) =>
        (model.texts[at % model.texts.length] ?? []).map((text) => {
          let place = 0
          return text.replace(/\d/g, (digit) => {
            place += 1
            return String((Number(digit) + Math.floor(at / 10 ** (place % 4))) % 10)
          })
        }),
      )
      document.body.style.cssText = 'margin: 0; font: 12px / 16px sans-serif'
      const list = document.createElement('div')
      list.id = 'list'
      list.style.cssText =
        // On a ground of its own, as ours: else all of it is painted anew in each frame.
        `background: white; position: fixed; overflow: auto; left: ${model.leftPx}px; top: ${model.topPx}px; ` +
        `width: ${model.widthPx}px; height: ${model.heightPx}px`
      const space = document.createElement('div')
      space.style.cssText = `position: relative; height: ${count * rowPx}px`
      const rows = Array.from({ length: drawnRows }, () => {
        const row = document.createElement('div')
        row.setAttribute('role', 'row')
        row.style.cssText =
          `position: absolute; top: 0; left: 0; width: 100%; height: ${rowPx}px; display: grid; align-items: center; ` +
          `contain: layout style; grid-template-columns: ${model.columns}`
        const cells = (texts[0] ?? []).map(() => {
          const cell = document.createElement('div')
          // It knows nothing of how wide a text is, so it cuts each. A third of its frame is for that.
          cell.style.cssText = 'overflow: hidden; white-space: nowrap; padding: 0 8px'
          const text = document.createTextNode('')
          cell.append(text)
          row.append(cell)
          return text
        })
        space.append(row)
        return { row, cells, index: -1 }
      })
      const draw = (): void => {
        const first = Math.max(0, Math.min(Math.floor(list.scrollTop / rowPx) - 8, count - drawnRows))
        for (let index = first; index < first + drawnRows; index += 1) {
          const slot = rows[index % drawnRows]
          if (slot === undefined || slot.index === index) continue
          slot.index = index
          slot.row.style.transform = `translateY(${index * rowPx}px)`
          const words = texts[index % texts.length] ?? []
          slot.cells.forEach((cell, at) => (cell.data = words[at] ?? ''))
        }
      }
      list.append(space)
      document.body.append(list)
      list.addEventListener('scroll', draw, { passive: true })
      draw()
    },
    { model, count },
  )
}
