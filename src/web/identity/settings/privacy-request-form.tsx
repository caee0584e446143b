import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { requestKindLabels, requestKinds, requestText, type RequestKind } from '#contract/privacy/privacy.ts'
import { useApi } from '#web/identity/api.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { useForm } from '#web/identity/sign-in/use-form.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, SelectField, TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** What users can do at once, without a request. */
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
  const form = useForm(schema, { text: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const shortcut = selfService[kind]

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      const { message } = await withLogin(() => authenticated.privacy.filePrivacyRequest({ ...values, kind }))
      toast.success(message ?? 'Permintaan terkirim.')
      form.reset()
      await revalidate()
    } catch (error) {
      if (!form.showFieldErrors(error))
        setFailure(failureText(error, 'Permintaan belum terkirim. Coba lagi.', identityText.connectionFailed))
    }
  })

  return (
    <form onSubmit={submit} noValidate className="mt-3 grid gap-4">
      {failure && <FormError>{failure}</FormError>}
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
        error={form.errors.text}
        {...form.register('text')}
      />
      <Button type="submit" variant="outline" className="justify-self-start" busy={form.isSubmitting}>
        Kirim permintaan
      </Button>
    </form>
  )
}
