import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { listCertificatesInput, revokeInput, type CertificateRecord } from '#contract/learning/certificates-admin.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

export const createCertificatesLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(
      api,
      request,
      () => api.authenticated.certificates.listCertificates(readListQuery(listCertificatesInput, request)),
      { adminOnly: true },
    )

const columnsWith = ({
  revoke,
}: {
  revoke: (row: CertificateRecord) => void
}): readonly Column<CertificateRecord>[] => [
  {
    key: 'name',
    label: 'Nama',
    isName: true,
    cell: (row) => (
      <span className="min-w-0">
        <Link
          to={paths.certificate({ certificateId: row._id })}
          className="font-semibold wrap-anywhere hover:underline"
        >
          {row.name}
        </Link>
        <span className="block text-sm wrap-anywhere text-ink-3">{row.user.email}</span>
      </span>
    ),
  },
  { key: 'course', label: 'Kelas atau jalur', cell: (row) => <span className="wrap-anywhere">{row.title}</span> },
  {
    key: 'issuedAt',
    label: 'Terbit',
    cell: (row) => <span className="md:whitespace-nowrap">{formatShortDate(row.issuedAt)}</span>,
  },
  {
    key: 'status',
    label: 'Status',
    cell: (row) =>
      row.status === 'valid' ? (
        <Badge tone="success">Berlaku</Badge>
      ) : (
        <span className="flex flex-col items-start gap-1 max-md:items-end">
          <Badge tone="danger">Dicabut</Badge>
          <span className="text-sm wrap-anywhere text-ink-3">{row.revokeReason}</span>
        </span>
      ),
  },
  {
    key: 'actions',
    label: 'Aksi',
    bare: true,
    cell: (row) =>
      !row.isFinal && (
        <Button size="sm" variant="outline" onClick={() => revoke(row)}>
          {row.status === 'valid' ? 'Cabut' : 'Cabut permanen'}
          <span className="sr-only"> sertifikat {row.name}</span>
        </Button>
      ),
  },
]

export function CertificatesPage() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createCertificatesLoader>>()
  const [revoking, setRevoking] = useState<CertificateRecord | null>(null)

  return (
    <StaffPage
      title="Sertifikat"
      lead="Sertifikat yang sudah terbit. Yang dicabut ditandai tidak berlaku di halaman pemeriksaannya."
    >
      <StaffList
        caption="Daftar sertifikat"
        columns={columnsWith({ revoke: setRevoking })}
        rows={rows}
        meta={meta}
        countWord="sertifikat"
        search="Cari nama, email, atau kelas"
        filters={[
          {
            name: 'status',
            label: 'Status',
            all: 'Semua status',
            options: [
              { value: 'valid', label: 'Berlaku' },
              { value: 'revoked', label: 'Dicabut' },
            ],
          },
        ]}
        empty={{
          title: 'Belum ada sertifikat.',
          text: 'Sertifikat terbit ketika siswa menyelesaikan semua materi sebuah kelas.',
        }}
      />
      {revoking && <RevokeDialog certificate={revoking} onClose={() => setRevoking(null)} />}
    </StaffPage>
  )
}

function RevokeDialog({ certificate, onClose }: { certificate: CertificateRecord; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const isValid = certificate.status === 'valid'
  const form = useContractForm(bySchema(revokeInput), {
    values: { reason: '' },
    save: ({ reason }) => authenticated.certificates.revokeCertificate({ id: certificate._id, reason }),
    onSaved: async ({ message }) => {
      closeAndLeaveRow(onClose)
      toast.success(message ?? 'Sertifikat dicabut.')
      await revalidate()
    },
  })

  return (
    <Dialog
      title={isValid ? 'Cabut sertifikat?' : 'Cabut permanen?'}
      open
      confirmDiscard={form.hasUnsavedInput}
      onClose={onClose}
    >
      <DialogForm form={form} submitLabel={isValid ? 'Cabut sertifikat' : 'Cabut permanen'} danger onCancel={onClose}>
        <p className="text-ink-2">
          {isValid
            ? `Sertifikat ${certificate.name} untuk ${certificate.title} tidak berlaku lagi.`
            : `Sertifikat ${certificate.name} untuk ${certificate.title} dicabut karena pengembalian dana, dan berlaku lagi kalau kelasnya dibeli lagi. Setelah dicabut permanen, tidak lagi.`}{' '}
          Pencabutan tidak bisa dibatalkan.
        </p>
        <TextAreaField
          label="Alasan"
          required
          rows={3}
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
        />
      </DialogForm>
    </Dialog>
  )
}
