import { closestCenter, type CollisionDetection } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import Plus from 'lucide-react/icons/plus'
import { useState, type ReactNode } from 'react'
import type { AdminEbook } from '#contract/library/library-admin.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { OutlineDrag } from '#web/kit/staff/outline-drag.tsx'
import { step, type Outline } from '#web/kit/staff/outline.ts'
import type { PartKind } from './outline.ts'
import { OutlineRow, type RowActions } from './outline-row.tsx'
import { TitleDialog, type TitlePrompt } from './title-dialog.tsx'
import { useOutlineEdits } from './use-outline-edits.ts'

type Props = { ebook: AdminEbook; onEdit: (sectionId: string) => void }

const kindOf = (item: { data: { current?: unknown } }): PartKind => (item.data.current as { kind: PartKind }).kind

/** Valid drop targets: parts of the same kind, and parents that can contain the part. */
const findTarget: CollisionDetection = (args) => {
  const kind = kindOf(args.active)
  const droppableKinds = { module: ['module'], topic: ['topic', 'module'], section: ['section', 'topic'] }[kind]
  return closestCenter({
    ...args,
    droppableContainers: args.droppableContainers.filter((container) => droppableKinds.includes(kindOf(container))),
  })
}

/** Modules, topics and sections. They can be added, renamed, deleted, and reordered by drag and drop, keyboard or buttons. */
export function EbookStructure({ ebook, onEdit }: Props) {
  const edits = useOutlineEdits(ebook)
  const { outline } = edits
  const [prompt, setPrompt] = useState<TitlePrompt | null>(null)
  const promptTitle = (title: string, label: string, initial: string, save: TitlePrompt['save']) =>
    setPrompt({ title, label, initial, save })
  const actions: RowActions = {
    step: (id, by) => {
      const next = step(outline, id, by)
      return next === outline ? null : () => void edits.arrange(next)
    },
    rename: (kind, id, title) =>
      promptTitle(kind === 'module' ? 'Ubah modul' : 'Ubah topik', 'Judul', title, (value) =>
        edits.rename(kind, id, value),
      ),
    remove: (kind, id, title) => void edits.remove(kind, id, title),
    addTopic: (moduleId) => promptTitle('Topik baru', 'Judul topik', '', (value) => edits.addTopic(moduleId, value)),
    addSection: (topicId) =>
      promptTitle('Bagian baru', 'Judul bagian', '', async (value) => {
        const sectionId = await edits.addSection(topicId, value)
        onEdit(sectionId)
      }),
    edit: onEdit,
  }

  return (
    <section aria-labelledby="struktur" className="min-w-0 rounded-card border border-line bg-surface p-4 md:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="struktur" className="text-lg font-bold">
          Struktur
        </h2>
        <Button
          variant="outline"
          size="sm"
          onClick={() => promptTitle('Modul baru', 'Judul modul', '', (value) => edits.addModule(value))}
        >
          <Plus aria-hidden className="size-4" />
          Tambah modul
        </Button>
      </div>
      {outline.length === 0 ? (
        <EmptyState title="Belum ada isi." text="Mulai dengan satu modul, lalu isi dengan topik dan bagian." />
      ) : (
        <OutlineDrag outline={outline} findTarget={findTarget} onArrange={(next) => void edits.arrange(next)}>
          {(shown) => <Modules outline={shown} ebook={ebook} actions={actions} />}
        </OutlineDrag>
      )}
      {prompt && <TitleDialog prompt={prompt} onClose={() => setPrompt(null)} />}
    </section>
  )
}

function Modules({
  outline,
  ebook: { modules },
  actions,
}: {
  outline: Outline
  ebook: AdminEbook
  actions: RowActions
}) {
  const topics = modules.flatMap((module) => module.topics)
  const titles = new Map([...modules, ...topics].map(({ _id, title }) => [_id, title]))
  const sections = new Map(topics.flatMap((topic) => topic.sections).map((section) => [section._id, section]))
  return (
    <Parts parts={outline}>
      {(module) => (
        <OutlineRow
          key={module.id}
          kind="module"
          id={module.id}
          name={module.name}
          title={titles.get(module.id) ?? ''}
          actions={actions}
        >
          <Parts parts={module.children}>
            {(topic) => (
              <OutlineRow
                key={topic.id}
                kind="topic"
                id={topic.id}
                name={topic.name}
                title={titles.get(topic.id) ?? ''}
                actions={actions}
              >
                <Parts parts={topic.children}>
                  {({ id, name }) => (
                    <OutlineRow
                      key={id}
                      kind="section"
                      id={id}
                      name={name}
                      title={sections.get(id)?.heading ?? ''}
                      detail={`${sections.get(id)?.readingMinutes} menit`}
                      actions={actions}
                    />
                  )}
                </Parts>
              </OutlineRow>
            )}
          </Parts>
        </OutlineRow>
      )}
    </Parts>
  )
}

/** Parts of one parent, which are sorted among each other. */
const Parts = ({ parts, children }: { parts: Outline; children: (part: Outline[number]) => ReactNode }) =>
  parts.length > 0 && (
    <SortableContext items={parts.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
      <ol className="grid gap-2">{parts.map(children)}</ol>
    </SortableContext>
  )
