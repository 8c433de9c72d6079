// Commands of transfers: a new one, and one to each known recipient.
import type { Command } from '../../shell/palette/command.ts'
import { shortenAddress } from '../../text/format/address.ts'
import { transfers } from './transfers.svelte.ts'

/** A recipient that was sent to before, or is in the address book. */
export interface NamedRecipient {
  readonly address: string
  /** Null without a name. */
  readonly label: string | null
}

/** When the view appears it drops content of another account, so the wizard opens after it. */
function open(show: () => void, begin: () => void): void {
  show()
  setTimeout(begin)
}

/** @param show - opens the Transfers view */
export function makeRecipientCommand({ address, label }: NamedRecipient, show: () => void): Command {
  return {
    id: `transfers.to.${address.toLowerCase()}`,
    section: 'recipients',
    title: `Transfer to ${label === null ? shortenAddress(address) : `${label}, ${shortenAddress(address)}`}`,
    also: `recipient address book transfer ${address}`,
    isRare: true,
    // The wizard checks the address as if it was typed there.
    run: () => open(show, () => transfers.useAddress(address)),
  }
}

/** @param show - opens the Transfers view */
export function makeTransferCommands(recipients: readonly NamedRecipient[], show: () => void): Command[] {
  return [
    {
      id: 'transfers.new',
      section: 'actions',
      title: 'New transfer',
      also: 'send pay',
      run: () => open(show, () => transfers.openWizard()),
    },
    ...recipients.map((recipient) => makeRecipientCommand(recipient, show)),
  ]
}
