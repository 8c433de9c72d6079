// Owns: keeping the row that is being read where it is while rows come in above it. Must not: move anything at the top of a list.
// The browser's own scroll anchoring does not hold the rows of a table under a sticky header.

function findScroller(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at)
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return at
  }
  return null
}

/**
 * To be called before rows change.
 * @param rows - the element whose children are the rows
 * @param coveredPx - how much of the scroller's top lies under sticky headers
 * @returns to be called after they have changed, before they are painted
 */
export function keepPlace(rows: HTMLElement, coveredPx: number): () => void {
  const scroller = findScroller(rows)
  const edge = (scroller?.getBoundingClientRect().top ?? 0) + coveredPx
  const read = [...rows.children].find((row) => row.getBoundingClientRect().top >= edge)
  // At the head of the list the newest rows are what is looked for.
  if (scroller === null || read === undefined || read === rows.firstElementChild) return () => undefined
  const { top } = read.getBoundingClientRect()
  return () => {
    if (read.isConnected) scroller.scrollTop += read.getBoundingClientRect().top - top
  }
}
