import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { legalTitles } from '#contract/privacy/privacy.ts'
import { saveLegalInput, type LegalDraft } from '#contract/privacy/privacy-admin.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { ArticleField } from '#web/kit/staff/editor/article-field.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

export const createLoader = staffLoader(
  async (api, { params }) => (await api.authenticated.privacy.showLegalDraft({ page: params['page'] ?? '' })).data,
)

const validate = bySchema(saveLegalInput)

export function Page() {
  const draft = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title={legalTitles[draft.page]}
      lead={
        draft.publishedAt
          ? `Versi ${draft.version}, berlaku sejak ${formatShortDateTime(draft.publishedAt)}.`
          : 'Versi 1, teks bawaan.'
      }
      back={{ to: staffPaths.legalPages(), label: 'Halaman hukum' }}
      actions={
        <ButtonLink variant="outline" to={paths[draft.page]()}>
          Lihat
        </ButtonLink>
      }
    >
      {/* The key resets the form when a reload brings a version that another admin published. */}
      <Form key={draft.version} draft={draft} />
      <Versions draft={draft} />
    </StaffPage>
  )
}

function Form({ draft: { page, html, version } }: { draft: LegalDraft }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [preview, setPreview] = useState<string | null>(null)
  const { busy, run } = useAction<'preview'>(describeFailure)
  const form = useContractForm(validate, {
    values: { html },
    draft: `legal:${page}`,
    save: (input) => authenticated.privacy.saveLegalPage({ ...input, page, version }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Versi baru terbit.')
      await revalidate()
    },
  })

  const showPreview = () =>
    run('preview', async () =>
      setPreview((await authenticated.privacy.previewLegalPage({ html: form.getValues('html') })).data.html),
    )

  return (
    <StaffForm
      form={form}
      submitLabel="Terbitkan versi baru"
      className="max-w-[820px]"
      actions={
        <Button type="button" variant="outline" busy={busy !== null} onClick={() => void showPreview()}>
          Pratinjau
        </Button>
      }
    >
      <p className="text-sm text-ink-3">
        <code>{'{situs}'}</code>, <code>{'{email}'}</code>, <code>{'{telepon}'}</code>, <code>{'{penjual}'}</code>,{' '}
        <code>{'{alamat}'}</code>, dan <code>{'{hariPengembalian}'}</code> diganti dengan isi Pengaturan.{' '}
        {page === 'privacy' && 'Tabel data yang disimpan dan hak pengguna ditambahkan otomatis di bawah teks ini.'}
      </p>
      <ArticleField
        key={`html ${form.round}`}
        label="Isi"
        initialHtml={form.getValues('html')}
        onChange={(value) => form.setValue('html', value, { shouldDirty: true })}
        error={form.formState.errors.html?.message}
      />
      <Dialog
        open={preview !== null}
        size="md"
        title={`Pratinjau ${legalTitles[page]}`}
        onClose={() => setPreview(null)}
      >
        <Button type="button" size="sm" variant="outline" onClick={() => setPreview(null)}>
          Kembali menyunting
        </Button>
        <div className="mt-5">
          <Prose html={preview ?? ''} />
        </div>
      </Dialog>
    </StaffForm>
  )
}

const Versions = ({ draft: { page, versions } }: { draft: LegalDraft }) => (
  <section aria-labelledby="versi" className="mt-10 max-w-[820px]">
    <h2 id="versi" className="text-lg font-bold">
      Versi
    </h2>
    <ul className="mt-2">
      {versions.map(({ version, publishedAt }) => (
        <li key={version} className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line last:border-0">
          <a
            href={`${paths[page]()}?versi=${version}`}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
          >
            Versi {version}
          </a>
          <span className="text-sm text-ink-3">{publishedAt ? formatShortDateTime(publishedAt) : 'Teks bawaan'}</span>
        </li>
      ))}
    </ul>
  </section>
)
