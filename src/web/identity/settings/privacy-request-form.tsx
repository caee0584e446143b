import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { requestKindLabels, requestKinds, requestText, type RequestKind } from '#contract/privacy/privacy.ts'
import { useApi } from '#web/identity/api.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useAccountForm } from './use-account-form.tsx'

/** Takes effect at once, without a request. */
const selfService: Partial<Record<RequestKind, { to: string; label: string }>> = {
  access: { to: '#data', label: 'Unduh semua datamu sendiri, langsung jadi' },
  correction: { to: '#profil', label: 'Ubah nama, foto, dan bio sendiri' },
  erasure: { to: '#data', label: 'Hapus akunmu sendiri, langsung berlaku' },
}
const schema = z.object({ text: requestText })

export function PrivacyRequestForm() {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [kind, setKind] = useState<RequestKind>('question')
  const form = useAccountForm(
    schema,
    { text: '' },
    {
      call: (values) => authenticated.privacy.filePrivacyRequest({ ...values, kind }),
      async done({ message }) {
        toast.success(message ?? 'Permintaan terkirim.')
        form.reset()
        await revalidate()
      },
      failed: 'Permintaan belum terkirim. Coba lagi.',
    },
  )
  const shortcut = selfService[kind]

  return (
    <form onSubmit={form.submit} noValidate className="mt-3 grid gap-4">
      {form.notices}
      <SelectField
        label="Jenis permintaan"
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(requestKinds.find((name) => name === currentTarget.value) ?? 'question')
        }
        hint={
          shortcut && (
            <a href={shortcut.to} className="font-semibold text-nila underline underline-offset-2">
              {shortcut.label}
            </a>
          )
        }
      >
        {requestKinds.map((name) => (
          <option key={name} value={name}>
            {requestKindLabels[name]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Permintaanmu"
        rows={4}
        required
        hint="Kami menjawab lewat email dalam 3×24 jam."
        {...form.field('text')}
      />
      <Button
        type="submit"
        variant="outline"
        className="justify-self-start"
        busy={form.isSubmitting}
        disabled={form.isWaiting}
      >
        Kirim permintaan
      </Button>
    </form>
  )
}
