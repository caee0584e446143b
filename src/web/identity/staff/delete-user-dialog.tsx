import { useNavigate } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { deleteUserInput, type UserDetail } from '#contract/identity/users.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { FollowerField } from './follower-field.tsx'
import { UnpaidBalance } from './unpaid-balance.tsx'
import { whatEnds } from './what-ends.ts'

/** Erases a user for good. The courses of an instructor need another instructor. */
export function DeleteUserDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const form = useContractForm(bySchema(deleteUserInput), {
    values: { email: '', coursesTo: '' },
    save: ({ email, coursesTo }) =>
      authenticated.users.deleteUser({ id: user._id, email, ...(coursesTo ? { coursesTo } : {}) }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Akun dihapus.')
      await navigate(paths.adminStudents())
    },
  })
  return (
    <DialogForm title="Hapus akun?" form={form} submitLabel="Hapus akun" danger onClose={onClose}>
      <p className="text-ink-2">
        Kelas yang diikuti, progres, catatan, ulasan, dan sertifikat {user.name} terhapus dan tidak bisa dikembalikan.
        Invoice tetap disimpan tanpa namanya karena diwajibkan aturan pembukuan.
        {whatEnds(user, null)}
      </p>
      <UnpaidBalance user={user} />
      {user.taughtCourses > 0 && (
        <FollowerField
          user={user}
          label={`${user.taughtCourses} kelasnya diteruskan oleh`}
          none="Pilih instruktur"
          required
          {...form.field('coursesTo')}
        />
      )}
      <TextField
        label="Ketik emailnya untuk memastikan"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        hint={user.email}
        {...form.field('email')}
      />
    </DialogForm>
  )
}
