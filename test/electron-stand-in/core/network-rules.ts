// What network the browser's pages have. They are given as flags, before the app has said a word, so the stand-in starts with
// those that Starkdesk asks for, and fails by name where the app then asks for others.

export interface NetworkRules {
  /** As `session.setProxy` takes them; '' for no proxy. */
  readonly proxy: string
  readonly bypass: string
  /** Of `webContents.setWebRTCIPHandlingPolicy`. */
  readonly webrtc: string
  /** Of the switch `blink-settings`; '' where none is asked for. */
  readonly blinkSettings: string
}

const open: NetworkRules = { proxy: '', bypass: '', webrtc: 'default', blinkSettings: '' }

/**
 * The rules for a start: none with STANDIN_NETWORK=open; else pages reach nothing but the development server that
 * electron-vite names.
 */
export function readNetworkRules(env: NodeJS.ProcessEnv): NetworkRules {
  if (env['STANDIN_NETWORK'] === 'open') return open
  const server = URL.parse(env['ELECTRON_RENDERER_URL'] ?? '')
  return {
    proxy: 'http://127.0.0.1:1',
    bypass: ['<-loopback>', ...(server === null ? [] : [server.host])].join(';'),
    webrtc: 'disable_non_proxied_udp',
    blinkSettings: 'dnsPrefetchingEnabled=false',
  }
}

/** The same as Chromium's own switches. */
export function networkFlags({ proxy, bypass, webrtc, blinkSettings }: NetworkRules): string[] {
  return [
    ...(proxy === '' ? [] : [`--proxy-server=${proxy}`, `--proxy-bypass-list=${bypass}`]),
    ...(webrtc === 'default' ? [] : [`--webrtc-ip-handling-policy=${webrtc}`]),
    ...(blinkSettings === '' ? [] : [`--blink-settings=${blinkSettings}`]),
  ]
}
