// Creates the in-memory sessions of the pages, apart from the session of main's own requests. No page session can reach a
// network.
import { type App, session, type Session } from 'electron'
import { mayLoad, type PageKind, servePage } from './page-protocol.ts'

/** Session names. Without the prefix `persist:` they live in memory only. */
export const pagePartitions: Readonly<Record<PageKind, string>> = {
  main: 'pages',
  confirm: 'confirm',
  print: 'print',
}

/**
 * A proxy address where nothing listens: every network request of a page, WebRTC over TCP included, ends there without a DNS
 * lookup. Only the system may listen on port 1.
 */
const proxyToNowhere = 'http://127.0.0.1:1'

/** Denies downloads: a page must not create files in the app's name. */
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
  // Chromium bypasses the proxy for loopback addresses unless told otherwise.
  const bypass = ['<-loopback>']
  if (developmentUrl !== null) bypass.push(new URL(developmentUrl).host)
  await pages.setProxy({
    mode: 'fixed_servers',
    proxyRules: proxyToNowhere,
    proxyBypassRules: bypass.join(';'),
  })
}

/** Call before the app is ready. Disables DNS prefetching for links in pages. */
export function forbidNameLookups(app: Pick<App, 'commandLine'>): void {
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
}

/**
 * Creates the sessions. Await it before opening the first window.
 *
 * @param folder - folder of the built pages
 * @param developmentUrl - the development server's address; null in a build
 */
export async function preparePageSessions(folder: string, developmentUrl: string | null): Promise<void> {
  const of = (kind: PageKind): Session => session.fromPartition(pagePartitions[kind])
  // Each session serves only its own page.
  servePage(of('main').protocol, folder, 'starkdesk')
  servePage(of('confirm').protocol, folder, 'confirm')
  const kinds: readonly PageKind[] = ['main', 'confirm', 'print']
  await Promise.all(kinds.map((kind) => closeNetwork(kind, of(kind), developmentUrl)))
}
