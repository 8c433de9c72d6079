// Owns: the command line switches that a packaged app refuses, by what each of them would open.
// Must not: read a command line (debug-doors.ts does).

/** Look into the running program, or steer it. Fuses close Node's own; Chromium's have no fuse. */
const debugging = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'remote-debugging-targets',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-wait',
  'inspect-publish-uid',
  'debug',
  'debug-brk',
  'debug-port',
  'debug-devtools',
  'auto-open-devtools-for-tabs',
  'custom-devtools-frontend',
  'experimental-network-inspection',
  'wait-for-debugger',
  'wait-for-debugger-children',
  'renderer-startup-dialog',
  'utility-startup-dialog',
  'gpu-startup-dialog',
  'js-flags',
]

/** Start another program in the place of one of the app's processes, or load code of somebody else's into one. */
const foreignCode = [
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
  'gpu-launcher',
  'ppapi-plugin-launcher',
  'browser-subprocess-path',
  'mojo-core-library-path',
  'load-extension',
  'disable-extensions-except',
]

/** Write down what the app says to the service, whole requests and their tokens among it, or what is in its memory. */
const recording = [
  'log-net-log',
  'net-log-capture-mode',
  'ssl-key-log-file',
  'trace-startup',
  'trace-startup-file',
  'trace-config-file',
  'enable-tracing',
  'enable-tracing-output',
  'full-memory-crash-report',
]

/**
 * Send requests elsewhere, send them twice, or not ask who answers. A proxy is not among them: it carries what TLS has closed,
 * and whole offices cannot do without.
 */
const network = [
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'ignore-urlfetcher-cert-requests',
  'allow-insecure-localhost',
  'host-rules',
  'host-resolver-rules',
  'ssl-version-min',
  'ssl-version-max',
  'cipher-suite-blacklist',
  'cipher-suite-denylist',
  // Over QUIC a request is sent again where the protocol fails: see money-fetch.ts.
  'enable-quic',
  'origin-to-force-quic-on',
  'disable-webrtc-encryption',
  'force-webrtc-ip-handling-policy',
]

/** Take down what stands between a page and another one, between a page and a file, or between a page and its rules. */
const pageWalls = [
  'disable-web-security',
  'disable-site-isolation-trials',
  'disable-site-isolation-for-policy',
  'process-per-site',
  'process-per-tab',
  'renderer-process-limit',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
  'enable-local-file-accesses',
  'reduce-security-for-testing',
  'expose-internals-for-testing',
  'run-web-tests',
  'test-type',
  'disable-kill-after-bad-ipc',
  'enable-blink-features',
  'disable-blink-features',
  'enable-blink-test-features',
  'blink-settings',
  'enable-experimental-web-platform-features',
  'origin-trial-public-key',
  'use-fake-ui-for-media-stream',
  'auto-accept-camera-and-microphone-capture',
]

/** Take Chromium's sandbox from some process or from all, or put processes together that are apart. */
const sandbox: ReadonlySet<string> = new Set([
  'no-sandbox',
  'no-sandbox-and-elevated',
  'no-zygote',
  'no-zygote-sandbox',
  'single-process',
  'in-process-gpu',
  'disable-setuid-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-namespace-sandbox',
  'disable-gpu-sandbox',
  'allow-sandbox-debugging',
  'gpu-sandbox-allow-sysv-shm',
  'gpu-sandbox-failures-fatal',
  'allow-third-party-modules',
])

/**
 * The names that Chromium is asked for as well: it may have them from elsewhere than the arguments, such as `no-sandbox` from
 * ELECTRON_DISABLE_SANDBOX. Electron sets none of them by itself. Sources: Electron's command line switches and
 * electron_main_delegate.cc, Chromium's content_switches.cc, network_switches.cc, sandbox/policy/switches.cc.
 */
export const refusedNames: readonly string[] = [
  ...debugging,
  ...foreignCode,
  ...recording,
  ...network,
  ...pageWalls,
  ...sandbox,
]

/** In arguments only: Electron gives itself this one. */
const refusedAsArgument: ReadonlySet<string> = new Set([...refusedNames, 'allow-file-access-from-files'])

/**
 * Any name of these families, also those that a later Chromium, Electron or Node adds. Schemes are what Electron hands on to its
 * pages' processes: with `bypasscsp-schemes=app` no rule of ours would hold there.
 */
const families =
  /^(?:remote-debugging|inspect|debug|wait-for-debugger|ignore-certificate|disable-site-isolation|unsafely|enable-unsafe|force-fieldtrial|trace|net-log|node-integration)(?:-|s?$)|-(?:cmd-prefix|launcher|schemes)$/

const sandboxFamily = /(?:^|-)sandbox(?:-|$)/

/** True for a switch that weakens the sandbox; `enable-sandbox` and its like do not. */
export function weakensSandbox(name: string): boolean {
  return sandbox.has(name) || (sandboxFamily.test(name) && !name.startsWith('enable-'))
}

/** True for the name of a switch, in lower case and without dashes before it, that no argument may have. */
export function isRefusedName(name: string): boolean {
  return refusedAsArgument.has(name) || families.test(name) || weakensSandbox(name)
}

/** Chromium's features that people switch to see the window right; of all others there are too many to know. */
const harmlessFeature =
  /^(?:UseOzonePlatform|Wayland\w*|Vaapi\w*|AcceleratedVideo\w*|Vulkan\w*|\w*OverlayScrollbar\w*|WebRTCPipeWireCapturer|TouchpadOverscrollHistoryNavigation|MiddleClickAutoscroll)$/

/**
 * True for a list of Chromium's features that has one by which walls come down, such as `IsolateOrigins` switched off.
 *
 * @param name - of the switch
 * @param list - its value: names with commas between, each perhaps with a study (`<`) or values (`:`)
 */
export function isRefusedFeatureList(name: string, list: string): boolean {
  if (name !== 'enable-features' && name !== 'disable-features') return false
  return list
    .split(',')
    .map((feature) => feature.split(/[<:]/)[0]?.trim().replace(/^\*/, '') ?? '')
    .some((feature) => feature !== '' && !harmlessFeature.test(feature))
}
