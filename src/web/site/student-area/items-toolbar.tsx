import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import { useSearchParams } from 'react-router'
import { ChipLinks } from '#web/library/chip-links.tsx'
import { buttonClass } from '#web/kit/ui/button.tsx'
import { statuses } from './my-items.ts'
import { SearchBox } from './search-box.tsx'
import { useView, type View } from './use-view.ts'

const viewLabels = { grid: { label: 'Kartu', Icon: LayoutGrid }, list: { label: 'Daftar ringkas', Icon: List } }

/** Search, status and layout of Kelas Saya. All are stored in the URL. */
export function ItemsToolbar() {
  const [search] = useSearchParams()
  const status = search.get('status') ?? ''
  function hrefWith(value: string): string {
    const next = new URLSearchParams(search)
    if (value) next.set('status', value)
    else next.delete('status')
    return `?${next}`
  }
  const chips = [{ value: '', label: 'Semua' }, ...statuses].map(({ value, label }) => ({
    label,
    to: hrefWith(value),
    isCurrent: value === status,
  }))
  return (
    <div className="mb-6 grid gap-4">
      <div className="flex flex-wrap items-end gap-2">
        <SearchBox
          label="Cari di kelasmu"
          placeholder="Judul atau nama"
          className="min-w-[min(10rem,100%)] flex-1 lg:max-w-120"
        />
        <ViewSwitch />
      </div>
      <ChipLinks label="Status belajar" chips={chips} />
    </div>
  )
}

function ViewSwitch() {
  const [view, choose] = useView()
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Tampilan</legend>
      {(Object.keys(viewLabels) as View[]).map((name) => {
        const { label, Icon } = viewLabels[name]
        return (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            title={label}
            onClick={() => choose(name)}
            className={`${buttonClass({ variant: view === name ? 'primary' : 'outline' })} h-12 w-12 px-0!`}
          >
            <Icon aria-hidden className="size-5" />
            <span className="sr-only">{label}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
