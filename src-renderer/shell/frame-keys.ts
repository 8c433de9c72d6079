// Owns: what the keys that hold in every view do to the frame. Must not: know which keys those are (shell/page/app-keys.ts does).
import { appCommandOf } from './page/app-keys.ts'
import { display } from './state/display.svelte.ts'
import type { FrameState } from './frame-state.svelte.ts'
import { palette } from './palette/palette.svelte.ts'

/** A text takes what is typed there. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** A dialog is open, and what is behind it has to wait. */
export const isBehindDialog = (): boolean => document.querySelector('.dialog-overlay') !== null

/** To be called for every key that is pressed while the frame is on screen. */
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
      if (!frame.hasAccount && command.view !== 'settings') return
      event.preventDefault()
      frame.show(command.view)
  }
}
