import type { CourseForViewer } from '#contract/learning.ts'
import { AwaitPayment } from '#web/commerce/await-payment.tsx'
import { createPlayerLoader, PlayerPage } from '#web/learning/player/player-page.tsx'
import { offlineCourse } from '#web/library/offline/offline-item.ts'
import { SaveButton } from '#web/library/offline/save-button.tsx'

export { createPlayerLoader }

/** The lesson player; a locked course shows the state of its purchase. */
export const Player = () => <PlayerPage Locked={AwaitPayment} Actions={SaveCourse} />

const SaveCourse = ({ course }: { course: CourseForViewer }) => <SaveButton item={offlineCourse(course)} />
