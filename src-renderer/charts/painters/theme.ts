// The chart's colors and font from the page's CSS, and notification of their changes.

/** Resolved CSS colors and a font family for a canvas. */
export interface ChartTheme {
  readonly up: string
  readonly down: string
  /** Softer than up and down for volume bars, so they do not outshine the candles. */
  readonly upMuted: string
  readonly downMuted: string
  readonly grid: string
  readonly border: string
  readonly text: string
  readonly textQuiet: string
  readonly surface: string
  readonly accent: string
  readonly amber: string
  /**
   * One per indicator, then repeated; distinguishable from each other and from up and down with color vision deficiency.
   */
  readonly lines: readonly string[]
  /** Of text on each of them. */
  readonly lineInks: readonly string[]
  /** The same colors, translucent. */
  readonly fills: readonly string[]
  readonly fontFamily: string
}

/** Number of line colors: the tokens `--line-1` and `--line-1-ink` and so on. */
const lineColors = 6

/** Resolves CSS colors within `element` and its font in one pass, because each read recomputes styles. */
function resolve(element: HTMLElement, asked: readonly string[]): { colors: string[]; fontFamily: string } {
  const room = document.createElement('span')
  room.hidden = true
  const probes = asked.map((value) => {
    const probe = document.createElement('span')
    probe.style.color = value
    return probe
  })
  room.append(...probes)
  element.append(room)
  const colors = probes.map((probe) => getComputedStyle(probe).color)
  const { fontFamily } = getComputedStyle(room)
  room.remove()
  return { colors, fontFamily }
}

const surface = 'var(--surface, var(--base))'
const mixed = (token: string, percent: number, into = surface): string =>
  `color-mix(in oklab, ${token} ${percent}%, ${into})`
const tokens = Array.from({ length: lineColors }, (_, at) => `var(--line-${at + 1})`)
const inkTokens = Array.from({ length: lineColors }, (_, at) => `var(--line-${at + 1}-ink)`)

const values = {
  up: 'var(--up)',
  down: 'var(--down)',
  upMuted: mixed('var(--up)', 50),
  downMuted: mixed('var(--down)', 50),
  grid: mixed('var(--line)', 55),
  border: mixed('var(--line-strong)', 45),
  text: 'var(--text)',
  textQuiet: 'var(--text-quiet, var(--quiet))',
  surface,
  accent: 'var(--accent)',
  amber: 'var(--amber)',
} satisfies Partial<ChartTheme>
const names = Object.keys(values) as (keyof typeof values)[]

/**
 * Resolves the tokens on `element`. Each is assigned to a real property of a probe element, because a custom property may
 * hold text that a canvas rejects, such as light-dark() or var().
 */
export function readTheme(element: HTMLElement): ChartTheme {
  const asked = [
    ...names.map((name) => values[name]),
    ...tokens,
    ...inkTokens,
    ...tokens.map((token) => mixed(token, 8, 'transparent')),
  ]
  const { colors, fontFamily } = resolve(element, asked)
  const single = Object.fromEntries(names.map((name, at) => [name, colors[at]])) as Record<
    keyof typeof values,
    string
  >
  const numbered = (group: number): string[] => {
    const first = names.length + group * lineColors
    return colors.slice(first, first + lineColors)
  }
  return { ...single, lines: numbered(0), lineInks: numbered(1), fills: numbered(2), fontFamily }
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
