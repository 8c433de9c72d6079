import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, resolvePageFile } from '../../src-main/page-protocol.ts'

const folder = join('/', 'app', 'renderer')

describe('the page protocol', () => {
  it('serves the page and its assets', () => {
    expect(resolvePageFile(folder, 'app://starkdesk/index.html')).toBe(join(folder, 'index.html'))
    expect(resolvePageFile(folder, 'app://starkdesk/assets/a%20b.js?v=1#x')).toBe(
      join(folder, 'assets/a b.js'),
    )
  })

  it.each([
    'app://starkdesk/../secret.html',
    'app://starkdesk/%2e%2e/secret.html',
    'app://starkdesk/..%2f..%2fsecret.html',
    'app://starkdesk/%2e%2e%2f%2e%2e%2fetc/passwd.html',
    'app://starkdesk/assets/../../main/index.js',
    'app://elsewhere/index.html',
    'https://starkdesk/index.html',
    'app://starkdesk/%',
    'app://starkdesk/',
    'app://starkdesk/database.sqlite',
    'not an address',
  ])('never serves %s from outside of the page', (address) => {
    const file = resolvePageFile(folder, address)
    expect(file === null || file.startsWith(join(folder, '/'))).toBe(true)
    if (file !== null) expect(file).not.toContain('..')
  })

  it('lets the page connect to nothing', () => {
    expect(contentSecurityPolicy).toContain("connect-src 'none'")
    expect(contentSecurityPolicy).not.toContain('unsafe-eval')
    expect(contentSecurityPolicy).toMatch(/script-src 'self';/)
  })
})
