// A QR code on screen has exactly the modules of its code, in black on white, with its quiet zone and a name.
import { render } from 'svelte/server'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import QrCode from '../../../../src-renderer/components/QrCode.svelte'

/** The modules that a path of `Mx yhNv1Hxz` pieces covers, as rows of text. */
function paint(path: string, size: number): string[] {
  const rows = Array.from({ length: size }, () => Array<string>(size).fill('.'))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let at = 0; at < Number(width); at += 1) {
      const row = rows[Number(y)]
      if (row) row[Number(x) + at] = '#'
    }
  }
  return rows.map((row) => row.join(''))
}

describe('a QR code', () => {
  it.each(['0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', `0x${'5a1b'.repeat(15)}123`])(
    'of %s shows every module once, with four of white around them',
    (text) => {
      const { body } = render(QrCode, { props: { text, label: 'QR code of the address' } })
      expect(body).toContain('role="img"')
      expect(body).toContain('aria-label="QR code of the address"')
      expect(body).toMatch(/<rect[^>]* fill="#fff"/)
      const [, path = ''] = /<path d="([^"]+)" fill="#000"/.exec(body) ?? []
      const bare = encode(text, { ecc: 'M', border: 0 })
      const size = bare.size + 8
      expect(body).toContain(`viewBox="0 0 ${size} ${size}"`)
      const margin = Array<string>(4).fill('.'.repeat(size))
      const modules = bare.data.map((row) => `....${row.map((isDark) => (isDark ? '#' : '.')).join('')}....`)
      expect(paint(path, size)).toEqual([...margin, ...modules, ...margin])
    },
  )
})
