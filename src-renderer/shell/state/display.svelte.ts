// Display settings: time zone, palette, hidden amounts, number format, row density, and what charts open with.
import type { Density, Display, NumberFormat, Palette } from '../../../src-preload/contract/app/app.ts'
import type { ChartInterval } from '../../../src-preload/domain/markets/intervals.ts'
import { call } from '../page/api.ts'
import { rowHeight } from '../../components/grid/row-height.svelte.ts'
import { defaultDisplay, numberLocale } from '../../../src-preload/domain/display.ts'
import { setFigureLocale } from '../../text/format/current-locale.svelte.ts'
import { currentZone, setCurrentZone } from '../../text/format/current-zone.svelte.ts'
import { openZone, type Zone } from '../../../src-preload/domain/locale/zone.ts'

/** Row heights in pixels, as `--row` in app.css. */
const rowHeights: Readonly<Record<Density, number>> = { compact: 28, comfortable: 34 }

let chosen = $state.raw<Display>(defaultDisplay)
/** The system's locale of numbers; null for the runtime's. */
let systemLocale: string | null = null

export const display = {
  /** The stored zone choice: `UTC`, `system` or an IANA name. */
  get timeZone(): string {
    return chosen.timeZone
  },
  get zone(): Zone {
    return currentZone()
  },
  get palette(): Palette {
    return chosen.palette
  },
  /** True while the user's amounts are hidden. */
  get isPrivate(): boolean {
    return chosen.isPrivate
  },
  get numberFormat(): NumberFormat {
    return chosen.numberFormat
  },
  get density(): Density {
    return chosen.density
  },
  /** The market of a single chart at start; null for its last. */
  get startMarket(): string | null {
    return chosen.startMarket
  },
  /** The interval of a single chart at start; null for its last. */
  get startPeriod(): ChartInterval | null {
    return chosen.startPeriod
  },
  /** In a trading session the ticket sends an order with a second press. */
  get confirmsOrders(): boolean {
    return chosen.confirmsOrders
  },
  /** Lowercase code of a currency in which headline sums are shown as well; null for none. */
  get displayCurrency(): string | null {
    return chosen.displayCurrency
  },
  /** All of them, as stored. */
  get all(): Display {
    return chosen
  },
  /**
   * Applies main's stored settings.
   * @param locale - the system's locale of numbers; null for the runtime's
   */
  show(kept: Display, locale: string | null = systemLocale): void {
    chosen = kept
    systemLocale = locale
    setFigureLocale(numberLocale(kept.numberFormat, locale) ?? undefined)
    setCurrentZone(openZone(kept.timeZone))
    const { dataset } = document.documentElement
    dataset['palette'] = kept.palette
    dataset['density'] = kept.density
    rowHeight.set(rowHeights[kept.density])
    if (kept.isPrivate) dataset['private'] = ''
    else delete dataset['private']
  },
  /** Applies a choice immediately and has main store it. A choice that could not be stored stays until restart. */
  async set(choice: Partial<Display>): Promise<void> {
    this.show({ ...chosen, ...choice })
    try {
      await call('app:setDisplay', chosen)
    } catch {
      // Main has logged the error; the next start uses the previously stored choice.
    }
  },
  /** Follows the computer's time zone, which may change while it sleeps, until the returned function is called. */
  followComputer(): () => void {
    const look = (): void => setCurrentZone(openZone(chosen.timeZone))
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  },
}
