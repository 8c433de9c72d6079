// Tells elements of the list whether they are near the visible part, so that only those draw their spark lines.
import type { Attachment } from 'svelte/attachments'

/** Drawn this far before it scrolls into view. */
const margin = '160px'

const listeners = new WeakMap<Element, (isSeen: boolean) => void>()
let observer: IntersectionObserver | null = null

function follow(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
}

/** Calls `tell` whenever the element comes near the visible part, or leaves it. */
export function whenSeen(tell: (isSeen: boolean) => void): Attachment {
  return (element) => {
    observer ??= new IntersectionObserver(follow, { rootMargin: margin })
    listeners.set(element, tell)
    observer.observe(element)
    return () => {
      observer?.unobserve(element)
      listeners.delete(element)
    }
  }
}
