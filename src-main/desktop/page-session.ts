// Owns: the sessions that pages live in, each in memory and apart from those of main's requests, and that no network is reached
// from any of them. Must not: make a window, or touch the session that main's own requests use.
import { type App, session, type Session } from 'electron'
import { mayLoad, type PageKind, servePage } from './page-protocol.ts'

/** The names of the sessions. In memory, since none begins with `persist:`: our pages keep nothing. */
export const pagePartitions: Readonly<Record<PageKind, string>> = {
  main: 'pages',
  confirm: 'confirm',
  print: 'print',
}

/**
 * A proxy where nobody listens: what a page asks of a network, WebRTC over TCP included, is sent there and ends there, and no
 * name is looked up for it. Port 1 is one that only the system can listen on.
 */
const proxyToNowhere = 'http://127.0.0.1:1'

/** Nothing of ours is downloaded: a file with an app's name on it is for no page to give. */
function refuseDownload(event: Electron.Event): void {
  event.preventDefault()
}

async function closeNetwork(kind: PageKind, pages: Session, developmentUrl: string | null): Promise<void> {
  pages.setPermissionRequestHandler((_contents, _permission, decide) => {
    decide(false)
  })
  pages.setPermissionCheckHandler(() => false)
  pages.on('will-download', refuseDownload)
  pages.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({ cancel: !mayLoad(kind, url, developmentUrl) })
  })
  // Chromium reaches addresses of this computer without a proxy unless it is told not to.
  const bypass = ['<-loopback>']
  if (developmentUrl !== null) bypass.push(new URL(developmentUrl).host)
  await pages.setProxy({
    mode: 'fixed_servers',
    proxyRules: proxyToNowhere,
    proxyBypassRules: bypass.join(';'),
  })
}

/** Must be called before the app is ready: a link in a page that is meant for names to be looked up ahead looks up none. */
export function forbidNameLookups(app: Pick<App, 'commandLine'>): void {
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
}

/**
 * Makes the sessions. To be awaited before the first window is opened.
 *
 * @param folder - of the built pages
 * @param developmentUrl - the development server's address; null in a build
 */
export async function preparePageSessions(folder: string, developmentUrl: string | null): Promise<void> {
  const of = (kind: PageKind): Session => session.fromPartition(pagePartitions[kind])
  // Each serves its own page alone: neither can be shown in the other's session.
  servePage(of('main').protocol, folder, 'starkdesk')
  servePage(of('confirm').protocol, folder, 'confirm')
  const kinds: readonly PageKind[] = ['main', 'confirm', 'print']
  await Promise.all(kinds.map((kind) => closeNetwork(kind, of(kind), developmentUrl)))
}
