import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { createEbookInput, type AdminEbook } from '#contract/library-admin.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { useApi } from '#web/identity/index.ts'
import { useContractForm } from '#web/staff-kit/use-contract-form.ts'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EbookFields, type EbookValues } from './ebook-fields.tsx'

export function EbookDetailForm({ ebook }: { ebook: AdminEbook }) {
  const { mine } = useApi()
  const { revalidate } = useRevalidator()
  const { title, description, author, price, thumbnail } = ebook
  const form = useContractForm<EbookValues>(createEbookInput as never, { title, description, author, price, thumbnail })
  const { isSubmitting, isDirty } = form.formState
  const [failure, setFailure] = useState<string | null>(null)
  useUnsavedGuard(() => isDirty)

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await withLogin(() => mine.library.updateEbook({ ...values, id: ebook._id, version: ebook.version }))
      form.reset(values)
      toast.success('E-book tersimpan.')
      await revalidate()
    } catch (error) {
      if (!form.showFieldErrors(error)) setFailure(describeFailure(error))
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 className="text-lg font-bold">Detail</h2>
      {failure && <FormError>{failure}</FormError>}
      <EbookFields form={form} cover={ebook.thumbnailUrl} />
      <Button type="submit" busy={isSubmitting} className="justify-self-end">
        Simpan
      </Button>
    </form>
  )
}
