// Text of the lots panel.
import type { CostMethod } from '../../../../src-preload/contract/portfolio/lots.ts'
import { formatInteger } from '../../../text/format/locale.ts'
import { countOf } from '../../../text/format/words.ts'

export const methodOptions = [
  { value: 'fifo', label: 'FIFO', title: 'First in, first out' },
  { value: 'lifo', label: 'LIFO', title: 'Last in, first out' },
  { value: 'average', label: 'Average', title: 'Moving average' },
] as const satisfies readonly { value: CostMethod; label: string; title: string }[]

export const methodNames: Readonly<Record<CostMethod, string>> = {
  fifo: 'FIFO',
  lifo: 'LIFO',
  average: 'moving average',
}

export const lotsMeaning =
  'Cost includes the buy’s fee. The method applies to lots and disposals only; P&L, report and calendar use the moving average.'

export const openingMeaning = 'Held before the first loaded fill, so its date is unknown.'

export const datedOpeningMeaning = 'Held before the first loaded fill; you entered its date, a day in UTC.'

/** Why an entered split is not used. */
export const unusedSplit = {
  amountDiffers: 'Your split of the opening is not used: its parts no longer add up to the opening.',
  dateTooLate: 'Your split of the opening is not used: a part is dated after the first loaded fill.',
} as const

/** "12 lots", "1 to 200 of 1,234 lots, oldest first". */
export function describePage(offset: number, shown: number, total: number): string {
  const lots = countOf(total, ['lot', 'lots'])
  if (offset === 0 && shown >= total) return lots
  return `${formatInteger(offset + 1)} to ${formatInteger(offset + shown)} of ${lots}, oldest first`
}
