import { useState } from 'react'
import type { Cohort } from '#contract/groups/cohorts.ts'
import { membersPerPage, type WaitingMember } from '#contract/groups/cohorts-staff.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { useMoreRows } from '#web/kit/ui/behaviour/use-more-rows.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { MoreButton } from '#web/kit/ui/lists/more-button.tsx'
import { SeatWaitingDialog } from './member-dialogs.tsx'
import { MemberRow } from './member-row.tsx'

const sourceLabels = { purchase: 'membeli', free: 'gratis', staff: 'diberi akses' }

type Props = {
  courseId: string
  cohorts: readonly Cohort[]
  /** The first page. */
  waiting: readonly WaitingMember[]
}

/** Students without a cohort, or of a cancelled one: into another, or their money back. */
export function WaitingMembers({ courseId, cohorts, waiting: first }: Props) {
  const api = useApi().authenticated
  const isAdmin = useStaffUser().role === 'admin'
  const [seated, setSeated] = useState<WaitingMember | null>(null)
  const { rows: waiting, ...more } = useMoreRows(first, {
    keyOf: ({ userId }) => userId,
    perPage: membersPerPage,
    read: async (after) => (await api.cohorts.listWithoutCohort({ id: courseId, after })).data,
  })
  const joinable = cohorts.filter(({ cancelledAt, state }) => !cancelledAt && state !== 'ended')
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="belum-memilih" className="mt-10">
      <h2 id="belum-memilih" className="text-xl font-bold">
        Belum punya angkatan
      </h2>
      <p className="mt-1 mb-4 max-w-[65ch] text-ink-2">
        Materi mereka menunggu. Mereka memilih sendiri, kamu memilihkan angkatan, atau admin mengembalikan dananya.
      </p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {waiting.map((member) => (
          <MemberRow
            key={member.userId}
            courseId={courseId}
            member={member}
            text={
              <>
                {sourceLabels[member.source]}
                {member.cancelledCohort !== null && ` · ${member.cancelledCohort} dibatalkan`}
              </>
            }
          >
            {joinable.length > 0 && (
              <Button variant="outline" size="sm" onClick={() => setSeated(member)}>
                Pilihkan angkatan<span className="sr-only"> untuk {member.name}</span>
              </Button>
            )}
            {isAdmin && member.source === 'purchase' && (
              <ButtonLink
                variant="outline"
                size="sm"
                to={`${paths.adminTransactions()}?${new URLSearchParams({ q: member.email })}`}
              >
                Kembalikan dana<span className="sr-only"> {member.name}</span>
              </ButtonLink>
            )}
          </MemberRow>
        ))}
      </ul>
      <MoreButton label="Siswa" {...more} />
      {seated && <SeatWaitingDialog cohorts={joinable} member={seated} onClose={() => setSeated(null)} />}
    </section>
  )
}
