import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Cohort } from '#contract/groups/cohorts.ts'
import { membersPerPage, type CohortMember, type WaitingMember } from '#contract/groups/cohorts-staff.ts'
import { useApi } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { useMoreRows } from '#web/kit/ui/behaviour/use-more-rows.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { FormError, SelectField } from '#web/kit/ui/field.tsx'
import { MoreButton } from '#web/kit/ui/lists/more-button.tsx'
import { cohortDates, seatsText } from '#web/groups/cohort-text.ts'

/** Runs a call once at a time; closes the dialog when it succeeded. */
function useMemberCall(onClose: () => void) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function run(call: () => Promise<{ message?: string | undefined }>) {
    setBusy(true)
    setFailure(null)
    try {
      const { message } = await call()
      if (message) toast.success(message)
      closeAndLeaveRow(onClose)
      await revalidate()
    } catch (error) {
      setFailure(describeFailure(error))
      setBusy(false)
    }
  }
  return { isBusy, failure, run }
}

type Buttons = {
  label: string
  busy: boolean
  danger?: boolean
  disabled?: boolean
  onGo: () => void
  onClose: () => void
}

const DialogButtons = ({ label, busy, danger = false, disabled = false, onGo, onClose }: Buttons) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button variant="outline" onClick={onClose}>
      Batal
    </Button>
    <Button variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onGo}>
      {label}
    </Button>
  </div>
)

type MemberProps = { cohort: Cohort; member: CohortMember; onClose: () => void }

export function RemoveMemberDialog({ cohort, member, onClose }: MemberProps) {
  const { cohorts } = useApi().authenticated
  const { isBusy, failure, run } = useMemberCall(onClose)
  return (
    <Dialog title={`Keluarkan ${member.name}?`} open onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-ink-2">
          Kursinya di {cohort.name} kosong lagi, dan aksesnya ke kelas ini berakhir. Progresnya tersimpan kalau nanti
          ditambahkan lagi.
        </p>
        {failure && <FormError>{failure}</FormError>}
        <DialogButtons
          label="Keluarkan"
          danger
          busy={isBusy}
          onClose={onClose}
          onGo={() => void run(() => cohorts.removeCohortMember({ id: cohort._id, userId: member.userId }))}
        />
      </div>
    </Dialog>
  )
}

export function MoveMemberDialog({ cohort, others, member, onClose }: MemberProps & { others: readonly Cohort[] }) {
  const { cohorts } = useApi().authenticated
  return (
    <ChoiceDialog
      title={`Pindahkan ${member.name}`}
      label="Pindahkan"
      cohorts={others}
      onClose={onClose}
      call={(cohortId) => cohorts.moveCohortMember({ id: cohort._id, userId: member.userId, cohortId })}
    />
  )
}

type SeatProps = { cohorts: readonly Cohort[]; member: CohortMember; onClose: () => void }

/** For a student without a cohort. */
export function SeatWaitingDialog({ cohorts: choice, member, onClose }: SeatProps) {
  const { cohorts } = useApi().authenticated
  return (
    <ChoiceDialog
      title={`Pilihkan angkatan untuk ${member.name}`}
      label="Tambahkan"
      cohorts={choice}
      onClose={onClose}
      call={(id) => cohorts.addCohortMembers({ id, userIds: [member.userId] })}
    />
  )
}

type ChoiceProps = {
  title: string
  label: string
  cohorts: readonly Cohort[]
  onClose: () => void
  call: (cohortId: string) => Promise<{ message?: string | undefined }>
}

function ChoiceDialog({ title, label, cohorts, onClose, call }: ChoiceProps) {
  const { isBusy, failure, run } = useMemberCall(onClose)
  const [cohortId, setCohortId] = useState(cohorts[0]?._id ?? '')
  return (
    <Dialog title={title} open onClose={onClose}>
      <div className="grid gap-5">
        <SelectField
          label="Ke angkatan"
          hint="Materi yang sudah terbuka tetap terbuka. Siswa diberi tahu."
          value={cohortId}
          onChange={({ currentTarget: { value } }) => setCohortId(value)}
        >
          {cohorts.map((cohort) => (
            <option key={cohort._id} value={cohort._id}>
              {cohort.name}, {cohortDates(cohort)} ({seatsText(cohort)})
            </option>
          ))}
        </SelectField>
        {failure && <FormError>{failure}</FormError>}
        <DialogButtons label={label} busy={isBusy} onClose={onClose} onGo={() => void run(() => call(cohortId))} />
      </div>
    </Dialog>
  )
}

const none: readonly WaitingMember[] = []

type AddProps = { courseId: string; cohort: Cohort; onClose: () => void }

/** Offers the students who have the course and no cohort yet. */
export function AddMembersDialog({ courseId, cohort, onClose }: AddProps) {
  const { cohorts } = useApi().authenticated
  const { isBusy, failure, run } = useMemberCall(onClose)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRemote(
    courseId,
    async (signal) => (await cohorts.listWithoutCohort({ id: courseId }, { signal })).data,
  )
  const { rows, ...more } = useMoreRows(waiting.data ?? none, {
    keyOf: ({ userId }) => userId,
    perPage: membersPerPage,
    read: async (after) => (await cohorts.listWithoutCohort({ id: courseId, after })).data,
  })
  const toggle = (userId: string) =>
    setChosen((before) => new Set(before.has(userId) ? [...before].filter((id) => id !== userId) : [...before, userId]))
  return (
    <Dialog title={`Tambah anggota ${cohort.name}`} open onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-ink-2">Siswa yang sudah punya kelas ini dan belum punya angkatan.</p>
        {waiting.status === 'failed' && (
          <ErrorState
            title="Daftar siswa belum bisa dimuat"
            text="Sambungkan internet, lalu coba lagi."
            onRetry={waiting.reload}
          />
        )}
        {waiting.status === 'loading' && <Skeleton className="h-24 w-full" />}
        {waiting.data?.length === 0 && (
          <p className="text-ink-3">
            Tidak ada yang menunggu angkatan. Beri akses kelas lebih dulu lewat halaman siswa.
          </p>
        )}
        {rows.length > 0 && (
          <fieldset className="grid max-h-80 gap-1 overflow-y-auto">
            <legend className="sr-only">Siswa</legend>
            {rows.map(({ userId, name, email }) => (
              <label key={userId} className="flex min-h-11 items-center gap-3 wrap-anywhere">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-nila"
                  checked={chosen.has(userId)}
                  onChange={() => toggle(userId)}
                />
                <span>
                  {name} <span className="block text-sm text-ink-3">{email}</span>
                </span>
              </label>
            ))}
            <MoreButton label="Siswa" {...more} />
          </fieldset>
        )}
        {failure && <FormError>{failure}</FormError>}
        <DialogButtons
          label="Tambahkan"
          busy={isBusy}
          disabled={chosen.size === 0}
          onClose={onClose}
          onGo={() => void run(() => cohorts.addCohortMembers({ id: cohort._id, userIds: [...chosen] }))}
        />
      </div>
    </Dialog>
  )
}
