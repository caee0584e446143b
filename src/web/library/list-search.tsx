import Search from 'lucide-react/icons/search'
import { Form, Link } from 'react-router'
import { Button } from '#web/kit/ui/button.tsx'
import { SearchField } from '#web/kit/ui/lists/search-field.tsx'

type Props = {
  /** Path of the unfiltered list. */
  path: string
  q: string
  label: string
  placeholder: string
  /** Other filters, which a new search preserves. */
  filters: Record<string, string | null>
}

/** The search field of a list, with a link that resets it. A plain form, so that it works before hydration. */
export function ListSearch({ path, q, label, placeholder, filters }: Props) {
  const activeFilters = Object.entries(filters).filter(([, value]) => value)
  return (
    <Form action={path} method="get" role="search" className="flex flex-wrap gap-2 md:max-w-150">
      <SearchField key={q} id="cari-di-daftar" label={label} defaultValue={q} placeholder={placeholder} />
      {activeFilters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value ?? ''} />
      ))}
      <Button type="submit" className="h-12">
        <Search aria-hidden className="size-4.5" />
        Cari
      </Button>
      {(q || activeFilters.length > 0) && (
        <Link
          to={path}
          className="inline-flex h-12 items-center rounded-button px-3 font-semibold text-nila hover:bg-nila-50"
        >
          Reset
        </Link>
      )}
    </Form>
  )
}
