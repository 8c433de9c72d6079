// Owns: that what is dropped on the page goes nowhere but into a field for files. Must not: read what is dropped.

/** What takes files: the browser's own field, which FileField lays over its box. */
const acceptsFiles = 'input[type="file"]:not(:disabled)'

function isWelcome({ target, dataTransfer }: DragEvent): boolean {
  if (!(target instanceof Element) || target.closest(acceptsFiles) === null) return false
  // A link or a text over such a field is no file, and the browser might follow it.
  return dataTransfer?.types.includes('Files') ?? false
}

function refuse(event: DragEvent): void {
  if (isWelcome(event)) return
  event.preventDefault()
  // The pointer says so before anything is let go.
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** Cancels every drag and drop that is not of files over a field for them, until the returned function is called. */
export function refuseDrops(page: Window): () => void {
  const names = ['dragenter', 'dragover', 'drop'] as const
  // While capturing: nothing on the page can keep the event from here.
  for (const name of names) page.addEventListener(name, refuse, true)
  return () => {
    for (const name of names) page.removeEventListener(name, refuse, true)
  }
}
