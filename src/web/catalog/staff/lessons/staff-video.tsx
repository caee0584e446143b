import { LazyUploadedVideo } from '#web/catalog/video/lazy-uploaded-video.tsx'
import { useApi } from '#web/identity/index.ts'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

type Props = { courseId: string; lessonId: string; title: string; poster: string }

/** The uploaded video of a lesson, for its staff. */
export function StaffVideo({ courseId, lessonId, title, poster }: Props) {
  const { authenticated } = useApi()
  const request = async (signal?: AbortSignal) =>
    (await authenticated.authoring.showStaffLesson({ id: courseId, contentId: lessonId }, signal ? { signal } : {}))
      .data
  const signed = useRemote(lessonId, request)
  if (signed.status === 'failed')
    return (
      <ErrorState title="Video belum bisa dimuat" text="Periksa koneksi, lalu coba lagi." onRetry={signed.reload} />
    )
  if (signed.status === 'loading') return <Skeleton className="aspect-video w-full" />
  return (
    <LazyUploadedVideo
      url={signed.data.videoUrl ?? ''}
      title={title}
      poster={poster}
      lesson={{ courseId, lessonId, languages: signed.data.captions ?? [], client: authenticated }}
      refresh={async () => (await request()).videoUrl ?? ''}
    />
  )
}
