// The keyboard shortcuts of the Markets view and of its charts, in words.
import { altKey } from '../chart-keys.ts'

/** All keyboard shortcuts of the view, for the list. */
export function listKeys(platform: string): readonly { readonly keys: string; readonly does: string }[] {
  const alt = (key: string): string => altKey(key, platform)
  const far = platform === 'darwin' ? '⌘' : 'Ctrl'
  return [
    { keys: '← →', does: 'Previous or next candle' },
    { keys: `${far} ← →`, does: 'Scroll by 10 %' },
    { keys: 'Page Up, Page Down', does: 'Previous or next screen' },
    { keys: 'Home, End', does: 'First or latest candle' },
    { keys: '+ −', does: 'Zoom in or out' },
    { keys: `${far} ↑ ↓`, does: 'Zoom in or out' },
    { keys: 'Shift ↑ ↓', does: 'Zoom price axis' },
    { keys: 'Digits, then Enter', does: 'Interval in minutes, or with h, d or w' },
    { keys: 'Letters', does: 'Find a market by its name' },
    { keys: alt('R'), does: 'Latest candles' },
    { keys: alt('G'), does: 'Go to date' },
    { keys: alt('M'), does: 'Measure' },
    { keys: 'Shift and drag', does: 'Quick measure; or Shift and click, then click' },
    { keys: `${far} and drag`, does: 'Copy drawing' },
    { keys: `${alt('L')}, H`, does: 'Horizontal line' },
    { keys: alt('T'), does: 'Trend line' },
    { keys: alt('N'), does: 'Add note' },
    { keys: alt('A'), does: 'Set alert' },
    { keys: alt('D'), does: 'Drawings and alerts' },
    { keys: alt('S'), does: 'Next drawing; with Shift the one before' },
    { keys: 'Tab', does: 'Next point of the selected drawing' },
    { keys: '← → ↑ ↓', does: 'Move selected drawing or point; Shift by ten' },
    { keys: `${far} C, ${far} V`, does: 'Copy or paste drawing' },
    { keys: `${far} Z, ${far} Shift Z`, does: 'Undo or redo drawing' },
    { keys: `${far} ${alt('H')}`, does: 'Hide or show all drawings' },
    { keys: alt('O'), does: 'Next open order on the chart' },
    { keys: 'X', does: 'Cancel selected order' },
    { keys: '↑ ↓', does: 'Move selected order; Enter confirms' },
    { keys: alt('C'), does: 'Candles as a table' },
    { keys: `${alt('1')}, 2, 4`, does: 'One, two or four charts' },
    { keys: alt('Enter'), does: 'One of the charts large, or all' },
    { keys: alt('↑ ↓'), does: 'Move market in the list' },
    { keys: 'Delete', does: 'Remove market' },
    { keys: 'F6', does: 'Next panel: list, chart, trades' },
    { keys: 'Enter', does: 'Use tool at the candle' },
    { keys: 'Esc', does: 'Cancel tool' },
  ]
}
