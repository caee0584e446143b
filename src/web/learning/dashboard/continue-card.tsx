import { Link } from 'react-router'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import { timeAgo } from '#web/learning/relative-time.ts'
import { studyVerb } from '#web/learning/study-verb.ts'
import { buttonClass } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'

/** The course opened last, with a link that continues it. */
export function ContinueCard({ course, now }: { course: EnrolledCourse; now: Date }) {
  return (
    <section
      aria-labelledby="lanjutkan"
      className="group relative grid overflow-hidden rounded-card border border-line bg-surface shadow-card soft hover:shadow-raised md:grid-cols-[2fr_3fr]"
    >
      <img
        src={course.thumbnail}
        alt=""
        width="640"
        height="360"
        className="cover-art aspect-video size-full object-cover object-left"
      />
      <div className="flex flex-col p-5 md:p-6">
        <h2 id="lanjutkan" className="text-sm font-bold text-nila">
          Lanjutkan dari terakhir
        </h2>
        <p className="mt-1 text-xl font-bold text-balance">{course.title}</p>
        <p className="mt-1 text-sm text-ink-3">
          {course.instructor.name}
          {course.lastAccessed && ` · terakhir dibuka ${timeAgo(course.lastAccessed, now)}`}
        </p>
        <div className="mt-4 mb-5">
          <ProgressBar percent={course.progress} label={`Progres ${course.title}`} />
          <p className="mt-2 text-sm text-ink-2">
            <strong>{course.progress}%</strong> · {course.lessonsCompleted} dari {course.lessonCount} materi
          </p>
        </div>
        {/* The link covers the whole card. */}
        <Link
          to={paths.player({ courseId: course._id })}
          className={`${buttonClass()} mt-auto self-start after:absolute after:inset-0 after:content-['']`}
        >
          {studyVerb(course.progress)}
          <span className="sr-only"> {course.title}</span>
        </Link>
      </div>
    </section>
  )
}
