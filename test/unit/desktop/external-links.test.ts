// Only the pages we mean leave the app.
import { expect, test } from 'vitest'
import { openAddress, openLink } from '../../../src-main/desktop/external-links.ts'
import { linkNames } from '../../../src-preload/contract/app/app.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'

function createShell() {
  const opened: string[] = []
  const openExternal = (address: string): Promise<void> => {
    opened.push(address)
    return Promise.resolve()
  }
  return { opened, openExternal }
}

test('every link opens its page of the service', async () => {
  const shell = createShell()
  for (const name of linkNames) await openLink(name, shell)
  expect(shell.opened).toEqual([
    'https://trade.tanx.fi/',
    'https://testnet.tanx.fi/',
    'https://docs.tanx.fi/',
  ])
})

test('a page below one of our hosts opens', async () => {
  const shell = createShell()
  await openAddress('https://docs.tanx.fi/api/orders?x=1#top', shell)
  expect(shell.opened).toEqual(['https://docs.tanx.fi/api/orders?x=1#top'])
})

test.each([
  ['another host', 'https://example.com/'],
  ['a host that ends the same', 'https://eviltanx.fi/'],
  ['the bare domain', 'https://tanx.fi/'],
  ['a subdomain', 'https://login.trade.tanx.fi/'],
  ['our host as a subdomain', 'https://trade.tanx.fi.example.com/'],
  ['a trailing dot', 'https://trade.tanx.fi./'],
  ['user info that reads like our host', 'https://trade.tanx.fi@example.com/'],
  ['user info before our host', 'https://someone@trade.tanx.fi/'],
  ['user and password', 'https://a:b@trade.tanx.fi/'],
  ['another port', 'https://trade.tanx.fi:8443/'],
  ['the usual port, spelled', 'https://trade.tanx.fi:443/'],
  ['no encryption', 'http://trade.tanx.fi/'],
  ['capital letters', 'https://TRADE.tanx.fi/'],
  ['a capital scheme', 'HTTPS://trade.tanx.fi/'],
  ['a look-alike letter', 'https://tr\u0430de.tanx.fi/'],
  ['full-width letters', 'https://\uff54rade.tanx.fi/'],
  ['a backslash', 'https:\\\\trade.tanx.fi\\'],
  ['a backslash before the real host', 'https://example.com\\@trade.tanx.fi/'],
  ['one slash', 'https:/trade.tanx.fi/'],
  ['no slashes', 'https:trade.tanx.fi'],
  ['no path', 'https://trade.tanx.fi'],
  ['a dot path', 'https://trade.tanx.fi/a/../b'],
  ['a tab within', 'https://trade.ta\tnx.fi/'],
  ['a line end after', 'https://trade.tanx.fi/\n'],
  ['a space before', ' https://trade.tanx.fi/'],
  ['a zero byte', 'https://trade.tanx.fi/\0'],
  ['an escaped host', 'https://trade%2Etanx.fi/'],
  ['a script', 'javascript:alert(1)//https://trade.tanx.fi/'],
  ['data', 'data:text/html,https://trade.tanx.fi/'],
  ['a file', 'file:///etc/passwd'],
  ['a program of the system', 'ms-msdt:/id'],
  ['a page of the app', 'app://starkdesk/index.html'],
  ['a blob of our host', 'blob:https://trade.tanx.fi/1'],
  ['no scheme', '//trade.tanx.fi/'],
  ['nothing', ''],
])('%s is refused', async (_name, address) => {
  const shell = createShell()
  await expect(openAddress(address, shell)).rejects.toMatchObject({
    code: 'validation',
    data: { field: 'link', reason: 'notAllowed' },
  })
  expect(shell.opened).toEqual([])
})

test('a system without a browser is told as such', async () => {
  const shell = { openExternal: () => Promise.reject(new Error('no handler')) }
  const failure = await openLink('serviceDocs', shell).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AppError)
  expect(failure).toMatchObject({ code: 'notFound', data: { what: 'browser' } })
})
