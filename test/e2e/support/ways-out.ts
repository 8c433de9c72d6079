// Every way that a script in a page has to a network, and the witnesses of what came of it.
import { readFileSync } from 'node:fs'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface Listener {
  /** Of TCP and UDP both, on 127.0.0.1. */
  readonly port: number
  /** What came: one entry for each connection and each datagram. */
  readonly heard: string[]
  close(): void
}

/** Listens on one port for TCP and UDP; whoever connects by TCP is hung up on. */
export async function listen(): Promise<Listener> {
  const heard: string[] = []
  const server = createServer((socket: Socket) => {
    heard.push('tcp')
    socket.on('error', () => undefined)
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const datagrams = createSocket('udp4', () => heard.push('udp'))
  datagrams.bind(port, '127.0.0.1')
  await once(datagrams, 'listening')
  return {
    port,
    heard,
    close: () => {
      server.close()
      datagrams.close()
    },
  }
}

/** Names that are looked up nowhere, one per way: whichever is in Chromium's record was asked for. */
export const nameOf = (way: string): string => `${way}.walls.example`

/**
 * Tries every way at an address and at a name. To be run in the page; what is thrown or refused is no matter, only what comes of
 * it elsewhere.
 *
 * @returns how many ways were tried, and the WebRTC classes that the page, or a frame that it makes, can lay hands on
 */
export async function tryWaysOut(port: number): Promise<{ tried: number; classes: string[] }> {
  const pauseMs = 1_500
  const ways: Record<string, (host: string) => unknown> = {
    fetch: (host) => fetch(`http://${host}/`, { mode: 'no-cors' }),
    xhr: (host) => {
      const request = new XMLHttpRequest()
      request.open('GET', `http://${host}/`)
      request.send()
    },
    websocket: (host) => new WebSocket(`ws://${host}/`),
    stream: (host) =>
      new (Reflect.get(window, 'WebSocketStream') as new (url: string) => object)(`ws://${host}/`),
    eventsource: (host) => new EventSource(`http://${host}/`),
    webtransport: (host) => new WebTransport(`https://${host}/`),
    beacon: (host) => navigator.sendBeacon(`http://${host}/`, 'x'),
    image: (host) => (new Image().src = `http://${host}/`),
    audio: (host) => new Audio(`http://${host}/`).load(),
    font: (host) => new FontFace('Elsewhere', `url(http://${host}/)`).load(),
    style: (host) => link('stylesheet', host),
    prefetch: (host) => link('prefetch', host),
    prerender: (host) => link('prerender', host),
    preload: (host) => link('preload', host, { as: 'image' }),
    preconnect: (host) => link('preconnect', host),
    dnsprefetch: (host) => link('dns-prefetch', host),
    icon: (host) => link('icon', host),
    manifest: (host) => link('manifest', host),
    background: (host) => {
      document.body.style.backgroundImage = `url(http://${host}/)`
    },
    rules: (host) => {
      const script = document.createElement('script')
      script.type = 'speculationrules'
      script.textContent = JSON.stringify({
        prefetch: [{ urls: [`http://${host}/`], eagerness: 'immediate' }],
      })
      document.head.append(script)
    },
    form: (host) => {
      const form = document.createElement('form')
      form.action = `http://${host}/`
      form.target = '_blank'
      document.body.append(form)
      form.submit()
    },
    popup: (host) => window.open(`http://${host}/`),
    frame: (host) => add('iframe', { src: `http://${host}/` }),
    written: (host) =>
      add('iframe', { srcdoc: `<img src="http://${host}/"><link rel="dns-prefetch" href="http://${host}">` }),
    object: (host) => add('object', { data: `http://${host}/` }),
    worker: (host) => new Worker(blob(`fetch('http://${host}/'); importScripts('http://${host}/')`)),
    shared: (host) => new SharedWorker(blob(`fetch('http://${host}/')`)),
    service: (host) => navigator.serviceWorker.register(`http://${host}/`),
    module: (host) => import(/* @vite-ignore */ `http://${host}/`),
    navigation: (host) => window.location.assign(`http://${host}/`),
    ping: (host) => {
      const made = document.createElement('a')
      Object.assign(made, { href: 'app:', ping: `http://${host}/` })
      document.body.append(made)
      made.click()
    },
    report: (host) =>
      add('meta', {
        'http-equiv': 'Content-Security-Policy',
        content: `img-src 'none'; report-uri http://${host}/`,
      }),
  }
  function add(tag: string, attributes: Record<string, string>): HTMLElement {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) {
      try {
        made.setAttribute(name, value)
      } catch {
        // Markup and scripts out of a text are refused in our pages.
      }
    }
    document.body.append(made)
    return made
  }
  function link(rel: string, host: string, more: Record<string, string> = {}): void {
    document.head.append(
      Object.assign(document.createElement('link'), { rel, href: `http://${host}/`, ...more }),
    )
  }
  function blob(script: string): string {
    return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  }
  function callOut(frame: object, host: string): void {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) {
      const made: unknown = Reflect.get(frame, name)
      if (typeof made !== 'function') continue
      const url = (kind: string, transport: string): string => `${kind}:${host}${transport}`
      const servers = [
        url('turn', '?transport=tcp'),
        url('turns', '?transport=tcp'),
        url('turn', '?transport=udp'),
      ]
      const connection = Reflect.construct(made, [
        { iceServers: [{ urls: servers, username: 'a', credential: 'b' }, { urls: url('stun', '') }] },
      ]) as RTCPeerConnection
      connection.createDataChannel('x')
      void connection.createOffer().then((offer) => connection.setLocalDescription(offer))
    }
  }
  const frames: Window[] = []
  const keep = (frame: HTMLElement): void => {
    const inner = (frame as HTMLIFrameElement).contentWindow
    if (inner !== null) frames.push(inner)
  }
  keep(add('iframe', {}))
  keep(add('iframe', { src: 'about:blank' }))
  keep(add('iframe', { srcdoc: '<p>inner' }))
  keep(add('iframe', { src: 'javascript:0' }))
  // Its document is made anew, by writing it.
  const written = (add('iframe', {}) as HTMLIFrameElement).contentWindow
  if (written !== null) {
    written.document.open()
    try {
      // oxlint-disable-next-line typescript/no-deprecated -- whoever attacks calls it all the same
      written.document.write('<p>inner')
    } catch {
      // Refused as the other texts are; the document is new all the same.
    }
    written.document.close()
    frames.push(written)
  }

  let tried = 0
  for (const [way, go] of Object.entries(ways)) {
    for (const host of [`127.0.0.1:${port}`, `${way}.walls.example:${port}`]) {
      tried += 1
      try {
        void Promise.resolve(go(host)).catch(() => undefined)
      } catch {
        // Refused at once.
      }
    }
  }
  const classes: string[] = []
  for (const [index, frame] of [window, ...frames].entries()) {
    for (const name of Object.getOwnPropertyNames(frame))
      if (/^(?:webkit)?RTC/.test(name)) classes.push(`${index} ${name}`)
    for (const host of [`127.0.0.1:${port}`, `webrtc.walls.example:${port}`]) {
      tried += 1
      callOut(frame, host)
    }
  }
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  return { tried, classes }
}

/** Calls out by WebRTC from a world that still has it, over TCP and UDP, to an address. To be run there as a text. */
export const callOutByWebRtc = (port: number): string => `
  (async () => {
    const connection = new RTCPeerConnection({ iceServers: [
      { urls: ['turn:127.0.0.1:${port}?transport=tcp', 'turn:127.0.0.1:${port}?transport=udp'], username: 'a', credential: 'b' },
      { urls: 'stun:127.0.0.1:${port}' },
    ] })
    const candidates = []
    connection.onicecandidate = ({ candidate }) => candidate && candidates.push(candidate.candidate)
    connection.createDataChannel('x')
    await connection.setLocalDescription(await connection.createOffer())
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return candidates
  })()`

export interface NetEvent {
  readonly type: string
  readonly text: string
}

/**
 * Chromium's record of its network, event by event.
 * @throws Error where there is no record, which would prove nothing
 */
export function readNetLog(file: string): NetEvent[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n')
  const { constants } = JSON.parse(`${head.replace(/,$/, '')}}`) as {
    constants: { logEventTypes: Record<string, number> }
  }
  const names = new Map(Object.entries(constants.logEventTypes).map(([name, type]) => [type, name]))
  return (
    lines
      .filter((line) => line.includes('"source"'))
      // The source has a type of its own before it.
      .map((line) => ({
        type: names.get(Number(/"type":(\d+)\}\]?\}?,?$/.exec(line.trim())?.[1])) ?? '',
        text: line,
      }))
  )
}
