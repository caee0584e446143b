import type { Cohort } from '#contract/groups/cohorts.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import type { SignedIn } from '#testing/factories.ts'
import type { TestSite } from '#testing/test-site.ts'

/** So many days after today, in western Indonesia. */
export const dayFromNow = (site: TestSite, days: number): string =>
  jakartaDay(new Date(site.clock.now().getTime() + days * dayMs))

/** Opens a cohort that starts in a week. */
export async function openCohort(
  site: TestSite,
  { token }: Pick<SignedIn, 'token'>,
  { courseId, ...fields }: { courseId: string; [field: string]: unknown },
): Promise<Cohort> {
  const body = { name: 'Angkatan 1', startsOn: dayFromNow(site, 7), ...fields }
  const opened = await site.call('POST', `/courses/${courseId}/cohorts`, { token, body })
  if (opened.status !== 201) throw new Error(`The cohort was not opened: ${JSON.stringify(opened.body)}`)
  return opened.body.data
}

/** Plans a meeting in two days. */
export async function planMeeting(
  site: TestSite,
  { token }: Pick<SignedIn, 'token'>,
  cohortId: string,
): Promise<{ _id: string; startsAt: string }> {
  const startsAt = new Date(site.clock.now().getTime() + 2 * dayMs).toISOString()
  const body = { title: 'Sesi pertama', startsAt, minutes: 60, url: 'https://meet.contoh.id/kelas' }
  return (await site.call('POST', `/cohorts/${cohortId}/meetings`, { token, body })).body.data[0]
}

type CohortWorld = { courseId: string; cohortId: string; meetingId: string; studentId: string }

/** Who may call what belongs to a cohort. */
export function cohortRows<Caller>({ mayEdit }: { mayEdit: readonly Caller[] }) {
  const of = (after = '') => ({
    owners: mayEdit,
    url: ({ cohortId }: CohortWorld) => `/cohorts/${cohortId}${after}`,
  })
  const ofMeeting = (after = '') => ({
    owners: mayEdit,
    url: ({ meetingId }: CohortWorld) => `/meetings/${meetingId}${after}`,
  })
  return {
    'POST /courses/{id}/cohorts': {
      owners: mayEdit,
      url: ({ courseId }: CohortWorld) => `/courses/${courseId}/cohorts`,
      body: () => ({ name: 'Angkatan', startsOn: '2027-01-01' }),
    },
    'GET /courses/{id}/cohorts/waiting': {
      owners: mayEdit,
      url: ({ courseId }: CohortWorld) => `/courses/${courseId}/cohorts/waiting`,
    },
    'GET /cohorts/{id}/meetings': of('/meetings'),
    'POST /cohorts/{id}/meetings': {
      ...of('/meetings'),
      body: () => ({ title: 'Sesi', startsAt: '2090-01-01T03:00:00Z', minutes: 60, url: 'https://meet.contoh.id/a' }),
    },
    'PATCH /meetings/{id}': { ...ofMeeting(), body: () => ({ title: 'Lain' }) },
    'DELETE /meetings/{id}': ofMeeting(),
    'GET /meetings/{id}/attendance': ofMeeting('/attendance'),
    'GET /meetings/{id}/attendance/export': ofMeeting('/attendance/export'),
    'PUT /meetings/{id}/attendance/{userId}': {
      owners: mayEdit,
      url: ({ meetingId, studentId }: CohortWorld) => `/meetings/${meetingId}/attendance/${studentId}`,
      body: () => ({ attended: true }),
    },
    'PUT /meetings/{id}/recording': { ...ofMeeting('/recording'), body: () => ({ contentId: null }) },
    'POST /meetings/{id}/join': { ...ofMeeting('/join'), owners: [] as readonly Caller[] },
    'PATCH /cohorts/{id}': { ...of(), body: () => ({ name: 'Lain' }) },
    'DELETE /cohorts/{id}': of(),
    'POST /cohorts/{id}/cancel': { ...of('/cancel'), body: () => ({ sentence: 'Tidak jadi' }) },
    'GET /cohorts/{id}/members': of('/members'),
    'POST /cohorts/{id}/members': {
      ...of('/members'),
      body: ({ studentId }: CohortWorld) => ({ userIds: [studentId] }),
    },
    'DELETE /cohorts/{id}/members/{userId}': {
      owners: mayEdit,
      url: ({ cohortId, studentId }: CohortWorld) => `/cohorts/${cohortId}/members/${studentId}`,
    },
    'POST /cohorts/{id}/members/{userId}/move': {
      owners: mayEdit,
      url: ({ cohortId, studentId }: CohortWorld) => `/cohorts/${cohortId}/members/${studentId}/move`,
      body: ({ cohortId }: CohortWorld) => ({ cohortId }),
    },
  }
}
