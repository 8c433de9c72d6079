// The tint of a changed figure leaves its first digit free.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tint, tintOnChange } from '../../../src-renderer/shell/page/tint.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An element that notes the shadows it is animated with. */
function makeElement(): { readonly element: Element; readonly shadows: string[] } {
  const shadows: string[] = []
  const element: unknown = {
    animate: (frames: readonly { readonly boxShadow: string }[]) => {
      shadows.push(...frames.map(({ boxShadow }) => boxShadow))
      return { pause: () => undefined, cancel: () => undefined }
    },
  }
  // The tint asks for nothing else of it.
  return { element: element as Element, shadows }
}

it('has its bar beside the figure, not within', () => {
  const { element, shadows } = makeElement()
  tintOnChange(1)(element)
  expect(shadows).toEqual([])
  tintOnChange(2)(element)
  expect(shadows).toEqual(['-3px 0 var(--up)', '-3px 0 var(--up)', '-3px 0 transparent'])
})

it('has its bar within a row, which may be cut at its edge', () => {
  const { element, shadows } = makeElement()
  tint(element, '--down')
  expect(shadows[0]).toBe('inset 3px 0 var(--down)')
})
