// What the service client costs beside a bare fetch of the same page of orders, and how long it holds up the event loop.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../src-main/async/clock.ts'
import { createExchangeClient } from '../../src-main/exchange/client.ts'
import { Bench } from './harness.ts'

const sizes = [100, 300, 1000]
const pageSize = 1000
const pagesInARow = 200
/** As the service of the bench hands it out. */
const accessToken = 'access-1'
const userAgent = 'Starkdesk/0.1.0 (bench)'

const service = fork(fileURLToPath(new URL('order-pages.ts', import.meta.url)), sizes.map(String))
const [baseUrl] = (await once(service, 'message')) as [string]

const client = createExchangeClient({
  baseUrl,
  fetch: globalThis.fetch,
  clock: systemClock,
  userAgent,
  session: {
    ethereumAddress: `0x${'0'.repeat(40)}`,
    signer: {
      isAvailable: () => Promise.resolve(false),
      signLoginText: () => Promise.reject(new Error('the bench signs nothing')),
    },
    refreshTokens: {
      load: () => Promise.resolve('refresh-0'),
      save: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    },
  },
})

async function readPage(size: number): Promise<number[]> {
  const { orders, refused } = await client.listOrders({ limit: size })
  if (refused.length > 0) throw new Error('the client refused an order of the practice exchange')
  return orders.map(({ id }) => id)
}

const headers = {
  accept: 'application/json',
  'user-agent': userAgent,
  authorization: `JWT ${accessToken}`,
}

/** What one would write without a client: nothing is checked. */
async function readPageBare(): Promise<number[]> {
  const response = await fetch(`${baseUrl}/sapi/v1/orders/?limit=${pageSize}`, { headers })
  const { payload } = JSON.parse(await response.text()) as { payload: { id: number }[] }
  return payload.map(({ id }) => id)
}

try {
  const bench = new Bench('client', 'wall')
  await bench.race({
    figure: 'page',
    calls: 5,
    ours: () => readPage(pageSize),
    reference: readPageBare,
    mostTimes: 1.5,
  })
  await bench.stall({
    figure: 'stall',
    run: async () => {
      for (let page = 0; page < pagesInARow; page += 1) await readPage(pageSize)
    },
    goalMs: 20,
  })
  await bench.growAsync({ figure: 'page', sizes, run: readPage })
  bench.finish()
} finally {
  client.close()
  service.disconnect()
}
