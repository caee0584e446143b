import { useState } from 'react'
import type { ImportedRow } from '#contract/learning/course-students.ts'
import { maximumInvitedRows } from '#contract/moving/people.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import type { CsvRow } from '#web/kit/staff/lists/csv-import.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Row = CsvRow & Partial<Pick<ImportedRow, 'outcome'>>
type Props = { courseId: string; rows: readonly Row[]; onInvited: () => void }

/** A file without names still needs one for each account; people change it later. */
const nameOf = ({ name, email }: Row): string =>
  name ||
  email
    .replace(/@.*$/, '')
    .replaceAll(/[._-]+/g, ' ')
    .padEnd(3, '.')
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** For admins, who alone learn which addresses have no account: creates these accounts, with this course, and mails them. */
export function InviteOthers({ courseId, rows, onInvited }: Props) {
  const { authenticated } = useApi()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const unknown = rows.filter(({ outcome }) => outcome === 'unknown').slice(0, maximumInvitedRows)
  if (unknown.length === 0) return null

  async function invite() {
    setBusy(true)
    setFailure(null)
    const lines = unknown.map((row) => [nameOf(row), row.email, courseId].map(quote).join(','))
    // Named unlike files of people, for which an admin may have chosen other columns.
    const file = new File([['nama,email,kelas undangan', ...lines].join('\r\n')], 'undangan.csv', { type: 'text/csv' })
    try {
      const { data } = await withLogin(() =>
        authenticated.users.inviteUsers({ file, skipMistakes: 'true', columns: ['name', 'email', 'course'] }),
      )
      toast.success(`${data.added} orang diundang.`)
      onInvited()
    } catch (error) {
      setFailure(describeFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <p className="text-sm text-ink-2">
        {unknown.length} alamat belum punya akun. Kalau diundang, akunnya dibuat, kelas ini dibuka, dan mereka mendapat
        email untuk membuat password.
      </p>
      <FormError>{failure}</FormError>
      <Button type="button" variant="outline" busy={isBusy} onClick={() => void invite()}>
        Undang {unknown.length} orang
      </Button>
    </div>
  )
}
