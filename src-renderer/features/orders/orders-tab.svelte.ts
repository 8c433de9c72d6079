// Which table of the Orders view is shown.

export const tabs = ['open', 'history', 'fills'] as const
export type Tab = (typeof tabs)[number]

class OrdersTab {
  /** Kept while other views are on screen. */
  shown = $state<Tab>('history')
}

export const ordersTab = new OrdersTab()

/** A tab as a link names it. */
export const isTab = (part: string | null): part is Tab => tabs.some((tab) => tab === part)
