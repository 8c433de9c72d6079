// The column that says whose row it is, in lists of all accounts.
import { words } from '../../components/grid/cell.ts'
import type { Column } from '../../components/grid/grid-columns.ts'
import { type OwnedRow, shownAccounts } from '../../shell/state/shown-accounts.svelte.ts'

const labelOf = ({ accountId }: OwnedRow): string =>
  accountId === undefined ? '' : shownAccounts.labelOf(accountId)

export const accountColumn: Column<OwnedRow> = {
  id: 'account',
  header: 'Account',
  widthPx: 120,
  minPx: 104,
  isFigure: false,
  isUsual: true,
  sort: null,
  ...{ figure: null, decimalsOf: null, teaches: null, rank: 0 },
  cell: (row) => words(labelOf(row), { title: labelOf(row) }),
  copy: labelOf,
}
