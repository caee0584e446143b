import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import * as z from 'zod/mini'
import {
  applicationStates,
  listApplicationsInput,
  type ApplicationState,
  type InstructorApplication,
} from '#contract/instructors/applications.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { reason } from '#contract/kit/input-rules.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, withLogin, type Api } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'

export const createApplicationsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(
      api,
      request,
      () => api.authenticated.applications.listApplications(readListQuery(listApplicationsInput, request)),
      { adminOnly: true },
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
      <span className="min-w-0">
        <Link
          to={paths.adminStudent({ studentId: user._id })}
          className="block font-semibold wrap-anywhere hover:underline"
        >
          {user.name}
        </Link>
        <span className="block text-sm wrap-anywhere text-ink-3">{user.email}</span>
        <span className="mt-1 block font-semibold wrap-anywhere">{headline}</span>
        <span className="mt-1 block max-w-prose wrap-anywhere whitespace-pre-line">{about}</span>
        <span className="mt-1 block text-sm text-ink-3">{categories.join(', ')}</span>
        {sampleUrl && <span className="mt-1 block text-sm wrap-anywhere text-ink-2">{sampleUrl}</span>}
      </span>
    ),
  },
  {
    key: 'createdAt',
    label: 'Diajukan',
    cell: ({ createdAt }) => <span className="md:whitespace-nowrap">{formatShortDateTime(createdAt)}</span>,
  },
  {
    key: 'state',
    label: 'Status',
    cell: ({ state, sentence }) => (
      <span className="flex flex-col items-start gap-1 max-md:items-end">
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {sentence && <span className="max-w-60 text-sm wrap-anywhere text-ink-3">{sentence}</span>}
      </span>
    ),
  },
  {
    key: 'actions',
    label: 'Aksi',
    bare: true,
    cell: (row) =>
      row.state === 'waiting' && (
        <span className="flex flex-wrap gap-1 md:justify-end">
          <Button size="sm" onClick={() => accept(row)}>
            Terima<span className="sr-only"> {row.user.name}</span>
          </Button>
          <Button size="sm" variant="outline" onClick={() => refuse(row)}>
            Tolak<span className="sr-only"> {row.user.name}</span>
          </Button>
        </span>
      ),
  },
]

/** People who ask to teach, and what an admin answers. */
export function ApplicationsPage() {
  const { data: rows, meta } = useLoaderData<Awaited<ReturnType<ReturnType<typeof createApplicationsLoader>>>>()
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

const refusalInput = z.object({ sentence: reason })

function RefusalDialog({ application, onClose }: { application: InstructorApplication; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(refusalInput), {
    values: { sentence: '' },
    save: ({ sentence }) => authenticated.applications.refuseApplication({ id: application._id, sentence }),
    onSaved: async () => {
      toast.success('Ditolak. Orangnya dikabari.')
      closeAndLeaveRow(onClose)
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  return (
    <Dialog title="Tolak pengajuan" open confirmDiscard={form.hasUnsavedInput} onClose={onClose}>
      <DialogForm form={form} submitLabel="Tolak" danger onCancel={onClose}>
        <TextAreaField
          label={`Kalimat untuk ${application.user.name}`}
          required
          rows={4}
          hint="Sebutkan apa yang masih kurang. Setelah 7 hari orangnya bisa mengajukan lagi."
          error={form.formState.errors.sentence?.message}
          {...form.register('sentence')}
        />
      </DialogForm>
    </Dialog>
  )
}
