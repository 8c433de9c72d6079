// Shows system notifications with Electron.
import { Notification } from 'electron'
import { withoutMarkup } from '../alerts/notification-text.ts'
import type { SystemNotifications } from '../alerts/notifier.ts'

/** Not every system reports when a notification is dismissed, so only this many are tracked; older ones are rarely clicked. */
const maxTracked = 50
/** Linux desktops interpret the body as markup. */
const isMarkup = process.platform === 'linux'

/**
 * @param setBadge - shows a number on the app's icon
 * @param getLocale - locale for formatting numbers
 */
export function createSystemNotifications({
  setBadge,
  getLocale,
}: Pick<SystemNotifications, 'setBadge' | 'getLocale'>): SystemNotifications {
  /** Keeps a reference to each notification; otherwise it is garbage-collected together with its click handler. */
  const shown = new Set<Notification>()
  return {
    show(text, onChosen, hasSound) {
      if (!Notification.isSupported()) return
      const notification = new Notification({
        title: text.title,
        body: isMarkup ? withoutMarkup(text.body) : text.body,
        silent: !hasSound,
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
      if (shown.size > maxTracked && oldest) shown.delete(oldest)
      notification.show()
    },
    setBadge,
    getLocale,
  }
}
