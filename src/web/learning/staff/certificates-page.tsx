import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { listCertificatesInput, revokeInput, type CertificateRecord } from '#contract/learning/certificates-admin.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { PersonCell, StateCell, actionsColumn, dayColumn } from '#web/kit/staff/lists/cells.tsx'
import { DecisionDialog } from '#web/kit/staff/form/decision-dialog.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.certificates.listCertificates(readListQuery(listCertificatesInput, request)),
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
      <PersonCell name={row.name} email={row.user.email} to={paths.certificate({ certificateId: row._id })} />
    ),
  },
  { key: 'course', label: 'Kelas atau jalur', cell: (row) => <span className="wrap-anywhere">{row.title}</span> },
  dayColumn('issuedAt', 'Terbit', (row) => row.issuedAt),
  {
    key: 'status',
    label: 'Status',
    cell: (row) =>
      row.status === 'valid' ? (
        <Badge tone="success">Berlaku</Badge>
      ) : (
        <StateCell tone="danger" label="Dicabut" text={row.revokeReason} />
      ),
  },
  actionsColumn(
    (row) =>
      !row.isFinal && (
        <Button size="sm" variant="outline" onClick={() => revoke(row)}>
          {row.status === 'valid' ? 'Cabut' : 'Cabut permanen'}
          <span className="sr-only"> sertifikat {row.name}</span>
        </Button>
      ),
  ),
]

export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
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
  const { certificates } = useApi().authenticated
  const isValid = certificate.status === 'valid'
  const named = `Sertifikat ${certificate.name} untuk ${certificate.title}`
  return (
    <DecisionDialog
      title={isValid ? 'Cabut sertifikat?' : 'Cabut permanen?'}
      text={`${
        isValid
          ? `${named} tidak berlaku lagi.`
          : `${named} dicabut karena pengembalian dana, dan berlaku lagi kalau kelasnya dibeli lagi. Setelah dicabut permanen, tidak lagi.`
      } Pencabutan tidak bisa dibatalkan.`}
      submitLabel={isValid ? 'Cabut sertifikat' : 'Cabut permanen'}
      danger
      field={{ name: 'reason', rule: revokeInput.shape.reason, label: 'Alasan' }}
      call={(reason) => certificates.revokeCertificate({ id: certificate._id, reason })}
      onClose={onClose}
    />
  )
}
