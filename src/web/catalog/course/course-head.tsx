import BookOpen from 'lucide-react/icons/book-open'
import Users from 'lucide-react/icons/users'
import type { CourseOverview } from '#contract/learning/learning.ts'
import { formatCount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { Breadcrumb } from '#web/kit/ui/breadcrumb.tsx'
import { ShareButton } from '#web/kit/ui/sharing/share-button.tsx'
import { crumbsOf } from '#web/catalog/crumbs.ts'
import { LevelBars } from '#web/catalog/level-bars.tsx'
import { Rating } from '#web/catalog/rating.tsx'
import { courseOffer, WishHeart } from '#web/catalog/wish-heart.tsx'

const listOf = new Intl.ListFormat('id-ID')

/** In characters; longer titles use a smaller size. */
const longTitle = 60

/** Breadcrumb, title, tagline and key facts, on a dark background. A page that is not public has no share button. */
export function CourseHead({ course, isPublic }: { course: CourseOverview; isPublic: boolean }) {
  return (
    <>
      <Breadcrumb crumbs={crumbsOf(course)} />
      <h1
        className={classNames(
          'mt-2 font-extrabold text-white',
          course.title.length > longTitle ? 'text-3xl' : 'text-h1',
        )}
      >
        {course.title}
      </h1>
      <p className="mt-3 text-lg text-ink-2">{course.tagline}</p>
      <ul className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm font-semibold text-ink-2">
        <li>
          {course.ratingCount > 0 ? (
            <a href="#ulasan" className="hit-44 relative rounded-chip hover:underline">
              <Rating rating={course.rating} count={course.ratingCount} />
            </a>
          ) : (
            <Rating rating={0} count={0} />
          )}
        </li>
        <li className="flex items-center gap-1.5">
          <Users className="size-4.5" />
          {formatCount(course.enrollmentCount)} siswa
        </li>
        <li>
          <span className="sr-only">Level: </span>
          <LevelBars level={course.levels} />
        </li>
        {course.details.length > 0 && (
          <li className="flex items-center gap-1.5">
            <BookOpen className="size-4.5" />
            {formatCount(course.details.length)} materi
          </li>
        )}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {course.instructor.name && (
          <a
            href="#mentor"
            className="inline-flex min-h-11 items-center gap-2.5 rounded-full pr-3 text-sm text-ink-2 hover:text-ink"
          >
            <Avatar src={course.instructor.avatar} name={course.instructor.name} size={36} />
            <span>
              oleh{' '}
              <strong className="font-bold text-ink">
                {listOf.format(course.instructors.map(({ name }) => name))}
              </strong>
            </span>
          </a>
        )}
        {isPublic && (
          // The button comes first: where this is a line of its own, it begins at the edge of the text.
          <div className="flex items-center gap-1">
            <ShareButton title={`Kelas ${course.title}`} path={paths.courseDetail({ courseId: course._id })} />
            <WishHeart offer={courseOffer(course)} />
          </div>
        )}
      </div>
    </>
  )
}
