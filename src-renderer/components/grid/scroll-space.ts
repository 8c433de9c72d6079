// Scroll position in a list taller than browsers support. Pure.

/** Maximum height of the scrolled element in CSS pixels: pixels are exact below 2^24, and browsers clamp larger heights. */
const maxPx = 12_000_000
/** Near both ends of a tall list scrolling is 1:1, so that the ends are reached without a jump. */
const edgePx = 100_000
/** A scroll up to this distance comes from wheel, keys or touch and moves 1:1; a longer one is a scrollbar drag. */
const nearPx = 8_000
/** Maximum scrollbar deviation before it is corrected. */
const maxDriftPx = edgePx / 2

/**
 * Rows of equal height in a virtual space that may be taller than the scrolled element. `topPx` is in the space,
 * `scrollTop` in the element; a row at `y` of the space is drawn at `y - shiftPx` of the element.
 */
export class ScrollSpace {
  #heightPx = 0
  #viewPx = 0
  #topPx = 0
  #scrollTop = 0

  /** Height of the scrolled element. */
  get elementPx(): number {
    return Math.min(this.#heightPx, maxPx)
  }
  get topPx(): number {
    return this.#topPx
  }
  get shiftPx(): number {
    return this.#topPx - this.#scrollTop
  }

  /** Applies another list or viewport height; a view at the end stays there when its height changes. Returns the scroll position to set; null to leave it. */
  resize(heightPx: number, viewPx: number): number | null {
    // Newly loaded rows change nothing: the element may be scrolled already, and its event still to come.
    if (heightPx === this.#heightPx && viewPx === this.#viewPx) return null
    const staysAtEnd = heightPx === this.#heightPx && this.#topPx > 0 && this.#topPx >= this.#mostTop
    this.#heightPx = heightPx
    this.#viewPx = viewPx
    return this.goTo(staysAtEnd ? this.#mostTop : this.#topPx)
  }

  /** Applies a scroll event. Returns the scroll position to set instead, usually the same. */
  follow(scrollTop: number): number {
    const moved = scrollTop - this.#scrollTop
    this.#scrollTop = scrollTop
    if (this.#fits) {
      this.#topPx = scrollTop
      return scrollTop
    }
    if (scrollTop <= 0) this.#topPx = 0
    else if (scrollTop >= this.#mostScroll) this.#topPx = this.#mostTop
    else if (Math.abs(moved) > nearPx) this.#topPx = this.#topAt(scrollTop)
    else this.#topPx = this.#clamp(this.#topPx + moved)
    const right = this.#scrollAt(this.#topPx)
    const drift = Math.abs(right - scrollTop)
    const isAtEdge = this.#topPx < edgePx || this.#topPx > this.#mostTop - edgePx
    if (drift > maxDriftPx || (isAtEdge && drift > 0)) this.#scrollTop = right
    return this.#scrollTop
  }

  /** Goes to a position, clamped to the space. Returns the scroll position to set. */
  goTo(topPx: number): number {
    this.#topPx = this.#clamp(topPx)
    this.#scrollTop = this.#scrollAt(this.#topPx)
    return this.#scrollTop
  }

  get #fits(): boolean {
    return this.#heightPx <= maxPx
  }
  get #mostTop(): number {
    return Math.max(0, this.#heightPx - this.#viewPx)
  }
  get #mostScroll(): number {
    return Math.max(0, this.elementPx - this.#viewPx)
  }

  #clamp(topPx: number): number {
    return Math.max(0, Math.min(topPx, this.#mostTop))
  }

  /** Both ends 1:1, the middle compressed. */
  #scrollAt(topPx: number): number {
    if (this.#fits || topPx <= edgePx) return topPx
    const fromEnd = this.#mostTop - topPx
    if (fromEnd <= edgePx) return this.#mostScroll - fromEnd
    const share = (topPx - edgePx) / (this.#mostTop - 2 * edgePx)
    return Math.round(edgePx + share * (this.#mostScroll - 2 * edgePx))
  }

  #topAt(scrollTop: number): number {
    if (scrollTop <= edgePx) return scrollTop
    const fromEnd = this.#mostScroll - scrollTop
    if (fromEnd <= edgePx) return this.#mostTop - fromEnd
    const share = (scrollTop - edgePx) / (this.#mostScroll - 2 * edgePx)
    return Math.round(edgePx + share * (this.#mostTop - 2 * edgePx))
  }
}
