import { useApi } from '#web/identity/index.ts'
import { SelectField } from '#web/kit/ui/field.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'

/** The scope of a code or a sale: everything, or one category, course or e-book. */
export type Scope = { field: 'categoryId' | 'courseId' | 'ebookId'; id: string } | { field: null; id: null }

type Scoped = { [Field in 'categoryId' | 'courseId' | 'ebookId']?: string | null | undefined }

export function scopeOf(scoped: Scoped): Scope {
  for (const field of ['categoryId', 'courseId', 'ebookId'] as const) {
    const id = scoped[field]
    if (id) return { field, id }
  }
  return { field: null, id: null }
}

type Choice = { field: 'categoryId' | 'courseId' | 'ebookId'; id: string; name: string }
type Props = {
  scope: Scope
  onChoose: (scope: Scope) => void
  error: string | undefined
  /** Without single e-books, for sales. */ onlyCourses?: boolean
}

const groups = [
  { field: 'categoryId', label: 'Satu kategori' },
  { field: 'courseId', label: 'Satu kelas' },
  { field: 'ebookId', label: 'Satu e-book' },
] as const

export function PromoScopeField({ scope, onChoose, error, onlyCourses = false }: Props) {
  const loaded = useChoices()
  const choices = loaded.data ?? []
  const known = choices.some((choice) => choice.field === scope.field && choice.id === scope.id)
  return (
    <div className="grid gap-2">
      <SelectField
        label="Berlaku untuk"
        value={scope.field ? `${scope.field} ${scope.id}` : ''}
        onChange={(event) => {
          const [field, id] = event.currentTarget.value.split(' ')
          const chosen = groups.find((group) => group.field === field)
          onChoose(chosen && id ? { field: chosen.field, id } : { field: null, id: null })
        }}
        aria-busy={loaded.status === 'loading'}
        error={error}
      >
        <option value="">Semua kelas dan e-book</option>
        {scope.field && !known && <option value={`${scope.field} ${scope.id}`}>Tetap seperti sekarang</option>}
        {groups
          .filter(({ field }) => !(onlyCourses && field === 'ebookId'))
          .map(({ field, label }) => (
            <optgroup key={field} label={label}>
              {choices
                .filter((choice) => choice.field === field)
                .map(({ id, name }) => (
                  <option key={id} value={`${field} ${id}`}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
      </SelectField>
      {loaded.status === 'failed' && <LoadFailure onRetry={loaded.reload}>Pilihannya belum bisa dimuat.</LoadFailure>}
    </div>
  )
}

/** After a failure, a code for everything can still be created. */
function useChoices() {
  const { anonymous } = useApi()
  return useRemote('choices', async (signal): Promise<readonly Choice[]> => {
    const [categories, courses, ebooks] = await Promise.all([
      anonymous.catalog.listCategories(undefined, { signal }),
      anonymous.catalog.listCourses({ type: 'premium' }, { signal }),
      anonymous.library.listEbooks({}, { signal }),
    ])
    return [
      ...categories.data.map(({ _id, name }) => ({ field: 'categoryId' as const, id: _id, name })),
      ...courses.data.map(({ _id, title }) => ({ field: 'courseId' as const, id: _id, name: title })),
      ...ebooks.data
        .filter(({ price }) => price > 0)
        .map(({ _id, title }) => ({ field: 'ebookId' as const, id: _id, name: title })),
    ]
  })
}
