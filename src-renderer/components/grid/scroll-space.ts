// Owns: where in a list of any height the view stands, though browsers draw no element of any height. Pure. Must not: touch the DOM.

/** As high as the scrolled element gets, in CSS pixels: pixels are exact below 2^24, and browsers cut above that. */
const mostPx = 12_000_000
/** At both ends of a list that does not fit, pixels are as they are, so that its ends are reached without a jump. */
const edgePx = 100_000
/** A scroll by no more than this is by a wheel, a key or a finger and moves as far as it says; more is a drag of the bar. */
const nearPx = 8_000
/** How far the bar may be from where it should be before it is put right. */
const mostDriftPx = edgePx / 2

/**
 * Rows of one height in a space that may be higher than the element that is scrolled. `topPx` counts in the space, `scrollTop`
 * in the element; a row at `y` of the space is drawn at `y - shiftPx` of the element.
 */
export class ScrollSpace {
  #heightPx = 0
  #viewPx = 0
  #topPx = 0
  #scrollTop = 0

  /** Of the element that is scrolled. */
  get elementPx(): number {
    return Math.min(this.#heightPx, mostPx)
  }
  get topPx(): number {
    return this.#topPx
  }
  get shiftPx(): number {
    return this.#topPx - this.#scrollTop
  }

  /** Tells of another list or window. Returns where the element is to be scrolled to. */
  resize(heightPx: number, viewPx: number): number {
    // Rows that were read change nothing, and a scroll under way is left alone.
    if (heightPx === this.#heightPx && viewPx === this.#viewPx) return this.#scrollTop
    this.#heightPx = heightPx
    this.#viewPx = viewPx
    return this.goTo(this.#topPx)
  }

  /** Tells that the element was scrolled. Returns where it is to be scrolled to instead, mostly where it is. */
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
    if (drift > mostDriftPx || (isAtEdge && drift > 0)) this.#scrollTop = right
    return this.#scrollTop
  }

  /** Goes to a place of the space, or as near as there is one. Returns where the element is to be scrolled to. */
  goTo(topPx: number): number {
    this.#topPx = this.#clamp(topPx)
    this.#scrollTop = this.#scrollAt(this.#topPx)
    return this.#scrollTop
  }

  get #fits(): boolean {
    return this.#heightPx <= mostPx
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

  /** Ends as they are, and what lies between pressed together. */
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
