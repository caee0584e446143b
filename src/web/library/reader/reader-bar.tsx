import ArrowLeft from 'lucide-react/icons/arrow-left'
import Bookmark from 'lucide-react/icons/bookmark'
import CaseSensitive from 'lucide-react/icons/case-sensitive'
import List from 'lucide-react/icons/list'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Search from 'lucide-react/icons/search'
import { useRef, type ComponentType, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { useHidingBar } from './use-hiding-bar.ts'

export type Panel = 'isi' | 'cari' | 'tanda' | 'tampilan' | 'bantuan'

type Props = {
  title: string
  /** How far down the section, 0 to 100. */
  percent: number
  onPanel: (panel: Panel) => void
  onBookmark: () => void
  actions?: ReactNode
}

/** Header of the reader: back link, title, tools, and a progress line. */
export function ReaderBar({ title, percent, onPanel, onBookmark, actions }: Props) {
  const bar = useRef<HTMLElement>(null)
  useHidingBar(bar)
  return (
    <header ref={bar} className="reader-bar sticky top-0 z-30 border-b border-line bg-bg">
      <div className="flex h-14 items-center gap-1 px-2 md:px-4">
        <Link
          to={paths.ebooks()}
          className="grid size-[min(2.75rem,13vw)] shrink-0 place-items-center rounded-full hover:bg-sunken"
        >
          <ArrowLeft aria-hidden className="size-5" />
          <span className="sr-only">Kembali ke daftar e-book</span>
        </Link>
        <p className="min-w-0 flex-1 truncate font-bold">{title}</p>
        <div className="needs-script flex">
          <Tool label="Daftar isi" Icon={List} onPress={() => onPanel('isi')} className="lg:hidden" />
          {/* Tools hidden on a phone are inside the contents and marks panels. */}
          <Tool label="Cari di e-book" Icon={Search} onPress={() => onPanel('cari')} className="max-sm:hidden" />
          <Tool label="Tandai tempat ini" Icon={Bookmark} onPress={onBookmark} className="max-sm:hidden" />
          <Tool label="Tanda dan catatan" Icon={NotebookPen} onPress={() => onPanel('tanda')} />
          <Tool label="Tampilan" Icon={CaseSensitive} onPress={() => onPanel('tampilan')} />
          {actions}
        </div>
      </div>
      {/* Decorative: the end of the section gives the progress as text. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="block h-1 w-full bg-line text-nila"
        data-percent={percent}
      >
        <rect width={percent} height="4" fill="currentColor" />
      </svg>
    </header>
  )
}

type ToolProps = { label: string; Icon: ComponentType<{ className?: string }>; onPress: () => void; className?: string }

function Tool({ label, Icon, onPress, className = '' }: ToolProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      title={label}
      className={`grid size-[min(2.75rem,13vw)] place-items-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink ${className}`}
    >
      <Icon className="size-5" />
      <span className="sr-only">{label}</span>
    </button>
  )
}
