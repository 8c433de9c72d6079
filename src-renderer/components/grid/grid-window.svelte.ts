// Visible range of a virtual table while it scrolls and its rows change.
import { tick } from 'svelte'
import { headPx } from './grid-places.ts'
import type { Rows } from './row-blocks.ts'
import { rowHeight } from './row-height.svelte.ts'
import { slotPlaces } from './row-slots.ts'
import { ScrollSpace } from './scroll-space.ts'

/** Rows drawn above and below the visible ones. */
const spareRows = 8
/** Rows loaded above and below the visible ones. */
const aheadRows = 40
const restMs = 200

/** Subset of the scrolled element. */
export interface Scrolled {
  scrollTop: number
}

/** Scroll state of one virtual table. */
export class GridWindow {
  /** Height of the visible area including the header. */
  viewPx = $state(0)
  /** The first visible row. */
  first = $state(0)
  /** Offset by which drawn rows are moved up. */
  shiftPx = $state(0)
  /** Height of the inner element. */
  elementPx = $state(0)
  /** True while scrolling, until it rested for a moment. */
  isFlying = $state(false)
  #length = $state(0)
  #origin = $state(0)

  readonly #space = new ScrollSpace()
  readonly #onlook: (first: number, last: number, anchor: number | null) => void
  #element: Scrolled | null = null
  #question = -1
  /** Last scroll position set by this class; a scroll event there is not the user's. */
  #putPx = 0
  #shifted = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Number of visible rows, including a partly visible last one. */
  readonly seen = $derived(Math.max(0, Math.ceil((this.viewPx - headPx) / rowHeight.px)))
  readonly #count = $derived(Math.min(this.#length, this.seen + 1 + 2 * spareRows))
  readonly #from = $derived(Math.max(0, Math.min(this.first - spareRows, this.#length - this.#count)))
  /** The drawn rows. */
  readonly slots: readonly number[] = $derived(slotPlaces(this.#from, this.#count, this.#origin))

  constructor(onlook: (first: number, last: number, anchor: number | null) => void) {
    this.#onlook = onlook
  }

  /** Tracks an element until the returned function is called. */
  attach(element: Scrolled): () => void {
    this.#element = element
    return () => {
      clearTimeout(this.#timer)
      this.isFlying = false
      this.#element = null
    }
  }

  /**
   * Applies rows: of another list, which starts at its top, or newer ones of the same list. Returns true for another list.
   */
  take(rows: Rows<unknown>, question: number): boolean {
    const isOther = question !== this.#question
    const moved = isOther ? 0 : rows.shifted - this.#shifted
    this.#question = question
    this.#shifted = rows.shifted
    this.#length = rows.length
    let scrollTop = this.#space.resize(rows.length * rowHeight.px + headPx, this.viewPx)
    if (isOther || moved !== 0) {
      scrollTop = this.#space.goTo(isOther ? 0 : this.#space.topPx + moved * rowHeight.px)
    }
    this.#note()
    if (scrollTop === null) this.#look()
    // The element has its height only after rendering.
    else void tick().then(() => this.#settle(scrollTop))
    return isOther
  }

  /** Handles a scroll event. */
  follow(): void {
    if (this.#element === null) return
    const { scrollTop } = this.#element
    if (Math.abs(scrollTop - this.#putPx) >= 1) this.isFlying = true
    this.#settle(this.#space.follow(scrollTop))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.isFlying = false
      // When scrolling stops, drawn rows return to list order for screen readers.
      this.#origin = this.#from
    }, restMs)
  }

  /** Scrolls a row into view. */
  show(index: number): void {
    const top = index * rowHeight.px
    const inView = this.viewPx - headPx
    if (top < this.#space.topPx) this.#settle(this.#space.goTo(top))
    else if (top + rowHeight.px > this.#space.topPx + inView)
      this.#settle(this.#space.goTo(top + rowHeight.px - inView))
  }

  /** The first fully visible row. */
  get top(): number {
    return Math.ceil(this.#space.topPx / rowHeight.px)
  }

  /** Rows per Page Up or Page Down. */
  get page(): number {
    return Math.max(1, Math.floor((this.viewPx - headPx) / rowHeight.px) - 1)
  }

  #settle(scrollTop: number): void {
    const element = this.#element
    this.#putPx = scrollTop
    if (element !== null && Math.abs(element.scrollTop - scrollTop) >= 1) element.scrollTop = scrollTop
    this.#note()
    this.#look()
  }

  #look(): void {
    const anchor = this.#space.topPx < rowHeight.px ? null : this.first
    this.#onlook(this.first - aheadRows, this.first + this.seen + aheadRows, anchor)
  }

  #note(): void {
    this.first = Math.floor(this.#space.topPx / rowHeight.px)
    this.shiftPx = this.#space.shiftPx
    this.elementPx = this.#space.elementPx
  }
}
