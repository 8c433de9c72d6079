// Owns: notifications of the system and the number on the app's icon, by Electron. Must not: decide what is shown.
import { app, Notification } from 'electron'
import type { SystemNotifications } from './services/alerts/notifier.ts'

export const systemNotifications: SystemNotifications = createSystemNotifications()

function createSystemNotifications(): SystemNotifications {
  /** One that nothing refers to is collected, and with it who listens for the click. */
  const shown = new Set<Notification>()
  return {
    show(text, onChosen) {
      if (!Notification.isSupported()) return
      const notification = new Notification({ title: text.title, body: text.body })
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
      notification.show()
    },
    setBadge(count) {
      app.setBadgeCount(count)
    },
  }
}
