// Lets a message go by itself.
import type { Attachment } from 'svelte/attachments'

/** Calls back after a time in milliseconds, which begins anew when the pointer and the focus have left the element. */
export function goesAfter(ms: number, ongone: () => void): Attachment<HTMLElement> {
  return (element) => {
    let isPointed = false
    let isFocused = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const listeners = new AbortController()
    const restart = (): void => {
      clearTimeout(timer)
      if (!isPointed && !isFocused) timer = setTimeout(ongone, ms)
    }
    const listen = (name: string, note: () => void): void =>
      element.addEventListener(
        name,
        () => {
          note()
          restart()
        },
        { signal: listeners.signal },
      )
    listen('pointerenter', () => (isPointed = true))
    listen('pointerleave', () => (isPointed = false))
    listen('focusin', () => (isFocused = true))
    listen('focusout', () => (isFocused = false))
    restart()
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
  }
}
