import Lock from 'lucide-react/icons/lock'
import type { CourseOverview } from '#contract/learning/learning.ts'
import { buttonClass } from '#web/kit/ui/button.tsx'
import { LessonPreview } from './lesson-preview.tsx'
import { YoutubeFacade } from '#web/catalog/video/youtube-facade.tsx'

// The list of lessons has it in full.
const title = 'line-clamp-2 leading-snug font-bold wrap-anywhere md:text-lg'

/** The first preview lesson, else the first lesson. A locked lesson shows its title only, because its content is not sent. `isOwned` for students of the course. */
export function CoursePreview({ course, isOwned }: { course: CourseOverview; isOwned: boolean }) {
  const lesson = course.details.find((lesson) => lesson.isPreview) ?? course.details[0]
  if (lesson?.youtubeId)
    return <YoutubeFacade youtubeId={lesson.youtubeId} title={lesson.title} poster={course.thumbnail} />
  return (
    <div className="relative isolate aspect-video overflow-hidden rounded-card bg-nila-900 text-white shadow-raised">
      <img
        src={course.thumbnail}
        alt=""
        width={640}
        height={360}
        fetchPriority="high"
        className="cover-art size-full object-cover"
      />
      {lesson && (
        <div className="absolute inset-0 flex flex-col shade-top p-4 md:p-6">
          {lesson.isPreview ? (
            <>
              <p className={title}>{lesson.title}</p>
              <LessonPreview
                courseId={course._id}
                lesson={lesson}
                poster={course.thumbnail}
                className={`mt-auto self-end ${buttonClass({ variant: 'buy' })}`}
              >
                Lihat contoh materi
              </LessonPreview>
            </>
          ) : (
            <>
              {!isOwned && (
                <p className="mb-1.5 flex items-center gap-1.5 text-sm font-semibold ">
                  <Lock className="size-4" />
                  Terkunci
                </p>
              )}
              <p className={title}>{lesson.title}</p>
            </>
          )}
        </div>
      )}
    </div>
  )
}
