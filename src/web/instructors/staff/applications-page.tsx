import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import {
  applicationStates,
  listApplicationsInput,
  type ApplicationState,
  type InstructorApplication,
} from '#contract/instructors/applications.ts'
import { reason } from '#contract/kit/input-rules.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { PersonCell, RowActions, StateCell, actionsColumn, momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { DecisionDialog } from '#web/kit/staff/form/decision-dialog.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { type BadgeTone } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.applications.listApplications(readListQuery(listApplicationsInput, request)),
)

const states: Record<ApplicationState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Menunggu', tone: 'promo' },
  accepted: { label: 'Diterima', tone: 'success' },
  refused: { label: 'Ditolak', tone: 'neutral' },
}

type Actions = { accept: (row: InstructorApplication) => void; refuse: (row: InstructorApplication) => void }

const columnsWith = ({ accept, refuse }: Actions): readonly Column<InstructorApplication>[] => [
  {
    key: 'user',
    label: 'Calon instruktur',
    isName: true,
    cell: ({ user, headline, about, categories, sampleUrl }) => (
      <PersonCell name={user.name} email={user.email} to={paths.adminStudent({ studentId: user._id })}>
        <span className="mt-1 block font-semibold wrap-anywhere">{headline}</span>
        <span className="mt-1 block max-w-prose wrap-anywhere whitespace-pre-line">{about}</span>
        <span className="mt-1 block text-sm text-ink-3">{categories.join(', ')}</span>
        {sampleUrl && <span className="mt-1 block text-sm wrap-anywhere text-ink-2">{sampleUrl}</span>}
      </PersonCell>
    ),
  },
  momentColumn('createdAt', 'Diajukan', ({ createdAt }) => createdAt),
  {
    key: 'state',
    label: 'Status',
    cell: ({ state, sentence }) => <StateCell tone={states[state].tone} label={states[state].label} text={sentence} />,
  },
  actionsColumn(
    (row) =>
      row.state === 'waiting' && (
        <RowActions>
          <Button size="sm" onClick={() => accept(row)}>
            Terima<span className="sr-only"> {row.user.name}</span>
          </Button>
          <Button size="sm" variant="outline" onClick={() => refuse(row)}>
            Tolak<span className="sr-only"> {row.user.name}</span>
          </Button>
        </RowActions>
      ),
  ),
]

/** People who ask to teach, and what an admin answers. */
export function Page() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [refused, setRefused] = useState<InstructorApplication | null>(null)

  async function accept({ _id, user }: InstructorApplication) {
    const confirmed = await askConfirm({
      title: `Jadikan ${user.name} instruktur?`,
      text: 'Orangnya langsung bisa membuat kelas, dan kami kabari lewat email.',
      confirmLabel: 'Terima',
    })
    if (!confirmed) return
    try {
      const { message } = await withLogin(() => authenticated.applications.acceptApplication({ id: _id }))
      toast.success(message ?? 'Diterima.')
    } catch (error) {
      toast.error(describeFailure(error))
    }
    await revalidate()
  }

  return (
    <StaffPage title="Pengajuan instruktur" lead="Yang ingin mengajar di sini. Setiap keputusan dikirim lewat email.">
      <StaffList
        caption="Daftar pengajuan instruktur"
        columns={columnsWith({ accept: (row) => void accept(row), refuse: setRefused })}
        rows={rows}
        meta={meta}
        countWord="pengajuan"
        filters={[
          {
            name: 'state',
            label: 'Status',
            all: 'Menunggu',
            options: applicationStates
              .filter((value) => value !== 'waiting')
              .map((value) => ({ value, label: states[value].label })),
          },
        ]}
        empty={{ title: 'Tidak ada pengajuan.', text: 'Pengajuan tampil di sini kalau dibuka di Pengaturan.' }}
      />
      {refused && <RefusalDialog application={refused} onClose={() => setRefused(null)} />}
    </StaffPage>
  )
}

function RefusalDialog({ application, onClose }: { application: InstructorApplication; onClose: () => void }) {
  const { applications } = useApi().authenticated
  return (
    <DecisionDialog
      title="Tolak pengajuan"
      submitLabel="Tolak"
      danger
      field={{
        name: 'sentence',
        rule: reason,
        label: `Kalimat untuk ${application.user.name}`,
        hint: 'Sebutkan apa yang masih kurang. Setelah 7 hari orangnya bisa mengajukan lagi.',
      }}
      call={(sentence) => applications.refuseApplication({ id: application._id, sentence })}
      done="Ditolak. Orangnya dikabari."
      onClose={onClose}
    />
  )
}
