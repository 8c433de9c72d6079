// Which markets a chart is compared with. Pure.
import type { ChartChoices } from '../../../../../src-preload/contract/markets/charts.ts'

/**
 * The markets to show beside a chart's own: those of its choices that are listed, without its own. A layout is shared by
 * accounts of other networks, which may not have them.
 *
 * @param market - the chart's own; null shows none
 */
export function shownCompared(
  { compared }: Pick<ChartChoices, 'compared'>,
  market: string | null,
  isListed: (market: string) => boolean,
): readonly string[] {
  return market === null ? [] : compared.filter((one) => one !== market && isListed(one))
}
