// The hosts of the pages that the app opens in the browser, for main that opens them and for texts that name them.
import type { LinkName } from '../contract/app/app.ts'

export const linkHosts: Readonly<Record<LinkName, string>> = {
  serviceMainnet: 'trade.tanx.fi',
  serviceTestnet: 'testnet.tanx.fi',
  serviceDocs: 'docs.tanx.fi',
}
