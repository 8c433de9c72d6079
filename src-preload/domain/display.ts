// Default display settings, the same in main and on the page, and the locale of a number format.
import type { Display, NumberFormat } from '../contract/app/app.ts'

export const defaultDisplay: Display = {
  timeZone: 'UTC',
  palette: 'tealVermilion',
  isPrivate: false,
  numberFormat: 'system',
  density: 'compact',
  startMarket: null,
  startPeriod: null,
  confirmsOrders: false,
  displayCurrency: null,
}

/** A locale whose numbers are written that way; null for the system's own. */
const locales: Readonly<Record<NumberFormat, string | null>> = {
  system: null,
  commaPoint: 'en-US',
  pointComma: 'de-DE',
  spaceComma: 'fr-FR',
  apostrophePoint: 'de-CH',
}

/**
 * The locale (BCP 47) in which numbers are written; null for the runtime's own.
 * @param systemLocale - the system's, used where no format was chosen
 */
export const numberLocale = (format: NumberFormat, systemLocale: string | null): string | null =>
  locales[format] ?? systemLocale
