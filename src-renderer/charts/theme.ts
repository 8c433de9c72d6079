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
  readonly amber: string
  /** One for each indicator, then again from the first: told apart by a colour-blind eye, from up and down as well. */
  readonly lines: readonly string[]
  /** The same, so thin that what lies beneath is read through them. */
  readonly fills: readonly string[]
  readonly fontFamily: string
}

/** How many colours there are for lines; see the tokens `--line-1` and so on. */
const lineColours = 6

/** The token of the colour that an indicator's lines have, for markup. */
export function lineToken(colourIndex: number): string {
  return `var(--line-${(colourIndex % lineColours) + 1})`
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
  const mixed = (token: string, percent: number, into = surface): string =>
    colour(`color-mix(in oklab, ${token} ${percent}%, ${into})`)
  const tokens = Array.from({ length: lineColours }, (_, at) => lineToken(at))
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
    amber: colour('var(--amber)'),
    lines: tokens.map(colour),
    fills: tokens.map((token) => mixed(token, 8, 'transparent')),
    fontFamily: computed.fontFamily,
  }
  probe.remove()
  return theme
}

/** Calls `onChange` when the page's theme or palette, the system's scheme or the loaded fonts may have changed. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-palette', 'class', 'style'],
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
