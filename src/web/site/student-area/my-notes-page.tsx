import { Fragment } from 'react'
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { momentPath, momentsIn } from '#contract/learning/note-moments.ts'
import type { MyNote } from '#contract/learning/notes.ts'
import { notesContract } from '#contract/learning/notes.ts'
import { paths } from '#contract/kit/paths.ts'
import { deviceSync } from '#web/kit/device/sync.ts'
import type { Api } from '#web/identity/index.ts'
import { loadAsStudent } from '#web/learning/load-as-student.ts'
import { noteTask } from '#web/learning/player/note-store.ts'
import { readingTask } from '#web/library/reading-task.ts'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { Breadcrumb } from '#web/kit/ui/breadcrumb.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { SearchBox } from './search-box.tsx'

registerContract({ notes: notesContract })

const title = 'Catatan dan sorotan'

const kinds: Record<MyNote['kind'], { label: string; tone: BadgeTone }> = {
  note: { label: 'Catatan', tone: 'info' },
  bookmark: { label: 'Penanda', tone: 'neutral' },
  highlight: { label: 'Sorotan', tone: 'promo' },
}

export const createMyNotesLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStudent(api, request, async (user) => {
      await deviceSync.flush(api, user._id, [noteTask, readingTask])
      const search = new URL(request.url).searchParams
      const before = search.get('before') ?? undefined
      const { data, meta } = await api.authenticated.notes.listMyNotes({
        q: (search.get('q') ?? '').slice(0, 100),
        before,
      })
      return { notes: data, next: meta.next }
    })

/** All notes on lessons, and bookmarks and highlights in e-books. */
export function MyNotesPage() {
  const { notes, next } = useLoaderData<ReturnType<typeof createMyNotesLoader>>()
  const [search] = useSearchParams()
  const q = search.get('q')
  const isFirstPage = !search.has('before')
  return (
    <>
      <PageHead title={title} noIndex />
      <Breadcrumb crumbs={[{ name: 'Kelas Saya', path: paths.myCourses() }, { name: title }]} />
      <h1 className="mt-1 mb-6 text-2xl font-extrabold">{title}</h1>
      {(notes.length > 0 || q || !isFirstPage) && (
        <SearchBox
          label="Cari di catatanmu"
          placeholder="Isi catatan atau teks yang disorot"
          className="mb-6 lg:max-w-120"
        />
      )}
      {notes.length === 0 && <Nothing q={q} />}
      <ul className="grid gap-3">
        {notes.map((note) => (
          <Note key={note._id} note={note} />
        ))}
      </ul>
      <nav aria-label="Halaman catatan" className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {!isFirstPage && (
          <ButtonLink variant="ghost" to={hrefWith(q, null)}>
            Ke yang terbaru
          </ButtonLink>
        )}
        {next && (
          <ButtonLink variant="outline" to={hrefWith(q, next)}>
            Yang lebih lama
          </ButtonLink>
        )}
      </nav>
    </>
  )
}

function hrefWith(q: string | null, before: string | null): string {
  const parameters = new URLSearchParams({ ...(q && { q }), ...(before && { before }) })
  return `?${parameters}`
}

function Nothing({ q }: { q: string | null }) {
  if (q)
    return (
      <EmptyState title={`Tidak ada catatan dengan “${q}”.`} text="Coba kata yang lebih pendek.">
        <ButtonLink variant="outline" to={paths.myNotes()}>
          Tampilkan semua
        </ButtonLink>
      </EmptyState>
    )
  return (
    <EmptyState
      title="Belum ada catatan"
      text="Tulis catatan di bawah materi kelas, atau sorot teks di e-book. Semuanya terkumpul di sini."
    >
      <ButtonLink to={paths.myCourses()}>Buka Kelas Saya</ButtonLink>
    </EmptyState>
  )
}

function Note({ note: { kind, quote, text, changedAt, item, place, range } }: { note: MyNote }) {
  const path =
    item.kind === 'course'
      ? paths.player({ courseId: item._id, lessonId: place._id })
      : paths.ebook({ ebookId: item._id, sectionId: place._id })
  return (
    <li className="relative rounded-card border border-line bg-surface p-4 soft hover:shadow-raised focus-within:shadow-raised">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
        <Badge tone={kinds[kind].tone}>{kinds[kind].label}</Badge>
        {formatShortDateTime(changedAt)}
      </p>
      {quote && (
        <blockquote className="mt-2 line-clamp-4 border-l-4 border-kunyit pl-3 text-ink-2 wrap-anywhere">
          {quote}
        </blockquote>
      )}
      {text && (
        <p className="mt-2 line-clamp-6 whitespace-pre-line wrap-anywhere">
          {place.hasVideo ? <TextWithMoments text={text} lesson={{ courseId: item._id, lessonId: place._id }} /> : text}
        </p>
      )}
      <h2 className="mt-3 text-sm font-semibold">
        <Link
          to={path}
          state={range && { range: { sectionId: place._id, ...range } }}
          className="text-nila after:absolute after:inset-0"
        >
          {place.title}
        </Link>
        <span className="block font-normal text-ink-3">{item.title}</span>
      </h2>
    </li>
  )
}

/** The moments of a video in a note are links to the lesson at that second. */
function TextWithMoments({ text, lesson }: { text: string; lesson: { courseId: string; lessonId: string } }) {
  const moments = momentsIn(text)
  if (moments.length === 0) return text
  return moments.map((moment, index) => (
    <Fragment key={moment.start}>
      {text.slice(moments[index - 1]?.end ?? 0, moment.start)}
      <Link
        to={momentPath(lesson, moment)}
        className="relative z-1 -my-2 inline-block py-2 font-semibold text-nila underline tabular-nums"
      >
        <span className="sr-only">Putar dari </span>
        {moment.label}
      </Link>
      {index === moments.length - 1 && text.slice(moment.end)}
    </Fragment>
  ))
}
