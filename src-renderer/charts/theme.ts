// Owns: the chart's colours and font as the page's CSS has them now, and word of their change.
// Must not: name a colour; the tokens of the page do.

/** Ready for a canvas: resolved CSS colours and a font family. */
export interface ChartTheme {
  readonly up: string
  readonly down: string
  /** Softer than up and down, for volume bars: they must not outshine the candles. */
  readonly upMuted: string
  readonly downMuted: string
  readonly grid: string
  readonly border: string
  readonly text: string
  readonly textQuiet: string
  readonly surface: string
  readonly accent: string
  readonly fontFamily: string
}

/**
 * Resolves the tokens on `element`. Each goes through a real property of a probe, because a custom property's own
 * text may be something that a canvas does not take, such as light-dark() or var().
 */
export function readTheme(element: HTMLElement): ChartTheme {
  const probe = document.createElement('span')
  probe.hidden = true
  element.append(probe)
  const computed = getComputedStyle(probe)
  const colour = (value: string): string => {
    probe.style.color = value
    return computed.color
  }
  const surface = 'var(--surface, var(--base))'
  const mixed = (token: string, percent: number): string =>
    colour(`color-mix(in oklab, ${token} ${percent}%, ${surface})`)
  const theme: ChartTheme = {
    up: colour('var(--up)'),
    down: colour('var(--down)'),
    upMuted: mixed('var(--up)', 50),
    downMuted: mixed('var(--down)', 50),
    grid: mixed('var(--line)', 55),
    border: mixed('var(--line-strong)', 45),
    text: colour('var(--text)'),
    textQuiet: colour('var(--text-quiet, var(--quiet))'),
    surface: colour(surface),
    accent: colour('var(--accent)'),
    fontFamily: computed.fontFamily,
  }
  probe.remove()
  return theme
}

/** Calls `onChange` when the page's theme, the system's scheme or the loaded fonts may have changed. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'class', 'style'],
  })
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', onChange)
  document.fonts.addEventListener('loadingdone', onChange)
  return () => {
    observer.disconnect()
    scheme.removeEventListener('change', onChange)
    document.fonts.removeEventListener('loadingdone', onChange)
  }
}
