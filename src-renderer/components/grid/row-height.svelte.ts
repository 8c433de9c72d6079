// Height of the rows of every virtual table. `--row` in app.css is the same.

let px = $state(28)

export const rowHeight = {
  /** Reactive. */
  get px(): number {
    return px
  },
  set(heightPx: number): void {
    px = heightPx
  },
}
