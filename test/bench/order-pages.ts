// A service in a process of its own that answers with pages of orders taken from a practice exchange beforehand, so that a bench
// measures the client and not the making of orders.
import { createServer } from 'node:http'
import { startPracticeExchange } from '../../src-main/practice/exchange.ts'
import { signMessage } from '../../src-main/signing/ethereum.ts'

/** The sizes of the pages, as arguments. */
const sizes = process.argv.slice(2).map(Number)

async function post(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

/** The answers of a real practice exchange, byte by byte, under their paths. */
async function takePages(): Promise<Map<string, Buffer>> {
  const exchange = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders: Math.max(...sizes) })
  try {
    const [user] = exchange.users
    if (user === undefined) throw new Error('the practice exchange has no user')
    const authUrl = `${exchange.baseUrl}/sapi/v2/auth`
    const nonce = (await post(`${authUrl}/nonce/`, { eth_address: user.ethereumAddress })) as {
      payload: string
    }
    const login = (await post(`${authUrl}/login/`, {
      eth_address: user.ethereumAddress,
      user_signature: signMessage(nonce.payload, user.ethereumPrivateKey),
    })) as { token: { access: string } }
    const headers = { authorization: `JWT ${login.token.access}` }
    const pages = new Map<string, Buffer>()
    for (const size of sizes) {
      const path = `/sapi/v1/orders/?limit=${size}`
      const response = await fetch(exchange.baseUrl + path, { headers })
      if (!response.ok) throw new Error(`the practice exchange answered ${response.status}`)
      pages.set(path, Buffer.from(await response.arrayBuffer()))
    }
    return pages
  } finally {
    await exchange.close()
  }
}

const answers = await takePages()
const tokens = { status: 'success', message: '', payload: { access: 'access-1', refresh: 'refresh-1' } }
answers.set('/sapi/v1/auth/token/refresh/', Buffer.from(JSON.stringify(tokens)))

const server = createServer((request, response) => {
  const body = answers.get(request.url ?? '')
  request.resume()
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': 'application/json',
    'content-length': body?.length ?? 0,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}`)
})
process.once('disconnect', () => process.exit(0))
