import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { fieldErrors } from '#contract/client.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { maximumPasskeys, passkeyNameInput, type TwoStepState } from '#contract/identity/two-step.ts'
import { useApi } from '#web/identity/api.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { describeActionFailure } from './action-failure.ts'
import { Section } from './section.tsx'
import { identityText } from '#web/identity/sign-in/text.ts'
import { useAction } from '#web/identity/use-action.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useCanUsePasskeys } from '#web/identity/two-step/can-use-passkeys.ts'
import { focusFirstField } from '#web/identity/two-step/focus-first-field.ts'
import { focusHeading } from '#web/identity/two-step/focus-heading.ts'
import { createPasskey, passkeyFailure } from '#web/identity/two-step/passkey.ts'
import { securityApi } from '#web/identity/two-step/security-api.ts'
import { useProofForm } from '#web/identity/two-step/use-proof-form.ts'

type Passkey = TwoStepState['passkeys'][number]

/** The user's passkeys: list, add, remove. */
export function PasskeysSection({ passkeys }: { passkeys: readonly Passkey[] }) {
  const canUse = useCanUsePasskeys()
  const [isAdding, setAdding] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  return (
    <Section title="Passkey" lead="Masuk dengan sidik jari, wajah, atau PIN perangkatmu, tanpa mengetik password.">
      {passkeys.length > 0 ? <PasskeyList passkeys={passkeys} /> : <p className="text-ink-2">Belum ada passkey.</p>}
      <div ref={part} className="mt-4">
        {!canUse ? (
          <p className="text-sm text-ink-3">
            Passkey tidak didukung oleh peramban ini, atau situs ini dibuka lewat alamat tanpa nama domain.
          </p>
        ) : isAdding ? (
          <AddForm
            onClose={() => {
              focusHeading(part)
              setAdding(false)
            }}
          />
        ) : passkeys.length >= maximumPasskeys ? (
          <p className="text-sm text-ink-3">
            Paling banyak {maximumPasskeys} passkey. Hapus satu untuk menambah yang baru.
          </p>
        ) : (
          <Button type="button" variant="outline" onClick={() => setAdding(true)}>
            Tambah passkey
          </Button>
        )}
      </div>
    </Section>
  )
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy: removing, run } = useAction<string>(describeActionFailure)
  const list = useRef<HTMLUListElement>(null)

  async function remove({ _id, name }: Passkey) {
    const question = {
      title: `Hapus passkey “${name}”?`,
      text: 'Kamu tidak bisa masuk lagi dengannya.',
      confirmLabel: 'Hapus',
      danger: true,
    }
    if (!(await askConfirm(question))) return
    await run(_id, async () => {
      const { message } = await securityApi(authenticated).removePasskey({ id: _id })
      toast.success(message ?? 'Passkey dihapus.')
      // The button goes with its row.
      focusHeading(list)
      await revalidate()
    })
  }

  return (
    <ul ref={list} className="grid gap-2">
      {passkeys.map((passkey) => (
        <li
          key={passkey._id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0"
        >
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{passkey.name}</p>
            <p className="text-sm text-ink-3">
              Dibuat {formatShortDate(passkey.createdAt)}
              {passkey.lastUsedAt
                ? `, terakhir dipakai ${formatShortDate(passkey.lastUsedAt)}`
                : ', belum pernah dipakai'}
            </p>
          </div>
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="text-mengkudu!"
            busy={removing === passkey._id}
            aria-label={`Hapus passkey ${passkey.name}`}
            onClick={() => void remove(passkey)}
          >
            Hapus
          </Button>
        </li>
      ))}
    </ul>
  )
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useProofForm(
    passkeyNameInput,
    { name: '' },
    {
      isWaiting: false,
      clearFailure: () => setFailure(null),
      showFailure: (error) =>
        setFailure(
          passkeyFailure(error) ??
            failureText(error, 'Passkey belum ditambahkan. Coba lagi.', identityText.connectionFailed),
        ),
      async prove({ name }) {
        try {
          await withLogin(() => createPasskey(authenticated, name))
        } catch (error) {
          const rejected = fieldErrors(error)['response']
          if (rejected) return setFailure(rejected)
          throw error
        }
        toast.success('Passkey ditambahkan.')
        onClose()
        await revalidate()
      },
    },
  )
  return (
    <form ref={focusFirstField} onSubmit={form.submit} noValidate className="grid gap-4">
      {failure && <FormError>{failure}</FormError>}
      <TextField
        label="Nama passkey"
        required
        maxLength={60}
        autoComplete="off"
        hint="Supaya kamu mengenalinya nanti, misalnya “HP Sari”."
        {...form.field('name')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isSubmitting}>
          Lanjut
        </Button>
        <Button type="button" variant="outline" onClick={onClose}>
          Batal
        </Button>
      </div>
    </form>
  )
}
