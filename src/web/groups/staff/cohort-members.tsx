import { useState } from 'react'
import { Link } from 'react-router'
import type { Cohort } from '#contract/groups/cohorts.ts'
import type { CohortMember } from '#contract/groups/cohorts-staff.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { AddMembersDialog, MoveMemberDialog, RemoveMemberDialog } from './member-dialogs.tsx'

const AnnounceDialog = lazyDialog(
  async () => (await import('#web/conversation/staff/announce-dialog.tsx')).AnnounceDialog,
)

type Props = { courseId: string; cohort: Cohort; others: readonly Cohort[]; members: readonly CohortMember[] }
type Opened = { what: 'add' | 'announce' } | { what: 'move' | 'remove'; member: CohortMember }

/** The members of a cohort: adding, moving, removing and writing to them. */
export function CohortMembers({ courseId, cohort, others, members }: Props) {
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
            <li
              key={member.userId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 wrap-anywhere"
            >
              <span className="min-w-0">
                <Link
                  to={staffPaths.courseStudent({ courseId, studentId: member.userId })}
                  className="font-semibold hover:underline"
                >
                  {member.name}
                </Link>
                <span className="block text-sm text-ink-3">
                  {member.email} · {member.percent}% selesai
                </span>
              </span>
              <span className="flex flex-wrap gap-2 print:hidden">
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
              </span>
            </li>
          ))}
        </ul>
      )}
      {opened?.what === 'add' && <AddMembersDialog courseId={courseId} cohort={cohort} onClose={close} />}
      {opened?.what === 'move' && (
        <MoveMemberDialog cohort={cohort} others={others} member={opened.member} onClose={close} />
      )}
      {opened?.what === 'remove' && <RemoveMemberDialog cohort={cohort} member={opened.member} onClose={close} />}
      {opened?.what === 'announce' && <AnnounceDialog courseId={courseId} recipients={{ cohort }} onClose={close} />}
    </section>
  )
}
