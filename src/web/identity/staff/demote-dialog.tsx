import { demotionInput, type UserDetail } from '#contract/identity/users.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { FollowerField } from './follower-field.tsx'
import { UnpaidBalance } from './unpaid-balance.tsx'

type Props = {
  user: UserDetail
  title: string
  text: string
  submitLabel: string
  save: (coursesTo: string) => Promise<{ message?: string | undefined }>
  onSaved: () => Promise<void>
  onClose: () => void
}

/** Demotes or disables somebody who teaches or was not paid yet: names the courses, and offers to hand them over. */
export function DemoteDialog({ user, title, text, submitLabel, save, onSaved, onClose }: Props) {
  const form = useContractForm(bySchema(demotionInput), {
    values: { coursesTo: '' },
    save: ({ coursesTo = '' }) => save(coursesTo),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Tersimpan.')
      onClose()
      await onSaved()
    },
  })
  const more = user.taughtCourses - user.taught.length
  return (
    <DialogForm title={title} form={form} submitLabel={submitLabel} danger onClose={onClose}>
      <p className="text-ink-2">{text}</p>
      <UnpaidBalance user={user} />
      {user.taughtCourses > 0 && (
        <>
          <div>
            <p>{user.name} masih mengajar:</p>
            <ul className="mt-1 list-disc pl-6">
              {user.taught.map(({ _id, title: course }) => (
                <li key={_id}>{course}</li>
              ))}
              {more > 0 && <li>dan {more} kelas lagi</li>}
            </ul>
            <p className="mt-1">Selama belum diteruskan, bagian dari penjualannya tetap dicatat untuk {user.name}.</p>
          </div>
          <FollowerField
            user={user}
            label="Kelasnya diteruskan oleh"
            none="Belum ada, admin saja"
            {...form.field('coursesTo')}
          />
        </>
      )}
    </DialogForm>
  )
}
