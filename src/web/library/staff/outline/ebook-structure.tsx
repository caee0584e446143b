import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DragEndEvent,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { AdminEbook } from '#contract/library/library-admin.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { dragAnnouncements } from './drag-announcements.ts'
import { drop, step, type Modules, type Part } from './outline.ts'
import { OutlineRow, type RowActions } from './outline-row.tsx'
import { TitleDialog, type TitlePrompt } from './title-dialog.tsx'
import { useOutlineEdits } from './use-outline-edits.ts'

type Props = { ebook: AdminEbook; onEdit: (sectionId: string) => void }

const partOf = (item: { data: { current?: unknown } }): Part => (item.data.current as { part: Part }).part

/** Valid drop targets: parts of the same kind, and parents that can contain the part. */
const collide: CollisionDetection = (args) => {
  const { kind } = partOf(args.active)
  const droppableKinds = { module: ['module'], topic: ['topic', 'module'], section: ['section', 'topic'] }[kind]
  return closestCenter({
    ...args,
    droppableContainers: args.droppableContainers.filter((container) =>
      droppableKinds.includes(partOf(container).kind),
    ),
  })
}

/** Modules, topics and sections. They can be added, renamed, deleted, and reordered by drag and drop, keyboard or buttons. */
export function EbookStructure({ ebook, onEdit }: Props) {
  const edits = useOutlineEdits(ebook)
  const { modules } = edits
  const [prompt, setPrompt] = useState<TitlePrompt | null>(null)
  const sensors = useSensors(
    // A click must not start a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function dropped({ active, over }: DragEndEvent) {
    if (over) void edits.arrange(drop(modules, partOf(active), partOf(over)))
  }
  const promptTitle = (title: string, label: string, initial: string, save: TitlePrompt['save']) =>
    setPrompt({ title, label, initial, save })
  const actions: RowActions = {
    step: (part, by) => void edits.arrange(step(modules, part, by)),
    canStep: (part, by) => step(modules, part, by) !== modules,
    rename: (part, title) =>
      promptTitle(part.kind === 'module' ? 'Ubah modul' : 'Ubah topik', 'Judul', title, (value) =>
        edits.rename(part, value),
      ),
    remove: (part, title) => void edits.remove(part, title),
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
      {modules.length === 0 ? (
        <EmptyState title="Belum ada isi." text="Mulai dengan satu modul, lalu isi dengan topik dan bagian." />
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={collide}
          onDragEnd={dropped}
          accessibility={dragAnnouncements(modules)}
        >
          <Outline modules={modules} actions={actions} />
        </DndContext>
      )}
      {prompt && <TitleDialog prompt={prompt} onClose={() => setPrompt(null)} />}
    </section>
  )
}

function Outline({ modules, actions }: { modules: Modules; actions: RowActions }) {
  return (
    <SortableContext items={modules.map((module) => module._id)} strategy={verticalListSortingStrategy}>
      <ol className="grid gap-4">
        {modules.map((module) => (
          <OutlineRow key={module._id} part={{ kind: 'module', id: module._id }} title={module.title} actions={actions}>
            <SortableContext items={module.topics.map((topic) => topic._id)} strategy={verticalListSortingStrategy}>
              <ol className="grid gap-2">
                {module.topics.map((topic) => (
                  <OutlineRow
                    key={topic._id}
                    part={{ kind: 'topic', id: topic._id }}
                    title={topic.title}
                    actions={actions}
                  >
                    <SortableContext
                      items={topic.sections.map((section) => section._id)}
                      strategy={verticalListSortingStrategy}
                    >
                      <ol className="grid gap-1">
                        {topic.sections.map((section) => (
                          <OutlineRow
                            key={section._id}
                            part={{ kind: 'section', id: section._id }}
                            title={section.heading}
                            detail={`${section.readingMinutes} menit`}
                            actions={actions}
                          />
                        ))}
                      </ol>
                    </SortableContext>
                  </OutlineRow>
                ))}
              </ol>
            </SortableContext>
          </OutlineRow>
        ))}
      </ol>
    </SortableContext>
  )
}
