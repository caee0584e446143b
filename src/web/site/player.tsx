import type { CourseForViewer } from '#contract/learning.ts'
import { AwaitPayment } from '#web/commerce/await-payment.tsx'
import { createPlayerLoader, PlayerPage } from '#web/learning/player/player-page.tsx'

import { keepableCourse } from '#web/library/offline/keepable.ts'
import { SaveButton } from '#web/library/offline/save-button.tsx'

export { createPlayerLoader }

/** The lesson player; a course that is not open yet shows how its purchase stands. */
export const Player = () => <PlayerPage Locked={AwaitPayment} Actions={KeepCourse} />

const KeepCourse = ({ course }: { course: CourseForViewer }) => <SaveButton item={keepableCourse(course)} />
