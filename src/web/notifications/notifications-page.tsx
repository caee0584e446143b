import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { registerContract, serverMessage } from '#contract/client.ts'
import { formatDate, formatShortDateTime, jakartaDay } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { notificationsContract, type Notification } from '#contract/notifications/notifications.ts'
import { load, requireSession, useAction, useApi, type Api } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { tellRead } from './unread.ts'
import { ChannelSettings } from './channel-settings.tsx'

registerContract({ notifications: notificationsContract })

export const createNotificationsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, { guard: requireSession }, async () => {
      const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
      const { notifications } = api.authenticated
      const [list, settings, push, whatsApp] = await Promise.all([
        notifications.listNotifications({ cursor }),
        notifications.showNotificationSettings(),
        notifications.showPush(),
        notifications.showWhatsApp(),
      ])
      return { list, settings: settings.data, push: push.data, whatsApp: whatsApp.data }
    })

/** Notifications by day, and how one wants to be told. */
export function NotificationsPage() {
  const { list, settings, push, whatsApp } = useLoaderData<ReturnType<typeof createNotificationsLoader>>()
  const { data, meta } = list
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<'read'>((error) => serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
  const days = Map.groupBy(data, ({ createdAt }) => jakartaDay(new Date(createdAt)))
  const readAll = () =>
    run('read', async () => {
      // Also those that are newer than an older page.
      const [first] = meta.previous ? (await authenticated.notifications.listNotifications({})).data : data
      if (first) await authenticated.notifications.readNotifications({ upTo: first._id })
      tellRead()
      await revalidate()
    })
  const read = (id: string) =>
    void authenticated.notifications.readNotifications({ ids: [id] }).then(tellRead, () => {})
  return (
    <>
      <PageHead title="Notifikasi" noIndex />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-extrabold">Notifikasi</h1>
        {meta.unread > 0 && data.length > 0 && (
          <Button variant="outline" size="sm" busy={busy === 'read'} onClick={() => void readAll()}>
            Tandai semua dibaca
          </Button>
        )}
      </div>
      {data.length === 0 && (
        <EmptyState title="Belum ada notifikasi." text="Jawaban, pengumuman, dan kabar dari kelasmu tampil di sini." />
      )}
      {[...days].map(([day, rows]) => (
        <section key={day} aria-label={formatDate(`${day}T12:00:00+07:00`)} className="mb-6">
          <h2 className="mb-2 text-sm font-bold text-ink-3">{formatDate(`${day}T12:00:00+07:00`)}</h2>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {rows.map((row) => (
              <Row key={row._id} row={row} onRead={() => read(row._id)} />
            ))}
          </ul>
        </section>
      ))}
      <nav aria-label="Halaman notifikasi" className="flex flex-wrap gap-3 empty:hidden">
        {meta.previous && (
          <ButtonLink variant="ghost" to={paths.notifications()}>
            Ke yang terbaru
          </ButtonLink>
        )}
        {meta.next && (
          <ButtonLink variant="outline" to={`?cursor=${meta.next}`}>
            Yang lebih lama
          </ButtonLink>
        )}
      </nav>
      <ChannelSettings
        settings={settings}
        publicKey={push.publicKey}
        devices={push.devices.length}
        whatsApp={whatsApp}
      />
    </>
  )
}

function Row({ row, onRead }: { row: Notification; onRead: () => void }) {
  return (
    <li>
      <Link
        to={row.url}
        onClick={onRead}
        className="block rounded-card border border-line bg-surface p-[min(1rem,5vw)] wrap-anywhere hover:border-ink-3"
      >
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className={row.isRead ? 'font-semibold' : 'font-extrabold'}>{row.title}</span>
          {!row.isRead && <span className="text-sm font-bold text-nila">Baru</span>}
        </span>
        <span className="mt-1 block text-ink-2">{row.text}</span>
        <time dateTime={row.createdAt} className="mt-1 block text-sm text-ink-3">
          {formatShortDateTime(row.createdAt)}
        </time>
      </Link>
    </li>
  )
}
