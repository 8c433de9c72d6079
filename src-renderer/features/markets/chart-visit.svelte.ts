// What every layout with charts does while it is on screen: follows the account's markets and the place that was opened.
import { untrack } from 'svelte'
import { palette } from '../../shell/palette/palette.svelte.ts'
import { type Place, router } from '../../shell/page/router.svelte.ts'
import { followAccount } from '../../shell/state/follow-account.svelte.ts'
import { leftOpen } from '../../shell/state/left-open.svelte.ts'
import { bookChoices } from '../book/book-choices.svelte.ts'
import type { ViewCommand } from './chart/chart-keys.ts'
import { chartSet } from './chart/chart-set.svelte.ts'
import { layout } from './chart/layout.svelte.ts'
import { markets } from './markets.svelte.ts'

/** The place whose market was already chosen: returning to the view, or to another account, does not choose it again. */
let followed: Place | null = null

/** Call during initialization of the component that shows the charts. */
export function visitCharts(): void {
  followAccount((accountId) => markets.start(accountId))

  // Chooses the market named by the navigation once it is known; later choices stay.
  $effect(() => {
    const { place } = router
    const { part: named } = place
    if (named === null || place === followed) return
    if (layout.value === null || markets.summaryOf(named) === null) return
    followed = place
    untrack(() => markets.choose(named))
  })

  void bookChoices.load()

  $effect(() => leftOpen.noteInside({ market: markets.market }))

  // Tools and messages end with this visit.
  $effect(() => () => {
    chartSet.tool = null
    chartSet.say(null)
  })
}

/** Runs a key's command on the charts; moving between parts is the layout's. */
export function actOnCharts(command: Exclude<ViewCommand, { readonly kind: 'part' }>): void {
  switch (command.kind) {
    case 'goToDate':
      chartSet.isGoToOpen = true
      return
    case 'tool':
      chartSet.toggleTool(command.tool)
      // Enter uses it at the candle: elsewhere that key would do something else.
      if (chartSet.tool !== null) chartSet.active?.focus()
      return
    case 'drawings':
      chartSet.isListOpen = !chartSet.isListOpen
      return
    case 'table':
      chartSet.hasTable = !chartSet.hasTable
      return
    case 'maximize':
      chartSet.isMaximized = !chartSet.isMaximized && layout.charts.length > 1
      return
    case 'show':
      markets.showCharts(command.count)
  }
}

export const isOnChart = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="application"]') !== null

export const isLetter = ({ key, ctrlKey, metaKey, altKey, repeat, isComposing }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !repeat && !isComposing && /^\p{L}$/u.test(key)

/** A letter on a chart that means nothing else begins the name of a market. */
export function searchByLetter(event: KeyboardEvent): void {
  if (!isOnChart(event.target) || !isLetter(event)) return
  event.preventDefault()
  palette.type(event.key)
}

/** Menus, dialogs and fields handle keys themselves. */
export function isKeyTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
}
