import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { unreadContract } from '#contract/notifications/unread.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { onRead } from './unread.ts'

registerContract({ notifications: unreadContract })

const pauseMs = minuteMs

/** How many notifications are unread: on every page, once a minute while the page is shown, and after they were read in any tab. */
export function useUnread(userId: string): number {
  const { authenticated } = useApi()
  const { pathname } = useLocation()
  const { data, reload } = useRemote(
    userId,
    async (signal) => (await authenticated.notifications.countUnreadNotifications({}, { signal })).data.unread,
  )
  useEffect(() => reload(), [pathname, reload])
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && reload()
    const timer = setInterval(look, pauseMs)
    const end = onRead(reload)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      end()
      document.removeEventListener('visibilitychange', look)
    }
  }, [reload])
  return data ?? 0
}
