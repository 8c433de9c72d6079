// Applies app-wide keyboard shortcuts (shell/page/app-keys.ts) to the frame.
import { appCommandOf } from './page/app-keys.ts'
import { display } from './state/display.svelte.ts'
import type { FrameState } from './frame-state.svelte.ts'
import { palette } from './palette/palette.svelte.ts'

/** A text field has the focus. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** A dialog is open over the frame; not one that is leaving, or a key pressed meanwhile would be lost. */
export const isBehindDialog = (): boolean =>
  document.querySelector('.dialog-overlay:not([data-state=closed])') !== null

/** Call for every key press while the frame is on screen. */
export function followFrameKeys(event: KeyboardEvent, frame: FrameState): void {
  const command = appCommandOf(event, isTyping(event.target))
  if (command === null) return
  switch (command.kind) {
    case 'palette':
      event.preventDefault()
      if (!event.repeat && !isBehindDialog()) palette.isOpen = true
      return
    case 'keys':
      if (isBehindDialog()) return
      event.preventDefault()
      palette.isSheetOpen = true
      return
    case 'lock':
      event.preventDefault()
      frame.followLock()
      return
    case 'privacy':
      event.preventDefault()
      if (!event.repeat) void display.set({ isPrivate: !display.isPrivate })
      return
    case 'view':
      // Until it is known whether there is an account, the key counts: only a start without one has nowhere to go.
      if (frame.accountsState !== null && !frame.hasAccount && command.view !== 'settings') return
      event.preventDefault()
      frame.show(command.view)
  }
}
