import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDesktopState } from '../../../src-main/desktop/desktop-state.ts'
import { openCrashMarker } from '../../../src-main/desktop/quitting/crash-marker.ts'
import { isOwnEntry } from '../../../src-main/removal/own-files.ts'
import type { Place } from '../../../src-preload/contract/app/places.ts'
import { eventually } from '../../fixtures/eventually.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'citizen-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const fail = (error: unknown): never => {
  throw error
}
const place = { x: 5, y: 6, width: 1000, height: 700, isMaximized: true, isFullScreen: false }
const orders: Place = { view: 'orders', market: 'ethusdc', orderId: 7 }

describe('how the app sits on the desktop', () => {
  it('is as at first in a new folder, and as it was left after that', () => {
    const folder = makeFolder()
    const first = openDesktopState(folder, fail)
    expect(first.current).toEqual({ window: null, zoomPercent: 100, staysInTray: false })
    first.set({ zoomPercent: 125, staysInTray: true })
    first.setWindow(place)
    first.flush()
    expect(openDesktopState(folder, fail).current).toEqual({
      window: place,
      zoomPercent: 125,
      staysInTray: true,
    })
    expect(readdirSync(folder)).toEqual(['desktop.json'])
    expect(readdirSync(folder).every(isOwnEntry)).toBe(true)
  })

  it('is kept once the window rests, without being asked to', async () => {
    const folder = makeFolder()
    const state = openDesktopState(folder, fail)
    for (let x = 0; x < 50; x += 1) state.setWindow({ ...place, x })
    expect(existsSync(join(folder, 'desktop.json'))).toBe(false)
    await eventually(() => expect(openDesktopState(folder, fail).current.window?.x).toBe(49))
  })

  it.each([
    '',
    '{',
    'null',
    '{"window":null,"zoomPercent":9000,"staysInTray":false}',
    '{"window":{"x":"0"}}',
  ])('is as at first where the file says %j', (text) => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'desktop.json'), text)
    expect(openDesktopState(folder, fail).current.zoomPercent).toBe(100)
  })

  it('holds for this run where it cannot be kept, and says so', () => {
    const folder = makeFolder()
    const faults: unknown[] = []
    const state = openDesktopState(join(folder, 'gone'), (error) => faults.push(error))
    state.set({ zoomPercent: 150 })
    expect(state.current.zoomPercent).toBe(150)
    expect(faults).toHaveLength(1)
  })
})

describe('the mark of a run', () => {
  it('offers nothing after an end in good order', () => {
    const folder = makeFolder()
    const first = openCrashMarker(folder, fail)
    expect(first.leftOpen).toBeNull()
    first.setPlace(orders)
    first.end()
    expect(readdirSync(folder)).toEqual([])
    expect(openCrashMarker(folder, fail).leftOpen).toBeNull()
  })

  it('offers what was open when the run before did not come to its end', () => {
    const folder = makeFolder()
    openCrashMarker(folder, fail).setPlace(orders)
    const second = openCrashMarker(folder, fail)
    expect(second.leftOpen).toEqual({ place: orders })
    // It dies once more before anybody has answered: what it showed meanwhile is not what was worked at.
    second.setPlace({ view: 'markets', market: null, orderId: null })
    const third = openCrashMarker(folder, fail)
    expect(third.leftOpen).toEqual({ place: orders })
    third.dropLeftOpen()
    expect(third.leftOpen).toBeNull()
    third.end()
    expect(openCrashMarker(folder, fail).leftOpen).toBeNull()
  })

  it('keeps what is on screen from the moment the offer is answered', () => {
    const folder = makeFolder()
    openCrashMarker(folder, fail).setPlace(orders)
    const second = openCrashMarker(folder, fail)
    const portfolio: Place = { view: 'portfolio', market: null, orderId: null }
    second.setPlace(portfolio)
    second.dropLeftOpen()
    expect(openCrashMarker(folder, fail).leftOpen).toEqual({ place: portfolio })
  })

  it('is there again where the run goes on after its end was marked', () => {
    const folder = makeFolder()
    const first = openCrashMarker(folder, fail)
    first.setPlace(orders)
    first.end()
    first.resume()
    expect(openCrashMarker(folder, fail).leftOpen).toEqual({ place: orders })
  })

  it('says that a run died before anything was open', () => {
    const folder = makeFolder()
    openCrashMarker(folder, fail)
    expect(openCrashMarker(folder, fail).leftOpen).toEqual({ place: null })
  })

  it('stays after an orderly end when the page had died for good', () => {
    const folder = makeFolder()
    const first = openCrashMarker(folder, fail)
    first.setPlace(orders)
    first.noteBroken()
    first.end()
    expect(openCrashMarker(folder, fail).leftOpen).toEqual({ place: orders })
  })

  it('holds nothing but view, market and order', () => {
    const folder = makeFolder()
    openCrashMarker(folder, fail).setPlace(orders)
    const text = readFileSync(join(folder, 'running.json'), 'utf8')
    expect(JSON.parse(text)).toEqual({ place: orders })
    expect(isOwnEntry('running.json')).toBe(true)
  })

  it('that cannot be read counts as none', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'running.json'), '{"place":{"view":"nowhere"}}')
    expect(openCrashMarker(folder, fail).leftOpen).toBeNull()
  })

  it('does not stop the app where it cannot be kept', () => {
    const faults: unknown[] = []
    const mark = openCrashMarker(join(makeFolder(), 'gone'), (error) => faults.push(error))
    mark.setPlace(orders)
    mark.end()
    expect(faults.length).toBeGreaterThan(0)
  })
})
