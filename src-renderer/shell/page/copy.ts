// Writes text to the clipboard; never reads it.

/**
 * Copies plain text; call from a click or key handler.
 * @returns false when the system refused
 */
export function copyText(text: string): boolean {
  const fill = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill, { once: true })
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the window grants no permission, and the Clipboard API needs one
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', fill)
  }
}
