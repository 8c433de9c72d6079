// All keyboard shortcuts by context. Pure.
import { listAppKeys } from '../page/app-keys.ts'
import { deskKeys } from '../../features/trade/desk-keys.ts'
import { altKey } from '../../features/markets/chart/chart-keys.ts'
import { listKeys } from '../../features/markets/chart/dialogs/chart-key-list.ts'

export interface ShortcutGroup {
  readonly title: string
  readonly rows: readonly { readonly keys: string; readonly does: string }[]
}

function listTableRows(modifier: string): ShortcutGroup['rows'] {
  return [
    { keys: '↑ ↓', does: 'Previous or next row' },
    { keys: 'Page Up, Page Down', does: 'Previous or next screen' },
    { keys: 'Home, End', does: 'First or last row' },
    { keys: 'Enter', does: 'Open the row' },
    { keys: `${modifier} C`, does: 'Copy the row' },
    { keys: 'Esc', does: 'Close details' },
  ]
}

function listHeadRows(platform: string): ShortcutGroup['rows'] {
  return [
    { keys: '← →', does: 'Previous or next column' },
    { keys: 'Enter', does: 'Sort or reverse' },
    { keys: altKey('← →', platform), does: 'Move the column' },
    { keys: 'Shift ← →', does: 'Resize the column' },
  ]
}

const historyRows: ShortcutGroup['rows'] = [
  { keys: '← →', does: 'Previous or next point' },
  { keys: 'Page Up, Page Down', does: 'Ten points back or forward' },
  { keys: 'Home, End', does: 'First or latest point' },
]

/** The shortcut list by context, as the platform writes keys. */
export function listShortcutGroups(modifier: string, platform: string): readonly ShortcutGroup[] {
  return [
    { title: 'Everywhere', rows: listAppKeys(modifier) },
    { title: 'Tables', rows: listTableRows(modifier) },
    { title: 'Column headers', rows: listHeadRows(platform) },
    { title: 'Portfolio history', rows: historyRows },
    { title: 'Trade', rows: deskKeys },
    { title: 'Markets and charts', rows: listKeys(platform) },
  ]
}
