// Owns the facts about an app that runs on the stand-in, driven by Playwright as on Electron.
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patienceMs, startFixture, until, type Started } from './launch.ts'

vi.setConfig({ testTimeout: patienceMs })

let fixture: Started

beforeAll(async () => {
  fixture = await startFixture()
}, patienceMs)

afterAll(async () => {
  await fixture.app.close()
}, patienceMs)

describe('the main process', () => {
  it('knows its name, its version and its folder', async () => {
    const facts = await fixture.app.evaluate(({ app }) => [
      app.getName(),
      app.getVersion(),
      app.isReady(),
      app.getPath('userData'),
      typeof process.versions['electron'],
    ])
    expect(facts).toEqual(['Stand-in Fixture', '1.2.3', true, fixture.userData, 'string'])
  })

  it('runs worker threads', async () => {
    expect(await fixture.app.evaluate(() => globalThis.askWorker())).toBe('from the worker')
  })

  it('runs utility processes, with messages both ways', async () => {
    const heard = await fixture.app.evaluate(
      ({ app, utilityProcess }) =>
        new Promise((resolve) => {
          const child = utilityProcess.fork(`${app.getAppPath()}/utility.js`, ['--twice'])
          const messages: unknown[] = []
          child.on('message', (message) => messages.push(message))
          child.once('exit', (code) => resolve([...messages, code]))
          child.postMessage(new Map([['sum', 21n]]))
        }),
    )
    expect(heard).toEqual(['42', 3])
  })

  it('fails by name on an API that the stand-in lacks', async () => {
    const attempts = await fixture.app.evaluate(({ app, BrowserWindow, TouchBar }) => {
      const tryTo = (act: () => unknown): string => {
        try {
          return `no error: ${String(act())}`
        } catch (error) {
          return String(error)
        }
      }
      return [
        tryTo(() => Reflect.get(app, 'foo')),
        tryTo(() => Reflect.get(BrowserWindow.getAllWindows()[0] ?? {}, 'setThumbarButtons')),
        tryTo(() => new TouchBar({ items: [] })),
        tryTo(() => new BrowserWindow({ webPreferences: { nodeIntegration: true } })),
      ]
    })
    expect(attempts).toEqual([
      'Error: the Electron stand-in does not have app.foo',
      'Error: the Electron stand-in does not have BrowserWindow#setThumbarButtons',
      'Error: the Electron stand-in does not have TouchBar',
      'Error: the Electron stand-in does not have webPreferences.nodeIntegration',
    ])
  })

  it('sends requests in a session that no window has', async () => {
    const answer = await fixture.app.evaluate(async ({ app, session }) => {
      const transfers = session.fromPartition('transfers', { cache: false })
      await transfers.closeAllConnections()
      const file = await transfers.fetch(`file://${app.getAppPath()}/package.json`)
      const nowhere = await transfers.fetch('http://127.0.0.1:1/').catch(() => 'refused')
      return [file.status, nowhere]
    })
    expect(answer).toEqual([200, 'refused'])
  })

  it('says that nothing can be encrypted', async () => {
    expect(await fixture.app.evaluate(({ safeStorage }) => safeStorage.isAsyncEncryptionAvailable())).toBe(
      false,
    )
  })
})

describe('IPC', () => {
  it('tells the main process who asks, by frame, URL and origin', async () => {
    const answer = await fixture.page.evaluate(() => window.api.invoke('describe', 1))
    expect(answer).toMatchObject({
      url: 'app://fixture/index.html#start',
      origin: 'app://fixture',
      hasParent: false,
      isMainFrame: true,
      isOwnWindow: true,
    })
  })

  it('carries rich values both ways', async () => {
    const result = await fixture.page.evaluate(async () => {
      const sent = {
        when: new Date(5),
        map: new Map([['a', new Set([1n])]]),
        bytes: Uint32Array.from([1, 2 ** 31]),
        nothing: undefined,
        notANumber: NaN,
      }
      const [copy] = (await window.api.invoke('echo', sent)) as [typeof sent]
      return [
        copy.when instanceof Date && copy.when.getTime(),
        copy.map.get('a')?.has(1n),
        copy.bytes instanceof Uint32Array && copy.bytes[1],
        'nothing' in copy,
        Number.isNaN(copy.notANumber),
      ]
    })
    expect(result).toEqual([5, true, 2 ** 31, true, true])
  })

  it('carries five megabytes of candles unharmed', async () => {
    const sum = await fixture.page.evaluate(async () => {
      const candles = Float64Array.from({ length: 650_000 }, (_, index) => index)
      const [copy] = (await window.api.invoke('echo', candles)) as [Float64Array]
      return copy.length === candles.length && copy.every((value, index) => value === candles[index])
    })
    expect(sum).toBe(true)
  })

  it('words errors of handlers as Electron does', async () => {
    const errors = await fixture.page.evaluate(() =>
      Promise.all(
        ['fail', 'nobody', 'uncloneable'].map((channel) =>
          window.api.invoke(channel).catch((error: unknown) => (error as Error).message),
        ),
      ),
    )
    expect(errors).toEqual([
      "Error invoking remote method 'fail': TypeError: no such order",
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
      "Error invoking remote method 'uncloneable': Error: An object could not be cloned.",
    ])
  })

  it('delivers messages in order, and answers to them', async () => {
    const heard = await fixture.page.evaluate(
      () =>
        new Promise((resolve) => {
          const values: unknown[] = []
          const stop = window.api.on('heard', (value) => {
            values.push(value)
            if (values.length === 50) {
              stop()
              resolve(values)
            }
          })
          for (let index = 0; index < 50; index += 1) window.api.send('told', index)
        }),
    )
    const expected = Array.from({ length: 50 }, (_, index) => index)
    expect(heard).toEqual(expected)
    expect(await fixture.app.evaluate(() => globalThis.seen.sent)).toEqual(expected)
  })

  it('reaches the page again after a reload', async () => {
    await fixture.page.reload()
    await fixture.page.getByText('api 7').waitFor()
    expect(await fixture.page.evaluate(() => window.api.invoke('echo', 'again'))).toEqual(['again'])
  })
})

describe('contextBridge', () => {
  it('gives the page a frozen API that it cannot replace', async () => {
    const facts = await fixture.page.evaluate(() => {
      'use strict'
      const tryTo = (act: () => void): boolean => {
        try {
          act()
          return true
        } catch {
          return false
        }
      }
      return {
        frozen: [window.api, window.api.nested, window.api.nested.list, window.api.nested.list[1]].every(
          Object.isFrozen,
        ),
        replaced: tryTo(() => Object.assign(window, { api: 1 })),
        redefined: tryTo(() => Object.defineProperty(window, 'api', { value: 1 })),
        node: [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')],
        left: Object.getOwnPropertyNames(window).filter((name) => /stand.?in/i.test(name)),
      }
    })
    expect(facts).toEqual({
      frozen: true,
      replaced: false,
      redefined: false,
      node: ['undefined', 'undefined'],
      left: [],
    })
  })

  it('carries sync results, sync errors and the identity of functions', async () => {
    const facts = await fixture.page.evaluate(() => {
      const callback = (): void => undefined
      const messageOf = (act: () => unknown): string => {
        try {
          return `no error: ${String(act())}`
        } catch (error) {
          return error instanceof Error ? error.message : 'not an error'
        }
      }
      return {
        sum: window.api.nested.add(2, 3),
        error: messageOf(window.api.fail),
        first: window.api.same(callback),
        second: window.api.same(callback),
        other: window.api.same(() => undefined),
        missing: messageOf(window.api.missing),
        twice: messageOf(window.api.twice),
        leaked: Object.keys(window.api.leaked()),
      }
    })
    expect(facts).toEqual({
      sum: 5,
      error: 'sync failure',
      first: false,
      second: true,
      other: false,
      missing: 'the Electron stand-in does not have ipcRenderer.sendSync',
      twice: 'Cannot bind an API on top of an existing property on the window object: api',
      leaked: [],
    })
  })

  it('refuses what cannot be cloned, proxies included', async () => {
    const errors = await fixture.page.evaluate(async () => {
      const messageOf = async (value: unknown): Promise<string> => {
        try {
          await window.api.invoke('echo', value)
          return 'no error'
        } catch (error) {
          return (error as Error).message
        }
      }
      return [
        await messageOf(() => 1),
        await messageOf(Symbol('s')),
        await messageOf(new Proxy({ a: 1 }, {})),
        await messageOf(document.body),
        await messageOf({ fine: true }),
      ]
    })
    const refused = 'An object could not be cloned.'
    expect(errors).toEqual([refused, refused, refused, refused, 'no error'])
  })

  it('gives frames inside the page nothing', async () => {
    const inner = fixture.page.frames().find((frame) => frame.url().endsWith('inner.html'))
    expect(await inner?.evaluate(() => [typeof window.api, window === window.top])).toEqual([
      'undefined',
      false,
    ])
  })
})

describe('pages of a custom scheme', () => {
  it('are served with the headers of the handler, in a secure context', async () => {
    const facts = await fixture.page.evaluate(() => [
      isSecureContext,
      getComputedStyle(document.body).backgroundColor,
      document.querySelector('#result')?.textContent,
    ])
    expect(facts).toEqual([true, 'rgb(10, 20, 30)', 'api 7'])
    const url = await fixture.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
    )
    expect(url).toBe('app://fixture/index.html#start')
  })

  it('are held to their content security policy', async () => {
    const facts = await fixture.page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.inline = true'
      document.head.append(script)
      const fetched = await fetch('/style.css').then(
        () => 'fetched',
        () => 'refused',
      )
      return [Reflect.has(globalThis, 'inline'), fetched]
    })
    expect(facts).toEqual([false, 'refused'])
  })

  it('cannot reach the network past webRequest', async () => {
    await fixture.page.evaluate(
      () =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = resolve
          frame.src = 'https://example.org/frame'
          document.body.append(frame)
        }),
    )
    const { navigations } = await fixture.app.evaluate(() => globalThis.seen)
    // The page's own policy stops the frame before any request is made.
    expect(navigations.filter((entry) => entry.includes('example.org/frame'))).toEqual([])
  })
})

describe('walls around the page', () => {
  it('let the app prevent navigations', async () => {
    await fixture.page.click('#away')
    await until(
      () => fixture.app.evaluate(() => globalThis.seen.navigations.includes('https://example.org/away')),
      'will-navigate is emitted',
    )
    expect(await fixture.page.evaluate(() => document.querySelector('#result')?.textContent)).toBe('api 7')
    expect(await fixture.app.evaluate(() => globalThis.seen.blocked)).toEqual([])
  })

  it('let the app refuse new windows, with and without opener', async () => {
    await fixture.page.click('#blank')
    await fixture.page.click('#opener')
    await fixture.page.evaluate(() => {
      window.open('https://example.org/script')
    })
    const wanted = ['https://example.org/blank', 'https://example.org/opener', 'https://example.org/script']
    await until(async () => {
      const { opened } = await fixture.app.evaluate(() => globalThis.seen)
      return wanted.every((url) => opened.includes(url))
    }, 'the open handler hears of all three')
    await until(() => fixture.app.windows().length === 1, 'no window is left open')
    expect(await fixture.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })

  it('let the app deny permissions', async () => {
    const states = await fixture.page.evaluate(() =>
      Promise.all(
        (['geolocation', 'notifications', 'camera'] as PermissionName[]).map(async (name) => {
          const { state } = await navigator.permissions.query({ name })
          return state
        }),
      ),
    )
    expect(states).toEqual(['denied', 'denied', 'denied'])
  })
})

/** The next window that shows the app's page: one that was refused a moment ago may be told of late. */
function nextWindow(): Promise<Page> {
  return fixture.app.waitForEvent('window', {
    timeout: patienceMs,
    predicate: (page) =>
      page
        .getByText('api 7')
        .waitFor()
        .then(
          () => true,
          () => false,
        ),
  })
}

describe('windows', () => {
  it('are several, with sizes, titles and ends of their own', async () => {
    const opening = nextWindow()
    const id = await fixture.app.evaluate(() => globalThis.openWindow({ width: 640, height: 480 }).id)
    const second = await opening
    expect(await second.evaluate(() => [innerWidth, innerHeight])).toEqual([640, 480])
    expect(await fixture.page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 700])
    await second.evaluate(() => {
      document.title = 'Second'
    })
    const titleOf = (): Promise<string | undefined> =>
      fixture.app.evaluate(({ BrowserWindow }, number) => BrowserWindow.fromId(number)?.getTitle(), id)
    await until(async () => (await titleOf()) === 'Second', 'the title is told')
    await fixture.app.evaluate(
      ({ BrowserWindow }, number) => BrowserWindow.fromId(number)?.setSize(500, 400),
      id,
    )
    await second.waitForFunction(() => innerWidth === 500 && innerHeight === 400)
    const closed = second.waitForEvent('close')
    await second.evaluate(() => {
      window.close()
    })
    await closed
    await until(
      async () =>
        (await fixture.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)) === 1,
      'the first window alone is left',
    )
  })

  it('stay open when the app prevents the closing', async () => {
    const isStillThere = await fixture.app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.once('close', (event) => event.preventDefault())
      window?.close()
      await new Promise((resolve) => setTimeout(resolve, 200))
      return window?.isDestroyed() === false
    })
    expect(isStillThere).toBe(true)
  })

  it('give screenshots and PDF', async () => {
    const facts = await fixture.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const image = await contents?.capturePage()
      const pdf = await contents?.printToPDF({ pageSize: 'A4' })
      return [image?.getSize(), image?.isEmpty(), pdf?.subarray(0, 5).toString()]
    })
    expect(facts).toEqual([{ width: 900, height: 700 }, false, '%PDF-'])
    expect((await fixture.page.screenshot()).length).toBeGreaterThan(1000)
  })

  it('follow the color scheme that the app chooses', async () => {
    const isDark = (): Promise<boolean> =>
      fixture.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await fixture.page.emulateMedia({ colorScheme: 'dark' })
    expect(await isDark()).toBe(true)
    await until(
      () => fixture.app.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors),
      'the main process hears of the dark scheme',
    )
    await fixture.page.emulateMedia({ colorScheme: null })
    await fixture.app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'light'
    })
    await until(async () => !(await isDark()), 'the page turns light')
    expect(await fixture.app.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(false)
  })

  it('click the items of the application menu by their accelerators', async () => {
    await fixture.app.evaluate(({ Menu }) => {
      const click = (): void => {
        globalThis.seen.sent.push('menu')
      }
      Menu.setApplicationMenu(
        Menu.buildFromTemplate([{ submenu: [{ label: 'Go', accelerator: 'CmdOrCtrl+K', click }] }]),
      )
    })
    await fixture.page.keyboard.press('ControlOrMeta+k')
    await until(
      () => fixture.app.evaluate(() => globalThis.seen.sent.includes('menu')),
      'the item is clicked',
    )
  })

  it('work with a clock that the test holds', async () => {
    await fixture.page.clock.install({ time: new Date('2024-01-01T00:00:00Z') })
    await fixture.page.clock.setFixedTime(new Date('2024-02-01T00:00:00Z'))
    expect(await fixture.page.evaluate(() => Date.now())).toBe(Date.UTC(2024, 1, 1))
  })
})

describe('a window in a partition', () => {
  it('is served by its own session, and by no other', async () => {
    const facts = await fixture.app.evaluate(async ({ BrowserWindow, session }) => {
      session
        .fromPartition('served')
        .protocol.handle(
          'app',
          () => new Response('<title>of the partition</title>', { headers: { 'content-type': 'text/html' } }),
        )
      const titles: string[] = []
      for (const partition of ['served', 'unserved']) {
        const window = new BrowserWindow({ webPreferences: { partition } })
        const error = await window
          .loadURL('app://fixture/index.html')
          .catch((reason: unknown) => String(reason))
        titles.push(
          typeof error === 'string'
            ? 'nothing'
            : ((await window.webContents.executeJavaScript('document.title')) as string),
        )
        window.destroy()
      }
      return titles
    })
    expect(facts).toEqual(['of the partition', 'nothing'])
  })

  it('shows a data: page without its scripts, and asks its own session about its requests', async () => {
    const facts = await fixture.app.evaluate(async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ webPreferences: { partition: 'apart', javascript: false } })
      const urls: string[] = []
      window.webContents.session.webRequest.onBeforeRequest(({ url }, decide) => {
        urls.push(url)
        decide({ cancel: true })
      })
      const html =
        '<title>plain</title><script>document.title = "ran"</script><img src="http://apart.invalid/x">'
      await window.loadURL(`data:text/html,${encodeURIComponent(html)}`)
      const isShown = window.webContents.getURL().startsWith('data:text/html')
      window.destroy()
      return { urls, isShown }
    })
    expect(facts.urls).toEqual(['http://apart.invalid/x'])
    expect(facts.isShown).toBe(true)
  })
})

describe('a second window', () => {
  it('remembers what the browser cannot do: on top, not resizable, kept out of pictures', async () => {
    const opened = nextWindow()
    const facts = await fixture.app.evaluate(({ BrowserWindow }) => {
      const { id } = openWindow({ width: 300, height: 200, alwaysOnTop: true, resizable: false })
      const window = BrowserWindow.fromId(id)
      if (!window) throw new Error('no window')
      window.setContentProtection(true)
      const other = BrowserWindow.getAllWindows().find((one) => one.id !== id)
      const about = (one?: Electron.BrowserWindow) => [
        one?.isAlwaysOnTop(),
        one?.isResizable(),
        one?.isContentProtected(),
        one?.getParentWindow(),
      ]
      return { id, second: about(window), first: about(other) }
    })
    expect(facts.second).toEqual([true, false, true, null])
    expect(facts.first).toEqual([false, true, false, null])
    const page = await opened
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([300, 200])
    await fixture.app.evaluate(({ BrowserWindow }, id) => BrowserWindow.fromId(id)?.destroy(), facts.id)
    await until(() => page.isClosed(), 'the second window is gone')
  })

  it('tells that it was shown and each time that it gains the focus', async () => {
    const opened = nextWindow()
    const id = await fixture.app.evaluate(({ BrowserWindow }) => {
      const made = openWindow({ width: 300, height: 200 })
      const window = BrowserWindow.fromId(made.id)
      for (const name of ['show', 'focus', 'blur'] as const) {
        window?.on(name as 'show', () => seen.sent.push(`${name} of the second`))
      }
      return made.id
    })
    const page = await opened
    const countOf = (event: string): Promise<number> =>
      fixture.app.evaluate(
        (_electron, entry) => seen.sent.filter((told) => told === entry).length,
        `${event} of the second`,
      )
    // In which order they are told at first is the system's to say.
    await until(async () => (await countOf('show')) === 1 && (await countOf('focus')) > 0, 'it was shown')
    const focused = await countOf('focus')
    await fixture.app.evaluate(({ BrowserWindow }, id) => {
      const window = BrowserWindow.fromId(id)
      window?.blur()
      window?.focus()
    }, id)
    await until(
      async () => (await countOf('blur')) > 0 && (await countOf('focus')) > focused,
      'it was focused again',
    )
    await fixture.app.evaluate(({ BrowserWindow }, id) => BrowserWindow.fromId(id)?.destroy(), id)
    await until(() => page.isClosed(), 'the second window is gone')
  })

  it('refuses to have a parent', async () => {
    const refusal = await fixture.app.evaluate(({ BrowserWindow }) => {
      const [parent] = BrowserWindow.getAllWindows()
      try {
        return parent ? `no error: ${new BrowserWindow({ parent }).id}` : 'no parent'
      } catch (error) {
        return String(error)
      }
    })
    expect(refusal).toBe('Error: the Electron stand-in does not have BrowserWindow: parent, modal')
  })
})

describe('dialogs', () => {
  it('are answered "cancelled" where nobody is', async () => {
    expect(await fixture.page.evaluate(() => window.api.invoke('ask'))).toEqual({
      response: 1,
      checkboxChecked: false,
    })
    expect(await fixture.page.evaluate(() => window.api.invoke('save'))).toEqual({
      canceled: true,
      filePath: '',
    })
  })

  it('can be answered by a test', async () => {
    await fixture.app.evaluate(({ dialog }) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: '/tmp/report.csv' })
    })
    const answer = await fixture.page.evaluate(() => window.api.invoke('save'))
    expect(answer).toEqual({ canceled: false, filePath: '/tmp/report.csv' })
  })
})

describe('a page that crashes', () => {
  it('is told to the app, which can load it again', async () => {
    const reason = await fixture.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          contents?.once('render-process-gone', (_event, details) => resolve(details.reason))
          contents?.forcefullyCrashRenderer()
        }),
    )
    expect(reason).toBe('crashed')
    await fixture.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      await new Promise<void>((resolve) => {
        contents?.once('did-finish-load', () => resolve())
        contents?.reload()
      })
    })
    const answer: unknown = await fixture.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("window.api.invoke('echo', 'alive')"),
    )
    expect(answer).toEqual(['alive'])
  })
})
