// Keeps the row being read in place while rows are added above it.
// Browser scroll anchoring does not work for table rows under a sticky header.

function findScroller(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at)
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return at
  }
  return null
}

/**
 * Call before rows change.
 * @param rows - the element whose children are the rows
 * @param coveredPx - height of the scroller's top covered by sticky headers
 * @returns a function to call after the change, before painting
 */
export function keepScrollPosition(rows: HTMLElement, coveredPx: number): () => void {
  const scroller = findScroller(rows)
  const edge = (scroller?.getBoundingClientRect().top ?? 0) + coveredPx
  const read = [...rows.children].find((row) => row.getBoundingClientRect().top >= edge)
  // At the top of the list the newest rows stay visible.
  if (scroller === null || read === undefined || read === rows.firstElementChild) return () => undefined
  const { top } = read.getBoundingClientRect()
  return () => {
    if (read.isConnected) scroller.scrollTop += read.getBoundingClientRect().top - top
  }
}
