import Search from 'lucide-react/icons/search'
import { Form, Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'

type Props = {
  /** The list's own address: without parameters it is the list anew. */
  path: string
  q: string
  label: string
  placeholder: string
  /** What else is chosen, kept by a search. */
  kept: Record<string, string | null>
}

/** The search of a list, and the way back to all of it. A form, so that it works before any script. */
export function ListSearch({ path, q, label, placeholder, kept }: Props) {
  const chosen = Object.entries(kept).filter(([, value]) => value)
  return (
    <Form action={path} method="get" role="search" className="flex flex-wrap gap-2 md:max-w-150">
      <label htmlFor="cari-di-daftar" className="sr-only">
        {label}
      </label>
      <input
        key={q}
        id="cari-di-daftar"
        type="search"
        name="q"
        maxLength={100}
        defaultValue={q}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={placeholder}
        className="h-12 min-w-0 flex-1 rounded-field border border-border bg-surface px-3.5"
      />
      {chosen.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value ?? ''} />
      ))}
      <Button type="submit" className="h-12">
        <Search aria-hidden className="size-4.5" />
        Cari
      </Button>
      {(q || chosen.length > 0) && (
        <Link to={path} className="inline-flex h-12 items-center rounded-button px-3 font-semibold text-nila hover:bg-nila-50">
          Reset
        </Link>
      )}
    </Form>
  )
}
