// Reading the color tokens of the page's stylesheet as numbers, and how far apart two colors are.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Rgb = readonly [red: number, green: number, blue: number]
export type Theme = 'light' | 'dark'

const css = readFileSync(join(import.meta.dirname, '../../../src-renderer/app.css'), 'utf8')

function declarationsOf(selector: string): Map<string, string> {
  const found = new Map<string, string>()
  const start = css.indexOf(`\n${selector} {`)
  if (start < 0) throw new Error(`app.css has no ${selector}`)
  const body = css.slice(start, css.indexOf('\n}', start))
  for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found.set(name, value)
  return found
}

/** OKLCH as linear sRGB. Source: Björn Ottosson, "A perceptual color space for image processing". */
function linearFromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function oklabFromLinear([red, green, blue]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** What a screen shows of it: each part from 0 to 1. */
const clip = (rgb: Rgb): Rgb => {
  const part = (value: number): number => Math.min(1, Math.max(0, value))
  return [part(rgb[0]), part(rgb[1]), part(rgb[2])]
}

/** A token as linear sRGB under a theme and a palette. */
export function readToken(name: string, theme: Theme, palette: string): Rgb {
  const tokens = declarationsOf(':root')
  for (const [key, value] of declarationsOf(`[data-palette='${palette}']`)) tokens.set(key, value)
  let value = tokens.get(name) ?? ''
  for (let match = /^var\((--[\w-]+)\)$/.exec(value); match; match = /^var\((--[\w-]+)\)$/.exec(value)) {
    value = tokens.get(match[1] ?? '') ?? ''
  }
  const colors = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)]
  const [, lightness, chroma, hue] = colors[theme === 'light' ? 0 : 1] ?? []
  if (lightness === undefined) throw new Error(`${name} is no pair of colors: ${value}`)
  return clip(linearFromOklch(Number(lightness), Number(chroma), Number(hue)))
}

/** A share of `color` over `ground` as a screen mixes them: in sRGB as it is encoded, not in light. */
export function mixOver(color: Rgb, share: number, ground: Rgb): Rgb {
  const encode = (part: number): number =>
    part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
  const decode = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  const mix = (one: number, other: number): number =>
    decode(encode(one) * share + encode(other) * (1 - share))
  return [mix(color[0], ground[0]), mix(color[1], ground[1]), mix(color[2], ground[2])]
}

/** Contrast as WCAG 2 defines it: 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const luminance = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Machado, Oliveira and Fernandes (2009), severity 1; in linear sRGB. */
const eyes = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanope: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranope: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanope: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const
export const eyeNames = ['usual', 'protanope', 'deuteranope', 'tritanope'] as const

function seenBy(eye: (typeof eyeNames)[number], [red, green, blue]: Rgb): Rgb {
  const [a, b, c, d, e, f, g, h, i] = eyes[eye]
  return clip([
    a * red + b * green + c * blue,
    d * red + e * green + f * blue,
    g * red + h * green + i * blue,
  ])
}

/** How far apart two colors are to an eye, in Oklab: about 0.02 is just seen side by side. */
export function distanceTo(eye: (typeof eyeNames)[number], one: Rgb, other: Rgb): number {
  const [l1, a1, b1] = oklabFromLinear(seenBy(eye, one))
  const [l2, a2, b2] = oklabFromLinear(seenBy(eye, other))
  return Math.hypot(l1 - l2, a1 - a2, b1 - b2)
}
