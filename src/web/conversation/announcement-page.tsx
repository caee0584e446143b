import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { announcementsContract } from '#contract/conversation/announcements.ts'
import { registerContract } from '#contract/client.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, requireSession, type Api } from '#web/identity/index.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'

registerContract({ announcements: announcementsContract })

export const createAnnouncementLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, { guard: requireSession }, async () => {
      return (await api.authenticated.announcements.showAnnouncement({ id: params.announcementId ?? '' })).data
    })

export function AnnouncementPage() {
  const { title, html, author, course, createdAt, isEdited } =
    useLoaderData<ReturnType<typeof createAnnouncementLoader>>()
  return (
    <article className="wrap max-w-[760px] py-10">
      <PageHead title={title} noIndex />
      <p className="text-ink-3">Pengumuman · {course.title}</p>
      <h1 className="mt-1 text-2xl font-extrabold">{title}</h1>
      <p className="mt-1 mb-6 text-sm text-ink-3">
        {author.name} · {formatShortDateTime(createdAt)}
        {isEdited && ' · diedit'}
      </p>
      <Prose html={html} />
      <ButtonLink className="mt-8" to={paths.player({ courseId: course._id })}>
        Buka Kelas
      </ButtonLink>
    </article>
  )
}
