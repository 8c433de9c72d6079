// Owns: notifications of the system, by Electron. Must not: decide what is shown.
import { Notification } from 'electron'
import { withoutMarkup } from '../alerts/notification-words.ts'
import type { SystemNotifications } from '../alerts/notifier.ts'

/** Not every system says when one is gone; who has left so many alone chooses an old one no more. */
const mostShown = 50
/** Linux desktops read the body as markup. */
const isMarkup = process.platform === 'linux'

/**
 * @param setBadge - shows a number on the app's icon
 * @param getLocale - the region in which figures are written
 */
export function createSystemNotifications({
  setBadge,
  getLocale,
}: Pick<SystemNotifications, 'setBadge' | 'getLocale'>): SystemNotifications {
  /** One that nothing refers to is collected, and with it who listens for the click. */
  const shown = new Set<Notification>()
  return {
    show(text, onChosen) {
      if (!Notification.isSupported()) return
      const notification = new Notification({
        title: text.title,
        body: isMarkup ? withoutMarkup(text.body) : text.body,
      })
      const forget = (): void => {
        shown.delete(notification)
      }
      notification.on('click', () => {
        forget()
        onChosen()
      })
      notification.on('close', forget)
      notification.on('failed', forget)
      shown.add(notification)
      const [oldest] = shown
      if (shown.size > mostShown && oldest) shown.delete(oldest)
      notification.show()
    },
    setBadge,
    getLocale,
  }
}
