import { paths } from '#contract/kit/paths.ts'
import { SchedulePage } from '#web/groups/schedule-page.tsx'
import type { OfflineItem } from '#web/site/offline/offline-item.ts'
import { SaveButton } from '#web/site/offline/save-button.tsx'

export { createScheduleLoader } from '#web/groups/schedule-page.tsx'

/** The live meetings of a student, without their links. */
const item: OfflineItem = { kind: 'schedule', id: 'jadwal', title: 'Jadwal', path: paths.schedule() }

/** The schedule, which can be saved on the device. */
export const Schedule = () => <SchedulePage actions={<SaveButton item={item} />} />
