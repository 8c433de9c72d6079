// What is said of the files made of a chart: saved with how many rows, why not, or nothing after "Cancel".
import { savedFile } from '../../../../../src-renderer/shell/state/saved-file.svelte.ts'
import { describe, expect, it } from 'vitest'
import type { ChannelInput } from '../../../../../src-preload/contract/contract.ts'
import {
  type ChartShot,
  copyPicture,
  saveCandles,
  savePicture,
} from '../../../../../src-renderer/features/markets/chart/chart-files.ts'
import { installFakeMain } from '../fake-main.ts'

const png = Uint8Array.from([137, 80, 78, 71])
const shot: ChartShot = {
  market: 'ethusdc',
  period: 60,
  toPng: () => Promise.resolve(png),
  visible: () => ({ fromMs: -12.5, toMs: 7_200_000.75, period: 240 }),
}

describe('files of a chart', () => {
  it('of which nothing is drawn are not asked for', async () => {
    const main = installFakeMain({})
    expect(await saveCandles({ ...shot, visible: () => null })).toEqual({
      text: 'Nothing was saved: there are no candles in view.',
      isFailure: true,
    })
    expect(main.calls).toEqual([])
  })

  it('are what is drawn, and are said with their rows', async () => {
    const asked: ChannelInput<'charts:saveCandles'>[] = []
    installFakeMain({
      'charts:saveCandles': (input) => {
        asked.push(input)
        return { saved: { file: 'eth.csv', rows: 1 } }
      },
      'charts:savePicture': (input) => ({
        file: input.png === png && input.market === 'ethusdc' ? 'eth.png' : null,
      }),
      'charts:copyPicture': () => ({}),
    })
    expect(await saveCandles(shot)).toBeNull()
    expect(savedFile.last).toEqual({
      text: '1 candle of 4 hours of ETH/USDC saved as eth.csv.',
      file: 'eth.csv',
    })
    expect(asked).toEqual([{ market: 'ethusdc', period: 240, fromMs: 0, toMs: 7_200_000 }])
    expect(await savePicture(shot)).toBeNull()
    expect(savedFile.last).toEqual({ text: 'Image of ETH/USDC saved as eth.png.', file: 'eth.png' })
    expect(await copyPicture(shot)).toEqual({ text: 'Image of ETH/USDC copied.', isFailure: false })
  })

  it('are not spoken of when the user chose not to', async () => {
    installFakeMain({
      'charts:saveCandles': () => ({ saved: null }),
      'charts:savePicture': () => ({ file: null }),
    })
    savedFile.dismiss()
    expect(await saveCandles(shot)).toBeNull()
    expect(await savePicture(shot)).toBeNull()
    expect(savedFile.last).toBeNull()
  })

  it('that could not be made say so and why', async () => {
    installFakeMain({})
    for (const made of [savePicture(shot), copyPicture(shot), saveCandles(shot)]) {
      const said = await made
      expect(said?.isFailure).toBe(true)
      expect(said?.text).toMatch(/was not|were not/)
    }
    const broken = { ...shot, toPng: () => Promise.reject(new Error('no canvas')) }
    installFakeMain({ 'charts:copyPicture': () => ({}) })
    expect(await copyPicture(broken)).toMatchObject({ isFailure: true })
  })
})
