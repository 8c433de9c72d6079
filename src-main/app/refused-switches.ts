// Lists the command line switches that a packaged app refuses, grouped by effect.

/** Inspect or control the running program. Fuses disable Node's switches; Chromium's have no fuse. */
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

/** Replace one of the app's processes with another program, or load foreign code into it. */
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

/** Record network traffic (requests with their tokens) or memory. */
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
 * Redirect or repeat requests, or skip certificate checks. Proxies are allowed: they only carry TLS traffic, and many offices
 * need them.
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
  // QUIC resends requests after protocol errors: see money-fetch.ts.
  'enable-quic',
  'origin-to-force-quic-on',
  'disable-webrtc-encryption',
  'force-webrtc-ip-handling-policy',
]

/** Weaken the isolation between pages, between pages and files, or between a page and its policy. */
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

/** Disable the sandbox of some or all processes, or merge processes that are separate. */
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
 * Names also checked in Chromium's parsed command line, which has sources other than the arguments, such as `no-sandbox` from
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

/** Checked in the arguments only, because Electron sets this one itself. */
const refusedAsArgument: ReadonlySet<string> = new Set([...refusedNames, 'allow-file-access-from-files'])

/**
 * Families of switch names, to also cover switches of later Chromium, Electron or Node versions. Scheme switches are passed
 * to renderer processes: `bypasscsp-schemes=app` would disable our policy.
 */
const families =
  /^(?:remote-debugging|inspect|debug|wait-for-debugger|ignore-certificate|disable-site-isolation|unsafely|enable-unsafe|force-fieldtrial|trace|net-log|node-integration)(?:-|s?$)|-(?:cmd-prefix|launcher|schemes)$/

const sandboxFamily = /(?:^|-)sandbox(?:-|$)/

/** True for a switch that weakens the sandbox, but not for `enable-sandbox` and similar. */
export function weakensSandbox(name: string): boolean {
  return sandbox.has(name) || (sandboxFamily.test(name) && !name.startsWith('enable-'))
}

/** True for a refused switch name, given in lower case without leading dashes. */
export function isRefusedName(name: string): boolean {
  return refusedAsArgument.has(name) || families.test(name) || weakensSandbox(name)
}

/** Chromium features that users toggle to fix rendering. All other features are refused, since there are too many to review. */
const harmlessFeature =
  /^(?:UseOzonePlatform|Wayland\w*|Vaapi\w*|AcceleratedVideo\w*|Vulkan\w*|\w*OverlayScrollbar\w*|WebRTCPipeWireCapturer|TouchpadOverscrollHistoryNavigation|MiddleClickAutoscroll)$/

/**
 * True for a Chromium feature list with any feature outside the harmless ones, such as a disabled `IsolateOrigins`.
 *
 * @param name - name of the switch
 * @param list - its value: names separated by commas, each optionally with a study (`<`) or values (`:`)
 */
export function isRefusedFeatureList(name: string, list: string): boolean {
  if (name !== 'enable-features' && name !== 'disable-features') return false
  return list
    .split(',')
    .map((feature) => feature.split(/[<:]/)[0]?.trim().replace(/^\*/, '') ?? '')
    .some((feature) => feature !== '' && !harmlessFeature.test(feature))
}
