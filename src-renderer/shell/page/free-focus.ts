// Whether a part that has just been shown may take the focus.

/** True where nothing has it, or only the view as a whole: that one takes it when what had it has gone. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.id === 'content'
