// Blocks drops on the page, except files on a file field.

/** The native file input, which FileField lays over its box. */
const acceptsFiles = 'input[type="file"]:not(:disabled)'

function isWelcome({ target, dataTransfer }: DragEvent): boolean {
  if (!(target instanceof Element) || target.closest(acceptsFiles) === null) return false
  // A link or text over a file field is not a file, and the browser might follow it.
  return dataTransfer?.types.includes('Files') ?? false
}

function refuse(event: DragEvent): void {
  if (isWelcome(event)) return
  event.preventDefault()
  // The pointer shows the rejection before the drop.
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** Cancels drags and drops other than files over a file field, until the returned function is called. */
export function refuseDrops(page: Window): () => void {
  const names = ['dragenter', 'dragover', 'drop'] as const
  // Capture phase: no handler on the page can stop the event first.
  for (const name of names) page.addEventListener(name, refuse, true)
  return () => {
    for (const name of names) page.removeEventListener(name, refuse, true)
  }
}
