import Bell from 'lucide-react/icons/bell'
import { Link } from 'react-router'
import { maximumUnreadShown } from '#contract/notifications/unread-limit.ts'
import { paths } from '#contract/kit/paths.ts'
import { useUnread } from './use-unread.ts'

/** The way to the notifications, with how many are unread. */
export default function NotificationBell({ userId }: { userId: string }) {
  const unread = useUnread(userId)
  const shown = unread >= maximumUnreadShown ? `${maximumUnreadShown - 1}+` : String(unread)
  return (
    <Link
      to={paths.notifications()}
      className="relative grid size-11 shrink-0 place-items-center rounded-button hover:bg-sunken"
      title="Notifikasi"
    >
      <Bell aria-hidden className="size-5.5" />
      <span className="sr-only">Notifikasi{unread > 0 && `, ${shown} belum dibaca`}</span>
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-1 right-0.5 min-w-5 rounded-full bg-mengkudu px-1 text-center text-xs leading-5 font-bold text-on-mengkudu tabular-nums"
        >
          {shown}
        </span>
      )}
    </Link>
  )
}
