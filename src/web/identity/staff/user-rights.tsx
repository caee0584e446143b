import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { roles, type Role } from '#contract/identity/identity.ts'
import { roleLabels } from '#contract/kit/roles.ts'
import type { UserDetail } from '#contract/identity/users.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, SelectField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { DemoteDialog } from './demote-dialog.tsx'
import { whatEnds } from './what-ends.ts'

/** Role and access of a user. Each change needs a confirmation, because it ends all sessions of the user. */
export function UserRights({ user, isMe }: { user: UserDetail; isMe: boolean }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [role, setRole] = useState<Role>(user.role)
  const [busy, setBusy] = useState<'role' | 'access' | 'two-step' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** The change to confirm, for somebody who teaches or was not paid yet. */
  const [demotion, setDemotion] = useState<'role' | 'access' | null>(null)

  const roleText = `Peran ${user.name} berubah dari ${roleLabels[user.role]} ke ${roleLabels[role]}. Semua sesinya berakhir.${whatEnds(user, role)}`
  const accessText = `${user.name} tidak bisa masuk lagi dan semua sesinya berakhir. Data dan pembeliannya tetap ada.${whatEnds(user, null)}`

  async function change(what: 'role' | 'access' | 'two-step', call: () => Promise<{ message?: string | undefined }>) {
    setBusy(what)
    setFailure(null)
    try {
      const { message } = await withLogin(call)
      toast.success(message ?? 'Tersimpan.')
      await revalidate()
    } catch (error) {
      setFailure(describeFailure(error))
    } finally {
      setBusy(null)
    }
  }

  const losesSomething = user.taughtCourses > 0 || user.sharedCourses > 0 || user.unpaidIdr > 0

  async function changeRole() {
    if (role === 'student' && losesSomething) return setDemotion('role')
    const confirmed = await askConfirm({
      title: `Jadikan ${roleLabels[role]}?`,
      text: roleText,
      confirmLabel: 'Ubah peran',
    })
    if (confirmed) await change('role', () => authenticated.users.changeRole({ id: user._id, role }))
  }

  async function changeAccess() {
    const disabled = !user.disabled
    if (disabled && losesSomething) return setDemotion('access')
    const confirmed =
      !disabled ||
      (await askConfirm({
        title: 'Nonaktifkan akun?',
        text: accessText,
        confirmLabel: 'Nonaktifkan',
        danger: true,
      }))
    if (confirmed) await change('access', () => authenticated.users.changeAccess({ id: user._id, disabled }))
  }

  async function resetTwoStep() {
    const confirmed = await askConfirm({
      title: 'Reset verifikasi dua langkah?',
      text: `Aplikasi autentikator, kode pemulihan, dan passkey ${user.name} dihapus, dan semua sesinya berakhir. Pastikan dulu yang meminta benar orangnya.`,
      confirmLabel: 'Reset',
      danger: true,
    })
    if (confirmed) await change('two-step', () => authenticated.users.resetTwoStep({ id: user._id }))
  }

  return (
    <section className="mt-8 rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">Peran dan akses</h2>
      {isMe ? (
        <p className="mt-2 text-ink-2">Ini akunmu sendiri. Peran dan aksesnya hanya bisa diubah admin lain.</p>
      ) : (
        <>
          {failure && (
            <div className="mt-4">
              <FormError>{failure}</FormError>
            </div>
          )}
          <div className="mt-4 flex flex-wrap items-end gap-3">
            <SelectField
              label="Peran"
              value={role}
              onChange={(event) => setRole(event.currentTarget.value as Role)}
              className="w-full sm:w-56"
            >
              {roles.map((value) => (
                <option key={value} value={value}>
                  {roleLabels[value]}
                </option>
              ))}
            </SelectField>
            <Button
              className="h-12!"
              variant="outline"
              busy={busy === 'role'}
              disabled={role === user.role}
              onClick={() => void changeRole()}
            >
              Ubah peran
            </Button>
            <Button
              className="h-12! sm:ml-auto"
              variant={user.disabled ? 'primary' : 'danger'}
              busy={busy === 'access'}
              onClick={() => void changeAccess()}
            >
              {user.disabled ? 'Aktifkan akun' : 'Nonaktifkan akun'}
            </Button>
          </div>
          {(user.twoStep.totp || user.twoStep.passkeys > 0) && (
            <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
              <p className="text-ink-2">
                {user.twoStep.totp ? 'Memakai verifikasi dua langkah' : 'Tanpa verifikasi dua langkah'}
                {user.twoStep.passkeys > 0 && `, ${user.twoStep.passkeys} passkey`}.
              </p>
              <Button variant="outline" busy={busy === 'two-step'} onClick={() => void resetTwoStep()}>
                Reset verifikasi dua langkah
              </Button>
            </div>
          )}
        </>
      )}
      {demotion && (
        <DemoteDialog
          user={user}
          {...(demotion === 'role'
            ? { title: `Jadikan ${roleLabels[role]}?`, text: roleText, submitLabel: 'Ubah peran' }
            : { title: 'Nonaktifkan akun?', text: accessText, submitLabel: 'Nonaktifkan' })}
          save={(coursesTo) =>
            demotion === 'role'
              ? authenticated.users.changeRole({ id: user._id, role, coursesTo })
              : authenticated.users.changeAccess({ id: user._id, disabled: true, coursesTo })
          }
          onSaved={revalidate}
          onClose={() => setDemotion(null)}
        />
      )}
    </section>
  )
}
