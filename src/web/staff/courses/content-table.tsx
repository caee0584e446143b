import CirclePlay from 'lucide-react/icons/circle-play'
import FileText from 'lucide-react/icons/file-text'
import { useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { StaffContent } from '#contract/authoring.ts'
import { serverMessage } from '#contract/client.ts'
import { paths } from '#contract/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { SortableRows } from '#web/staff-kit/sortable-rows.tsx'
import { withLogin } from '#web/identity/index.ts'
import { askConfirm } from '#web/ui/alerts.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The lessons of a course, with reordering and row actions. */
export function ContentTable({ courseId, contents }: { courseId: string; contents: readonly StaffContent[] }) {
  const { mine } = useApi()
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState(contents)
  const [removing, setRemoving] = useState<string | null>(null)
  // Saves run one after the other, so that the last order wins.
  const saving = useRef(Promise.resolve())

  function order(next: StaffContent[]) {
    setShown(next)
    saving.current = saving.current.then(async () => {
      try {
        await withLogin(() => mine.authoring.orderContents({ id: courseId, contentIds: next.map(({ _id }) => _id) }))
      } catch (error) {
        toast.error(serverMessage(error) ?? 'Urutan belum tersimpan. Coba lagi.')
        setShown(contents)
        await revalidate()
      }
    })
  }

  async function remove(content: StaffContent) {
    const confirmed = await askConfirm({
      title: `Hapus konten “${content.title}”?`,
      text: 'Tindakan ini tidak bisa dibatalkan. Catatan selesai siswa untuk konten ini ikut hilang.',
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!confirmed) return
    setRemoving(content._id)
    try {
      await withLogin(() => mine.authoring.deleteContent({ id: courseId, contentId: content._id }))
      setShown((before) => before.filter(({ _id }) => _id !== content._id))
      toast.success('Konten berhasil dihapus')
      await revalidate()
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Gagal menghapus konten')
    } finally {
      setRemoving(null)
    }
  }

  return (
    <SortableRows items={shown} idOf={({ _id }) => _id} nameOf={({ title }) => title} onOrder={order} label="Daftar konten">
      {(content) => <ContentRow courseId={courseId} content={content} isRemoving={removing === content._id} onRemove={() => void remove(content)} />}
    </SortableRows>
  )
}

type RowProps = { courseId: string; content: StaffContent; isRemoving: boolean; onRemove: () => void }

function ContentRow({ courseId, content, isRemoving, onRemove }: RowProps) {
  const Icon = content.type === 'video' ? CirclePlay : FileText
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 basis-40 py-1">
        <Link to={paths.adminContentEdit({ courseId, contentId: content._id })} className="font-semibold wrap-anywhere hover:underline">
          {content.title}
        </Link>
        <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
          {content.type === 'video' ? 'Video' : `Artikel · ± ${content.readingMinutes} menit`}
          {content.isPreview && <Badge tone="info">Preview</Badge>}
        </span>
      </span>
      <span className="flex shrink-0 gap-1 max-sm:pl-11">
        <ButtonLink to={paths.adminContentEdit({ courseId, contentId: content._id })} variant="outline" size="sm">
          Edit<span className="sr-only"> {content.title}</span>
        </ButtonLink>
        <Button variant="ghost" size="sm" busy={isRemoving} onClick={onRemove}>
          Delete<span className="sr-only"> {content.title}</span>
        </Button>
      </span>
    </>
  )
}
