// Names of markets whose first letter is a key of the ticket: "btc" on a chart, after which B has opened it.
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import { palette } from '../../shell/palette/palette.svelte.ts'
import { chartSet } from '../markets/chart/chart-set.svelte.ts'
import { isLetter, isOnChart } from '../markets/chart-visit.svelte.ts'
import { deskCommandOf } from './desk-keys.ts'
import { ticket } from './ticket/ticket.svelte.ts'

export class TypedName {
  #begun: { readonly letter: string; readonly side: OrderSide; readonly wasOpen: boolean } | null = null

  /** A letter on a chart is about to open the ticket. */
  begin(letter: string): void {
    this.#begun = { letter, side: ticket.fields.side, wasOpen: ticket.isOpen }
  }

  /** The pointer was used: the ticket is meant. */
  forget(): void {
    this.#begun = null
  }

  /**
   * Searches a name where the next key is a letter, which no number of the ticket has; the ticket is as before then. Returns
   * false for any other key, and for a further key of the ticket on the chart.
   */
  search(event: KeyboardEvent): boolean {
    const begun = this.#begun
    this.#begun = null
    if (begun === null || !isLetter(event)) return false
    if (isOnChart(event.target) && deskCommandOf(event, false) !== null) return false
    event.preventDefault()
    if (begun.wasOpen) ticket.setSide(begun.side)
    else ticket.close()
    // Its field may have gone, and the palette gives the focus back.
    chartSet.active?.focus()
    palette.type(begun.letter + event.key)
    return true
  }
}
