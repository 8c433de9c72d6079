// What is taken for a picture of a chart, where it goes, and how much may cross the border.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { channels } from '../../../../src-preload/contract/contract.ts'
import { maxPictureBytes } from '../../../../src-preload/contract/markets/charts.ts'
import { answer, type Handlers } from '../../../../src-main/ipc/register.ts'
import { createHandlers } from '../../../../src-main/ipc/handlers.ts'
import { isWithinLimits } from '../../../../src-main/ipc/input-size.ts'
import { findPictureFault } from '../../../../src-main/markets/charts/picture.ts'
import { failureOf } from '../../../fixtures/test-client.ts'
import { makeFolder } from '../../store/support.ts'
import { makeLog } from '../../world.ts'
import { openCharts } from './charts-world.ts'
import { makePng } from './make-png.ts'

const good = makePng(640, 480)
/** Of exactly this many bytes. */
const pngOf = (bytes: number): Buffer => makePng(640, 480, bytes - good.length - 12)

describe('a picture of a chart', () => {
  it.each([
    ['one of the smallest size', makePng(1, 1)],
    ['one of a screen', good],
    ['one of a very large screen', makePng(7680, 4320)],
    ['the largest file', pngOf(maxPictureBytes)],
    ['a part of other bytes', Buffer.concat([Buffer.alloc(3), good]).subarray(3)],
  ])('is %s', (_name, png) => {
    expect(findPictureFault(png)).toBeNull()
  })

  const wrong: readonly (readonly [name: string, png: Buffer, reason: string])[] = [
    ['nothing', Buffer.alloc(0), 'notPng'],
    ['a signature alone', good.subarray(0, 8), 'notPng'],
    ['a beginning', good.subarray(0, good.length - 1), 'notPng'],
    ['more than the picture', Buffer.concat([good, Buffer.from('x')]), 'notPng'],
    ['a JPEG', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), good.subarray(4)]), 'notPng'],
    ['another first chunk', Buffer.from(good).fill('IHDX', 12, 16), 'notPng'],
    ['a program', Buffer.from('MZ'.padEnd(500, '\0')), 'notPng'],
    ['no width', makePng(0, 5), 'dimensions'],
    ['no height', makePng(5, 0), 'dimensions'],
    ['a side that is too long', makePng(16_385, 1), 'dimensions'],
    ['more pixels than memory should be made for', makePng(16_384, 16_384), 'dimensions'],
    ['too many bytes', pngOf(maxPictureBytes + 1), 'tooLarge'],
  ]
  it.each(wrong)('is not %s', (_name, png, reason) => {
    expect(findPictureFault(png)).toBe(reason)
  })

  it('that is none is neither saved nor copied, and nobody is asked for a place', async () => {
    const { charts, files, copied, offered } = await openCharts()
    for (const [, png, reason] of wrong) {
      const refused = { code: 'validation', data: { field: 'png', reason } }
      const saving = charts.savePicture({ market: 'ethusdc', period: 60, png })
      expect(await failureOf(saving)).toMatchObject(refused)
      expect(await failureOf(charts.copyPicture({ png }))).toMatchObject(refused)
    }
    expect({ files: files(), copied, offered }).toEqual({ files: [], copied: [], offered: [] })
  })

  it('is saved byte for byte under a name that says what it shows', async () => {
    const { charts, files, read } = await openCharts()
    const { file } = await charts.savePicture({ market: 'ethusdc', period: 60, png: good })
    expect(file).toMatch(/\.png$/)
    expect(files()).toEqual(['ETHUSDC 1h 2026-11-22.png'])
    expect(read('ETHUSDC 1h 2026-11-22.png').equals(good)).toBe(true)
  })

  it('goes nowhere when the user chooses no place', async () => {
    const { charts, files } = await openCharts({ chooseFile: () => Promise.resolve(null) })
    expect(await charts.savePicture({ market: 'ethusdc', period: 60, png: good })).toEqual({ file: null })
    expect(files()).toEqual([])
  })

  it('is told as not saved where the place cannot be written', async () => {
    const inTheWay = join(makeFolder(), 'file')
    writeFileSync(inTheWay, '')
    const { charts } = await openCharts({ chooseFile: (name) => Promise.resolve(join(inTheWay, name)) })
    const failed = await failureOf(charts.savePicture({ market: 'ethusdc', period: 60, png: good }))
    expect(failed).toMatchObject({ code: 'fileUnavailable' })
  })

  it('is copied byte for byte', async () => {
    const { charts, copied } = await openCharts()
    await charts.copyPicture({ png: good })
    expect(copied.map((one) => Buffer.from(one).equals(good))).toEqual([true])
  })

  it('may cross the border as large as it may be, and other channels take no more than before', async () => {
    const { charts, copied } = await openCharts()
    const handlers: Pick<Handlers, 'charts:copyPicture'> = createHandlers({ charts: () => charts })
    const call = (bytes: number) =>
      answer('charts:copyPicture', { png: new Uint8Array(pngOf(bytes)) }, handlers, makeLog().log)
    expect(await call(maxPictureBytes)).toEqual({ ok: true, value: {} })
    expect(copied).toHaveLength(1)
    const tooLarge = { ok: false, error: { code: 'validation' } }
    expect(await call(maxPictureBytes + 1)).toMatchObject(tooLarge)
    expect(await call(maxPictureBytes + 8_192)).toMatchObject({
      ...tooLarge,
      error: { data: { reason: 'tooLarge', field: '' } },
    })
    const larger = Object.entries(channels).filter(([, definition]) => 'maxInput' in definition)
    expect(larger.map(([name]) => name)).toEqual([
      'charts:setLayouts',
      'charts:savePicture',
      'charts:copyPicture',
    ])
    expect(isWithinLimits({ png: good.subarray(0, 100) }, 100)).toBe(false)
    expect(isWithinLimits({ png: good.subarray(0, 100) }, 200)).toBe(true)
  })
})
