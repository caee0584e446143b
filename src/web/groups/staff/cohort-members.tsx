import { useState } from 'react'
import type { Cohort } from '#contract/groups/cohorts.ts'
import { membersPerPage, type CohortMember } from '#contract/groups/cohorts-staff.ts'
import { useApi } from '#web/identity/index.ts'
import { useMoreRows } from '#web/kit/ui/behaviour/use-more-rows.ts'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { MoreButton } from '#web/kit/ui/lists/more-button.tsx'
import { AddMembersDialog, MoveMemberDialog, RemoveMemberDialog } from './member-dialogs.tsx'
import { MemberRow } from './member-row.tsx'

const AnnounceDialog = lazyDialog(
  async () => (await import('#web/conversation/staff/announce-dialog.tsx')).AnnounceDialog,
)

type Props = {
  courseId: string
  cohort: Cohort
  others: readonly Cohort[]
  /** The first page. */
  members: readonly CohortMember[]
}
type Opened = { what: 'add' | 'announce' } | { what: 'move' | 'remove'; member: CohortMember }

/** The members of a cohort: adding, moving, removing and writing to them. */
export function CohortMembers({ courseId, cohort, others, members: first }: Props) {
  const { cohorts } = useApi().authenticated
  const { rows: members, ...more } = useMoreRows(first, {
    keyOf: ({ userId }) => userId,
    perPage: membersPerPage,
    read: async (after) => (await cohorts.listCohortMembers({ id: cohort._id, after })).data,
  })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <section aria-labelledby="anggota" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="anggota" className="text-xl font-bold">
          Anggota
        </h2>
        <div className="flex flex-wrap gap-2 print:hidden">
          {members.length > 0 && (
            <Button variant="outline" onClick={() => setOpened({ what: 'announce' })}>
              Buat pengumuman
            </Button>
          )}
          {!cohort.cancelledAt && (
            <Button variant="outline" onClick={() => setOpened({ what: 'add' })}>
              Tambah anggota
            </Button>
          )}
        </div>
      </div>
      {members.length === 0 ? (
        <p className="text-ink-3">Belum ada anggota.</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {members.map((member) => (
            <MemberRow key={member.userId} courseId={courseId} member={member} text={`${member.percent}% selesai`}>
              {others.length > 0 && (
                <Button variant="outline" size="sm" onClick={() => setOpened({ what: 'move', member })}>
                  Pindahkan<span className="sr-only"> {member.name}</span>
                </Button>
              )}
              {member.source !== 'purchase' && (
                <Button variant="outline" size="sm" onClick={() => setOpened({ what: 'remove', member })}>
                  Keluarkan<span className="sr-only"> {member.name}</span>
                </Button>
              )}
            </MemberRow>
          ))}
        </ul>
      )}
      <MoreButton label="Anggota" {...more} />
      {opened?.what === 'add' && <AddMembersDialog courseId={courseId} cohort={cohort} onClose={close} />}
      {opened?.what === 'move' && (
        <MoveMemberDialog cohort={cohort} others={others} member={opened.member} onClose={close} />
      )}
      {opened?.what === 'remove' && <RemoveMemberDialog cohort={cohort} member={opened.member} onClose={close} />}
      {opened?.what === 'announce' && <AnnounceDialog courseId={courseId} recipients={{ cohort }} onClose={close} />}
    </section>
  )
}
