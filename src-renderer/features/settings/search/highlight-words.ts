// Highlights searched words on the page without changing the DOM.

/** Highlight name used by the styles. */
const name = 'settings-search'

function rangesIn(root: Element, words: readonly string[]): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.textContent ?? '').toLowerCase()
    for (const word of words) {
      for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) {
        const range = document.createRange()
        range.setStart(node, from)
        range.setEnd(node, from + word.length)
        ranges.push(range)
      }
    }
  }
  return ranges
}

/** Highlights the words below the elements, and clears earlier highlights. */
export function highlightWords(roots: Iterable<Element>, words: readonly string[]): void {
  const ranges = words.length === 0 ? [] : [...roots].flatMap((root) => rangesIn(root, words))
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}
