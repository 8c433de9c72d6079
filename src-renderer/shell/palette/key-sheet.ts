// All keyboard shortcuts by context. Pure.
import { listAppKeys } from '../page/app-keys.ts'
import { deskKeys } from '../../features/trade/desk-keys.ts'
import { altKey, listKeys } from '../../features/markets/chart/chart-keys.ts'

export interface ShortcutGroup {
  readonly title: string
  readonly rows: readonly { readonly keys: string; readonly does: string }[]
}

function listTableRows(modifier: string): ShortcutGroup['rows'] {
  return [
    { keys: '↑ ↓', does: 'One row up or down' },
    { keys: 'Page Up, Page Down', does: 'One screen up or down' },
    { keys: 'Home, End', does: 'First and last row' },
    { keys: 'Enter', does: 'Opens the row' },
    { keys: `${modifier} C`, does: 'Copies the row' },
    { keys: 'Esc', does: 'Closes what the row opened' },
  ]
}

function listHeadRows(platform: string): ShortcutGroup['rows'] {
  return [
    { keys: '← →', does: 'One column back or on' },
    { keys: 'Enter', does: 'Sorts by the column, or turns its order round' },
    { keys: altKey('← →', platform), does: 'Moves the column' },
    { keys: 'Shift ← →', does: 'Makes the column narrower or wider' },
  ]
}

const historyRows: ShortcutGroup['rows'] = [
  { keys: '← →', does: 'One moment back or on, read aloud' },
  { keys: 'Page Up, Page Down', does: 'Ten moments back or on' },
  { keys: 'Home, End', does: 'First and newest moment' },
]

/** The shortcut list by context, as the platform writes keys. */
export function listShortcutGroups(modifier: string, platform: string): readonly ShortcutGroup[] {
  return [
    { title: 'Everywhere', rows: listAppKeys(modifier) },
    { title: 'Tables', rows: listTableRows(modifier) },
    { title: 'Heads of tables', rows: listHeadRows(platform) },
    { title: 'History of the portfolio', rows: historyRows },
    { title: 'Trade', rows: deskKeys },
    { title: 'Markets and charts', rows: listKeys(platform) },
  ]
}
