// The locale of every figure on screen.

/** Undefined: the system locale. */
let locale = $state.raw<string | undefined>()

/** Reactive: figures on screen update when another format is chosen. */
export function figureLocale(): string | undefined {
  return locale
}

/** Sets the locale of all figures (BCP 47); undefined restores the system locale. */
export function setFigureLocale(chosen: string | undefined): void {
  locale = chosen
}
