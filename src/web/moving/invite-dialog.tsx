import { useState } from 'react'
import type { PeopleRole } from '#contract/kit/csv-columns.ts'
import { useApi } from '#web/identity/index.ts'
import { CsvImport, type CheckedCsv } from '#web/kit/staff/lists/csv-import.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { downloadFile } from '#web/kit/ui/download-file.ts'

/** With semicolons, as Excel with Indonesian settings opens it. */
const example =
  'nama;email;kelas\r\nSiti Nurhaliza;siti@contoh.id;HTML dari Nol | CSS Dasar\r\nBudi Santoso;budi@contoh.id;\r\n'
const labels = {
  name: 'Nama',
  lastName: 'Nama belakang',
  otherName: 'Nama tampilan, kalau nama kosong',
  email: 'Email',
  course: 'Kelas',
  enrolledAt: 'Tanggal terdaftar',
  finishedAt: 'Tanggal selesai',
  percent: 'Progres (%)',
  passwordHash: 'Hash password',
} satisfies Record<PeopleRole, string>
const states = {
  invited: 'ready',
  enrolled: 'ready',
  unchanged: 'nothing-to-do',
  invalid: 'mistake',
  repeated: 'mistake',
} as const

/** Creates many user accounts from a CSV; each new user gets a mail to choose a password. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { authenticated } = useApi()
  const [checked, setChecked] = useState<CheckedCsv | null>(null)
  return (
    <Dialog
      open
      size="md"
      title="Undang dari CSV"
      confirmDiscard={() => checked !== null && !checked.isDone && checked.added > 0}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Kolomnya <b>nama</b>, <b>email</b>, dan kalau perlu <b>kelas</b>: judul atau alamat halaman kelas, dipisah tanda
        |. Akun baru mendapat email untuk membuat password; yang sudah punya akun hanya dibukakan kelasnya.
      </p>
      <p className="mt-2 text-ink-2">
        Pindahan dari Moodle atau WordPress? Pakai kolom <b>email</b>, <b>name</b>, <b>course</b>, <b>enrolledAt</b>,{' '}
        <b>finishedAt</b>, <b>percent</b>, dan <b>passwordHash</b>. Belum ada email yang dikirim sampai kamu mengirim
        undangannya dari halaman ini.
      </p>
      <Button
        type="button"
        variant="outline"
        size="sm"
        className="mt-3 mb-5"
        onClick={() => downloadFile(new File([`\uFEFF${example}`], 'contoh-undangan.csv', { type: 'text/csv' }))}
      >
        Unduh contoh berkas
      </Button>
      <CsvImport
        labels={labels}
        checked={checked}
        onChecked={setChecked}
        onAdded={onInvited}
        failed="Belum ada yang diundang. Coba lagi."
        maximum="2 MB"
        done="diproses"
        countWord="orang"
        confirmLabel={(count) => `Undang ${count} orang`}
        send={async (file, { dryRun, skipMistakes, ...chosen }) => {
          const { data } = await authenticated.users.inviteUsers({
            file,
            dryRun: `${dryRun}`,
            skipMistakes: `${skipMistakes}`,
            ...chosen,
          })
          const added = data.rows.filter(({ outcome }) => states[outcome] === 'ready').length
          const { faulty, table } = data
          return { added, faulty, table, rows: data.rows.map((row) => ({ ...row, state: states[row.outcome] })) }
        }}
      />
    </Dialog>
  )
}
