import { minuteMs } from '#contract/kit/durations.ts'
import type { Groups } from './groups.ts'
import { groupsPersonalData } from './personal-data.ts'

type Modules = Parameters<typeof groupsPersonalData>[0] & { groups: Groups }

/** Who is in a group is on the enrolment, and erased and exported with it. */
export const groupsDomain = {
  invariants: [
    [
      'a seat is held by an open order only',
      `select h.line_id from held_seats h join transaction_lines l on l.id = h.line_id join transactions t on t.id = l.transaction_id
       where t.state not in ('created', 'pending', 'review')`,
    ],
    [
      'a cohort has at most as many people with a seat as seats: members, and buyers whose open orders hold one',
      `select g.id from groups g where g.seats < (select count(*) from (
         select m.user_id from group_members m where m.group_id = g.id
         union select h.user_id from seat_holders h where h.group_id = g.id) as seated)`,
    ],
  ] as const,
  contribute: ({ groups, ...modules }: Modules) => ({
    routes: {},
    personalData: [groupsPersonalData(modules)],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [{ name: 'meetings', everyMs: minuteMs, run: groups.runDueWork }],
  }),
}
