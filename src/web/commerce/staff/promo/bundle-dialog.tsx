import { useController } from 'react-hook-form'
import {
  bundleInput,
  bundleStatuses,
  type AdminBundle,
  type BundleInput,
  type BundleStatus,
} from '#contract/commerce/bundles.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { MoneyField } from '#web/kit/staff/form/money-field.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { FieldError, SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'

export const bundleStatusLabels: Record<BundleStatus, string> = {
  draft: 'Draf',
  published: 'Tayang',
  archived: 'Arsip',
}

type Props = {
  /** Null for a new one. */ bundle: AdminBundle | null
  onClose: () => void
  onSaved: (message: string | undefined) => void
}
type Member = BundleInput['items'][number]

const startValues = (bundle: AdminBundle | null): BundleInput => ({
  title: bundle?.title ?? '',
  description: bundle?.description ?? '',
  price: bundle?.price ?? (undefined as unknown as number),
  status: bundle?.status ?? 'draft',
  items: bundle?.items.map(({ kind, _id }) => (kind === 'course' ? { courseId: _id } : { ebookId: _id })) ?? [],
  ...(bundle && { slug: bundle.slug }),
})

export function BundleDialog({ bundle, onClose, onSaved }: Props) {
  const { authenticated } = useApi()
  const form = useContractForm(bySchema(bundleInput), {
    values: startValues(bundle),
    version: bundle?.version ?? 0,
    save: (input, version) =>
      bundle
        ? authenticated.adminBundles.updateBundle({ ...input, id: bundle._id, version })
        : authenticated.adminBundles.createBundle(input),
    onSaved: ({ message }) => onSaved(message),
    draft: bundle ? `bundle:${bundle._id}` : undefined,
  })
  /** Closing discards the input; only a reload after a stale save restores it. */
  function close() {
    form.discardDraft()
    onClose()
  }
  const { errors } = form.formState
  const { field: items } = useController({ control: form.control, name: 'items' })
  return (
    <DialogForm
      title={bundle ? `Ubah ${bundle.title}` : 'Paket baru'}
      size="md"
      form={form}
      submitLabel="Simpan"
      onClose={close}
    >
      <TextField label="Judul" required maxLength={100} {...form.field('title')} />
      <TextField
        label="Alamat"
        maxLength={80}
        hint="Kosong: dibuat dari judul."
        {...form.field('slug', { setValueAs: (text: string | undefined) => text?.trim() || undefined })}
      />
      <TextAreaField label="Deskripsi" rows={3} maxLength={2000} {...form.field('description')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField label="Harga paket (rupiah)" required control={form.control} name="price" />
        <SelectField label="Status" {...form.field('status')}>
          {bundleStatuses.map((value) => (
            <option key={value} value={value}>
              {bundleStatusLabels[value]}
            </option>
          ))}
        </SelectField>
      </div>
      <MembersField
        members={items.value}
        known={bundle?.items ?? []}
        error={errors.items?.message ?? errors.items?.root?.message}
        onChange={(members) => items.onChange(members)}
      />
    </DialogForm>
  )
}

type Choice = { key: string; title: string; group: 'Kelas' | 'E-book' }
const keyOf = ({ courseId, ebookId }: Member) => (courseId ? `course ${courseId}` : `ebook ${ebookId}`)
const memberOf = (key: string): Member => {
  const [kind, id = ''] = key.split(' ')
  return kind === 'course' ? { courseId: id } : { ebookId: id }
}

type MembersProps = {
  members: readonly Member[]
  known: AdminBundle['items']
  error: string | undefined
  onChange: (members: Member[]) => void
}

/** Items of the bundle, in its order. */
function MembersField({ members, known, error, onChange }: MembersProps) {
  const loaded = useChoices()
  const choices = loaded.data ?? []
  const titles = new Map([
    ...known.map(({ kind, _id, title }) => [`${kind} ${_id}`, title] as const),
    ...choices.map(({ key, title }) => [key, title] as const),
  ])
  const chosen = members.map(keyOf)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Isi paket</legend>
      {members.length > 0 && (
        <ul className="grid gap-2">
          {chosen.map((key) => (
            <li
              key={key}
              className="flex items-center justify-between gap-3 rounded-field border border-line py-1 pr-1 pl-3"
            >
              <span className="min-w-0 wrap-anywhere">
                {titles.get(key) ?? (loaded.status === 'failed' ? 'Judulnya belum bisa dimuat' : 'Memuat…')}
              </span>
              <Button
                type="button"
                size="sm"
                variant="ghost"
                onClick={(event) => {
                  leaveRow(event.currentTarget)
                  onChange(members.filter((member) => keyOf(member) !== key))
                }}
              >
                Hapus<span className="sr-only"> {titles.get(key)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {loaded.status === 'failed' && (
        <LoadFailure onRetry={loaded.reload}>Daftar kelas dan e-book belum bisa dimuat.</LoadFailure>
      )}
      <SelectField
        label="Tambah kelas atau e-book"
        value=""
        onChange={(event) => event.currentTarget.value && onChange([...members, memberOf(event.currentTarget.value)])}
      >
        <option value="">Pilih…</option>
        {(['Kelas', 'E-book'] as const).map((group) => (
          <optgroup key={group} label={group}>
            {choices
              .filter((choice) => choice.group === group && !chosen.includes(choice.key))
              .map(({ key, title }) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
          </optgroup>
        ))}
      </SelectField>
      {error && <FieldError role="alert">{error}</FieldError>}
    </fieldset>
  )
}

/** Everything that is sold. */
function useChoices() {
  const { anonymous } = useApi()
  return useRemote('bundle choices', async (signal): Promise<readonly Choice[]> => {
    const [courses, ebooks] = await Promise.all([
      anonymous.catalog.listCourses({ type: 'premium', limit: 100 }, { signal }),
      anonymous.library.listEbooks({ limit: 100 }, { signal }),
    ])
    return [
      ...courses.data.map(({ _id, title }) => ({ key: `course ${_id}`, title, group: 'Kelas' as const })),
      ...ebooks.data
        .filter(({ price }) => price > 0)
        .map(({ _id, title }) => ({ key: `ebook ${_id}`, title, group: 'E-book' as const })),
    ]
  })
}
