// Turns pointer and wheel events into presses, drags and pinches.
import type { Place } from '../layers/layer.ts'

/** Handlers of a pressed pointer until its release. */
export interface Hold {
  /** CSS cursor during the press. */
  readonly cursor: string
  move: (place: Place) => void
  end: (place: Place) => void
  /** Reverts the press because it became another gesture. */
  cancel: () => void
}

/** Receiver of gestures. All places are CSS pixels from the element's top left corner. */
export interface GestureTarget {
  /** Pointer position; null when it left. */
  point: (place: Place | null) => void
  /** A pointer went down. */
  press: (place: Place) => Hold
  pan: (pixels: number) => void
  zoom: (factor: number, x: number) => void
  doubleClick: (place: Place) => void
}

/** Zoom per pixel of wheel travel, and of a trackpad pinch, which arrives as a wheel event with Ctrl. */
const wheelZoom = 0.0015
const pinchZoom = 0.01
const linePixels = 16
/** How long the element's bounding box is cached: reading it forces a layout. */
const boxMs = 200

/** Listens on `element` until the returned function is called. */
export function attachGestures(element: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, Place>()
  const controller = new AbortController()
  const { signal } = controller
  let hold: Hold | null = null

  let box = { left: 0, top: 0 }
  let measuredMs = -Infinity

  const placeOf = (event: MouseEvent): Place => {
    if (event.timeStamp - measuredMs > boxMs) {
      box = element.getBoundingClientRect()
      measuredMs = event.timeStamp
    }
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return
      if (pointers.size >= 2) return
      element.setPointerCapture(event.pointerId)
      const place = placeOf(event)
      pointers.set(event.pointerId, place)
      if (pointers.size === 1) {
        hold = target.press(place)
        element.style.setProperty('cursor', hold.cursor)
        return
      }
      // A second finger turns a drag into a pinch.
      hold?.cancel()
      hold = null
    },
    { signal },
  )

  element.addEventListener(
    'pointermove',
    (event) => {
      const place = placeOf(event)
      const before = pointers.get(event.pointerId)
      if (before === undefined) {
        if (event.pointerType !== 'touch') target.point(place)
        return
      }
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      pointers.set(event.pointerId, place)
      if (other === undefined) {
        hold?.move(place)
        return
      }
      const apart = (from: Place): number => Math.hypot(from.x - other.x, from.y - other.y)
      target.pan((place.x - before.x) / 2)
      target.zoom(Math.max(1, apart(place)) / Math.max(1, apart(before)), (place.x + other.x) / 2)
      target.point(null)
    },
    { signal },
  )

  const release = (event: PointerEvent, isCancelled: boolean): void => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    element.style.removeProperty('cursor')
    const held = hold
    hold = null
    if (isCancelled) held?.cancel()
    else held?.end(placeOf(event))
  }
  element.addEventListener('pointerup', (event) => release(event, false), { signal })
  element.addEventListener('pointercancel', (event) => release(event, true), { signal })
  element.addEventListener('pointerleave', () => target.point(null), { signal })
  element.addEventListener('dblclick', (event) => target.doubleClick(placeOf(event)), { signal })

  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const unit = event.deltaMode === 1 ? linePixels : event.deltaMode === 2 ? element.clientWidth : 1
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (isSideways) target.pan(-(event.deltaX || event.deltaY) * unit)
      else {
        const speed = event.ctrlKey ? pinchZoom : wheelZoom
        const factor = Math.exp(-event.deltaY * unit * speed)
        target.zoom(Math.min(2, Math.max(0.5, factor)), placeOf(event).x)
      }
    },
    { signal, passive: false },
  )

  return () => {
    controller.abort()
    hold?.cancel()
    hold = null
    element.style.removeProperty('cursor')
  }
}
