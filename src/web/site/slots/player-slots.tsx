import { lazy, Suspense } from 'react'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { AwaitPayment } from '#web/commerce/checkout/await-payment.tsx'
import { createPlayerLoader, PlayerPage } from '#web/learning/player/player-page.tsx'
import { QuestionCount } from '#web/conversation/question-count.tsx'
import { QuestionsSection } from '#web/conversation/questions-section.tsx'
import { MissingVideos } from '#web/site/offline/missing-videos.tsx'
import { offlineCourse } from '#web/site/offline/offline-item.ts'
import { SaveButton } from '#web/site/offline/save-button.tsx'

export { createPlayerLoader }

// Videos and articles do not load them.
const tasks = {
  quiz: lazy(() => import('#web/assessment/quiz-player.tsx')),
  assignment: lazy(() => import('#web/assessment/assignment-player.tsx')),
  code: lazy(() => import('#web/exercises/exercise-player.tsx')),
}

/** The lesson player; a locked course shows the state of its purchase. */
export const Player = () => (
  <PlayerPage
    Locked={AwaitPayment}
    tasks={tasks}
    Questions={QuestionsSection}
    QuestionCount={QuestionCount}
    Actions={CourseActions}
  />
)

// Most courses have no cohorts.
const NextMeeting = lazy(() => import('#web/groups/next-meeting.tsx'))

const CourseActions = ({ course }: { course: CourseForViewer }) => (
  <>
    <SaveButton item={offlineCourse(course)} Missing={MissingVideos} />
    {course.enrolment === 'cohorts' && (
      <Suspense fallback={null}>
        <NextMeeting courseId={course._id} chapters={course.chapters} />
      </Suspense>
    )}
  </>
)
