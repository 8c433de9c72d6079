// Creates the icon files of every system from resources/icon.svg: `node scripts/package/icons.ts`.
// The results are committed, so packaging needs no browser.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { root } from '../paths.ts'

const resources = join(root, 'resources')

/** macOS icons have a margin around the tile, included in the drawing; elsewhere it would only make the icon smaller. */
type Margin = 'with' | 'without'

interface Picture {
  readonly size: number
  readonly png: Buffer
}

async function draw(browser: Browser, sizes: readonly number[], margin: Margin): Promise<readonly Picture[]> {
  const svg = readFileSync(join(resources, 'icon.svg'), 'utf8')
  const cropped = margin === 'with' ? svg : svg.replace('viewBox="0 0 1024 1024"', 'viewBox="80 80 864 864"')
  const source = `data:image/svg+xml;base64,${Buffer.from(cropped).toString('base64')}`
  const page = await browser.newPage()
  const pictures: Picture[] = []
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<body style="margin:0"><img style="display:block" width="${size}" height="${size}" src="${source}">`,
    )
    pictures.push({ size, png: await page.screenshot({ omitBackground: true }) })
  }
  await page.close()
  return pictures
}

/** Windows' ICO: a directory of 16 bytes per image, then the images as PNG. Source: ICO as of Windows Vista. */
function makeIco(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index
    // 256 is written as 0.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/** macOS' PNG types by size in pixels; the second is the same for double-density screens. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}

/** macOS' ICNS: `icns`, the total length, then blocks of type, length and PNG. Big-endian. */
function makeIcns(pictures: readonly Picture[]): Buffer {
  const blocks = pictures.flatMap(({ size, png }) =>
    (icnsTypes[size] ?? []).map((type) => {
      const head = Buffer.alloc(8)
      head.write(type, 'ascii')
      head.writeUInt32BE(png.length + 8, 4)
      return Buffer.concat([head, png])
    }),
  )
  const head = Buffer.alloc(8)
  head.write('icns', 'ascii')
  head.writeUInt32BE(8 + blocks.reduce((sum, block) => sum + block.length, 0), 4)
  return Buffer.concat([head, ...blocks])
}

/** The browser that the stand-in uses. @throws Error when there is none */
function findBrowser(): string {
  const script = join(root, 'test', 'electron-stand-in', 'find-browser.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  mkdirSync(join(resources, 'icons'), { recursive: true })
  for (const { size, png } of await draw(browser, [16, 24, 32, 48, 64, 128, 256, 512], 'without')) {
    writeFileSync(join(resources, 'icons', `${size}x${size}.png`), png)
  }
  writeFileSync(
    join(resources, 'icon.ico'),
    makeIco(await draw(browser, [16, 20, 24, 32, 40, 48, 64, 128, 256], 'without')),
  )
  writeFileSync(
    join(resources, 'icon.icns'),
    makeIcns(await draw(browser, Object.keys(icnsTypes).map(Number), 'with')),
  )
} finally {
  await browser.close()
}
