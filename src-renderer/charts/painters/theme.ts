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

/** The colours that CSS values come to within `element`, and its font: all at once, because each look works out the styles anew. */
function resolve(element: HTMLElement, asked: readonly string[]): { colours: string[]; fontFamily: string } {
  const room = document.createElement('span')
  room.hidden = true
  const probes = asked.map((value) => {
    const probe = document.createElement('span')
    probe.style.color = value
    return probe
  })
  room.append(...probes)
  element.append(room)
  const colours = probes.map((probe) => getComputedStyle(probe).color)
  const { fontFamily } = getComputedStyle(room)
  room.remove()
  return { colours, fontFamily }
}

const surface = 'var(--surface, var(--base))'
const mixed = (token: string, percent: number, into = surface): string =>
  `color-mix(in oklab, ${token} ${percent}%, ${into})`
const tokens = Array.from({ length: lineColours }, (_, at) => lineToken(at))

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
 * Resolves the tokens on `element`. Each goes through a real property of a probe, because a custom property's own
 * text may be something that a canvas does not take, such as light-dark() or var().
 */
export function readTheme(element: HTMLElement): ChartTheme {
  const asked = [
    ...names.map((name) => values[name]),
    ...tokens,
    ...tokens.map((token) => mixed(token, 8, 'transparent')),
  ]
  const { colours, fontFamily } = resolve(element, asked)
  const single = Object.fromEntries(names.map((name, at) => [name, colours[at]])) as Record<
    keyof typeof values,
    string
  >
  const lines = colours.slice(names.length, names.length + lineColours)
  return { ...single, lines, fills: colours.slice(names.length + lineColours), fontFamily }
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
