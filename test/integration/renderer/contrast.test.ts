// Text and shapes stand out from what they lie on in both themes and every palette.
import { describe, expect, it } from 'vitest'
import { palettes } from '../../../src-preload/contract/app/app.ts'
import { tintShare } from '../../../src-renderer/shell/page/tint.ts'
import { contrastOf, distanceTo, eyeNames, mixOver, readToken, type Theme } from './tokens.ts'

const themes: readonly Theme[] = ['light', 'dark']
const looks = themes.flatMap((theme) => palettes.map((palette) => ({ theme, palette })))
const studyLines = ['--line-1', '--line-2', '--line-3', '--line-4', '--line-5', '--line-6']
const read = ['--text', '--quiet', '--faint', '--accent', '--up', '--down', '--good', '--bad', '--amber']
const seen = ['--line-strong', '--accent', '--up', '--down', '--good', '--bad', '--amber', ...studyLines]

describe.each(looks)('colors of $palette in the $theme theme', ({ theme, palette }) => {
  const color = (name: string) => readToken(name, theme, palette)
  const below = (names: readonly string[], grounds: readonly string[], least: number): string[] =>
    names.flatMap((name) =>
      grounds.flatMap((ground) => {
        const contrast = contrastOf(color(name), color(ground))
        return contrast < least ? [`${name} on ${ground}: ${contrast.toFixed(2)}`] : []
      }),
    )

  it('can be read as text: 4.5 to 1', () => {
    expect(below(read, ['--base', '--raised', '--float'], 4.5)).toEqual([])
    expect(below(['--text', '--quiet', '--up', '--down'], ['--hover', '--selected'], 4.5)).toEqual([])
    expect(below(['--accent-ink'], ['--accent'], 4.5)).toEqual([])
  })

  it('can be read while what just changed is tinted', () => {
    const tints = ['--up', '--down', '--accent'].map((name) => ({
      name,
      ground: mixOver(color(name), tintShare, color('--raised')),
    }))
    const unread = tints.flatMap((tint) =>
      read
        .filter((name) => name !== '--amber' && name !== '--accent')
        .flatMap((name) => {
          const contrast = contrastOf(color(name), tint.ground)
          return contrast < 4.5 ? [`${name} on a tint of ${tint.name}: ${contrast.toFixed(2)}`] : []
        }),
    )
    expect(unread).toEqual([])
  })

  it('can be seen as shapes: 3 to 1', () => {
    expect(below(seen, ['--base', '--raised'], 3)).toEqual([])
  })

  it('leave the lines of indicators apart from the candles that they cross', () => {
    const tooClose = studyLines.flatMap((line) =>
      ['--up', '--down'].flatMap((name) => {
        const distance = distanceTo('usual', color(line), color(name))
        return distance < 0.12 ? [`${line} and ${name}: ${distance.toFixed(3)}`] : []
      }),
    )
    expect(tooClose).toEqual([])
  })

  it('can be read on the axis in the labels that have the color of a line', () => {
    const unread = studyLines.flatMap((line) => {
      const contrast = contrastOf(color(`${line}-ink`), color(line))
      return contrast < 4.5 ? [`${line}: ${contrast.toFixed(2)}`] : []
    })
    expect(unread).toEqual([])
  })

  it('leave compared markets apart from the own one where that is a line, to every eye', () => {
    const tooClose = eyeNames.flatMap((eye) =>
      studyLines.flatMap((line) => {
        const distance = distanceTo(eye, color(line), color('--accent'))
        return distance < 0.08 ? [`${eye}: ${line}: ${distance.toFixed(3)}`] : []
      }),
    )
    expect(tooClose).toEqual([])
  })

  it('tell rising from falling; to a color-blind eye too, but for green and red', () => {
    const names = palette === 'greenRed' ? (['usual', 'tritanope'] as const) : eyeNames
    for (const eye of names) expect(distanceTo(eye, color('--up'), color('--down'))).toBeGreaterThan(0.1)
  })
})

describe.each(themes)('lines of indicators in the %s theme', (theme) => {
  it('are told apart by every eye, each from each', () => {
    const tooClose = eyeNames.flatMap((eye) =>
      studyLines.flatMap((one, index) =>
        studyLines.slice(index + 1).flatMap((other) => {
          const distance = distanceTo(
            eye,
            readToken(one, theme, 'tealVermilion'),
            readToken(other, theme, 'tealVermilion'),
          )
          return distance < 0.11 ? [`${eye}: ${one} and ${other}: ${distance.toFixed(3)}`] : []
        }),
      ),
    )
    expect(tooClose).toEqual([])
  })
})

it('the scale is the one of WCAG: black on white is 21 to 1', () => {
  expect(contrastOf([0, 0, 0], [1, 1, 1])).toBeCloseTo(21)
})
