// Owns: turning pointer and wheel events into pans and zooms. Must not: know candles or the viewport's rules.

/** What gestures ask for. All places are CSS pixels from the element's top left corner. */
export interface GestureTarget {
  /** The pointer rests at a place; null: it left. */
  point: (place: { readonly x: number; readonly y: number } | null) => void
  pan: (pixels: number) => void
  zoom: (factor: number, x: number) => void
  reset: () => void
  /** A gesture began or ended; while one runs, pictures come one after the other. */
  setGesture: (isRunning: boolean) => void
}

/** Zoom per pixel of wheel travel, and for a trackpad's pinch, which comes as a wheel with Ctrl. */
const wheelZoom = 0.0015
const pinchZoom = 0.01
/** A wheel has no end of its own: this long after the last turn the gesture is over. */
const wheelRestMs = 150
const linePixels = 16

/** Listens on `element` until the returned function is called. */
export function attachGestures(element: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, { x: number; y: number }>()
  const controller = new AbortController()
  const { signal } = controller
  let wheelTimer: ReturnType<typeof setTimeout> | undefined

  const placeOf = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return
      if (pointers.size >= 2) return
      element.setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, placeOf(event))
      element.dataset['dragging'] = ''
      target.setGesture(true)
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
        target.pan(place.x - before.x)
        target.point(event.pointerType === 'touch' ? null : place)
        return
      }
      const apart = (from: { x: number; y: number }): number => Math.hypot(from.x - other.x, from.y - other.y)
      target.pan((place.x - before.x) / 2)
      target.zoom(Math.max(1, apart(place)) / Math.max(1, apart(before)), (place.x + other.x) / 2)
      target.point(null)
    },
    { signal },
  )

  const release = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    delete element.dataset['dragging']
    target.setGesture(false)
  }
  element.addEventListener('pointerup', release, { signal })
  element.addEventListener('pointercancel', release, { signal })
  element.addEventListener('pointerleave', () => target.point(null), { signal })
  element.addEventListener('dblclick', () => target.reset(), { signal })

  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const unit = event.deltaMode === 1 ? linePixels : event.deltaMode === 2 ? element.clientWidth : 1
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
      target.setGesture(true)
      clearTimeout(wheelTimer)
      wheelTimer = setTimeout(() => pointers.size === 0 && target.setGesture(false), wheelRestMs)
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
    clearTimeout(wheelTimer)
  }
}
