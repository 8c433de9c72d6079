// A receipt becomes a PDF of one page with its words in it, by a window that runs and fetches nothing.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright/test'
import { root } from '../../../scripts/paths.ts'
import { chooseRuntime } from '../../../scripts/runtime.ts'
import { renderReceipt } from '../../../src-main/transfers/receipt/receipt-page.ts'
import { describeReceipt } from '../../../src-main/transfers/receipt/receipt.ts'
import type { SentTransfer } from '../../../src-preload/contract/transfers.ts'
import { readPdfPages } from '../support/pdf-text.ts'
import type { Controls } from '../support/print-app/main.ts'
import { expect, test } from '../support/test.ts'

const runtime = chooseRuntime()

interface Printer {
  readonly electron: ElectronApplication
  readonly print: (html: string) => Promise<Buffer>
}

test.describe.configure({ mode: 'default' })
let printer: Printer | null = null

test.beforeAll(async ({ dataFolder }) => {
  const inherited = Object.entries(process.env).filter(([, value]) => value !== undefined)
  const electron = await _electron.launch({
    executablePath: runtime.executable,
    args: [
      join(root, 'test', 'e2e', 'support', 'print-app', 'main.ts'),
      `--user-data-dir=${dataFolder}`,
      ...runtime.flags,
    ],
    env: Object.fromEntries(inherited) as Record<string, string>,
  })
  printer = {
    electron,
    print: async (html) =>
      Buffer.from(
        await electron.evaluate(
          (_electron, html) => (Reflect.get(globalThis, 'controls') as Controls).print(html),
          html,
        ),
        'base64',
      ),
  }
  await electron.evaluate(({ app }) => app.whenReady())
})

test.afterAll(async () => {
  await printer?.electron.close()
  printer = null
})

function shared(): Printer {
  if (printer === null) throw new Error('the app that prints has not been started')
  return printer
}

const atMs = Date.UTC(2026, 10, 21, 22, 33, 49)
const script = '<script>document.body.textContent = "ran"</script>'
const image = '"><img src=x onerror="document.title=1">'
const transfer: SentTransfer = {
  id: '11111111-1111-4111-8111-111111111111',
  accountId: '22222222-2222-4222-8222-222222222222',
  network: { kind: 'practice', baseUrl: null },
  host: '127.0.0.1:4000',
  senderAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  recipientAddress: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
  recipientLabel: script,
  amount: '1234.500000000000000001',
  currency: 'usdc',
  reference: '16248234123671234',
  note: `${image} ${'long words '.repeat(40)}`.slice(0, 500),
  state: 'processing',
  isBusy: false,
  offers: ['lookUp'],
  msgHash: `0x${'ab'.repeat(31)}`,
  nonce: 7,
  createdAtMs: atMs,
  updatedAtMs: atMs,
  failure: null,
  told: {
    reference: '16248234123671234',
    amount: '1234.500000000000000001',
    currency: 'usdc',
    fromAddress: '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf',
    destinationAddress: '0x2b5ad5c4795c026514f8317c7a215e218dccd6cf',
    status: '<b>pending</b>',
    createdAtMs: atMs,
    updatedAtMs: atMs,
    asOfMs: atMs,
  },
  differences: [],
  lookUps: { count: 1, lastAtMs: atMs, nextAtMs: null, wasKnown: true, lastError: null },
}

test('a receipt is a PDF of one page, with every word of it as text', async () => {
  const states = ['intended', 'initiating', 'initiated', 'signed', 'processing'] as const
  const steps = states.map((state, at) => ({ state, atMs: atMs + at * 1000 }))
  const pdf = await shared().print(
    renderReceipt(describeReceipt({ transfer, steps, senderLabel: 'Zoë & co', asOfMs: atMs })),
  )
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const pages = readPdfPages(pdf)
  expect(pages).toHaveLength(1)
  // Lines are broken where the page ends them.
  const text = pages.join('').replaceAll(/\s+/g, '')
  for (const words of [
    'Unknown',
    '1234.500000000000000001 USDC',
    'Zoë & co',
    transfer.senderAddress,
    transfer.recipientAddress,
    '16248234123671234',
    script,
    image,
    '<b>pending</b>',
    'Practice (no real money), at 127.0.0.1:4000',
    '2026-11-21 22:33:53 UTC',
    'Starkdesk’s record on this computer',
  ]) {
    expect(text).toContain(words.replaceAll(/\s+/g, ''))
  }
  expect(text).not.toMatch(/\bpaid\b/i)
})

test('the window that prints runs no script, fetches nothing, and is gone afterwards', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('<p>from elsewhere</p>')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    // Without the policy that a receipt has: it is the window that refuses.
    const pdf = await shared().print(
      `<!doctype html><title>t</title><link rel="stylesheet" href="${address}/style">
       <p>plain</p><img src="${address}/image"><iframe src="${address}/frame"></iframe>
       <script>document.body.append('ran'); fetch('${address}/fetch')</script>`,
    )
    const text = readPdfPages(pdf).join('')
    expect(text).toContain('plain')
    expect(text).not.toMatch(/ran|elsewhere/)
    expect(asked).toEqual([])
  } finally {
    server.close()
  }
  await expect
    .poll(() =>
      shared().electron.evaluate(() => (Reflect.get(globalThis, 'controls') as Controls).countWindows()),
    )
    .toBe(0)
})
